/** A few small noises, made on the spot. Silent unless the player has chosen sound. */
import type { GameEvent } from "../model";
import { sound } from "./settings";

type Noise = "step" | "take" | "shot" | "die" | "bell";

const shapes: Record<Noise, { from: number; to: number; length: number; rough: boolean }> = {
  step: { from: 220, to: 150, length: 0.07, rough: false },
  take: { from: 160, to: 70, length: 0.16, rough: false },
  shot: { from: 900, to: 80, length: 0.35, rough: true },
  die: { from: 2400, to: 1200, length: 0.22, rough: true },
  bell: { from: 880, to: 870, length: 0.6, rough: false },
};

/** What is heard of a move: the first of these that it has. */
const kinds: [string, Noise][] = [
  ["destroyed", "shot"], ["fired", "shot"], ["taken", "take"], ["fought", "take"], ["lost", "take"], ["rolled", "die"],
  ["moved", "step"], ["transferred", "step"], ["placed", "step"], ["turned", "step"],
];

let context: AudioContext | null = null;

function rough(audio: AudioContext, length: number): AudioBufferSourceNode {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  const source = audio.createBufferSource();
  source.buffer = buffer;
  return source;
}

function pure(audio: AudioContext, from: number, to: number, length: number): OscillatorNode {
  const source = audio.createOscillator();
  source.type = "triangle";
  source.frequency.setValueAtTime(from, audio.currentTime);
  source.frequency.exponentialRampToValueAtTime(to, audio.currentTime + length);
  return source;
}

export function sounds(noise: Noise): void {
  if (sound.value === "off") return;
  context ??= new AudioContext();
  const { from, to, length, rough: hissing } = shapes[noise];
  const filter = context.createBiquadFilter();
  filter.frequency.setValueAtTime(from, context.currentTime);
  filter.frequency.exponentialRampToValueAtTime(to, context.currentTime + length);
  const volume = context.createGain();
  volume.gain.setValueAtTime(0.25, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + length);
  const source = hissing ? rough(context, length) : pure(context, from, to, length);
  if (hissing) source.connect(filter).connect(volume);
  else source.connect(volume);
  volume.connect(context.destination);
  source.start();
  source.stop(context.currentTime + length);
}

export function soundEvents(events: GameEvent[]): void {
  const heard = kinds.find(([kind]) => events.some((event) => event.kind === kind));
  if (heard) sounds(heard[1]);
}
