/** The slider and its buttons. */
import { t, type Key } from "../../words/words";
import { paces, type Pace, type Playback } from "./playback";

/** `far`: left out where there is little room. */
function Press({ sign, words, act, off = false, far = false }: { sign: string; words: string; act: () => void; off?: boolean; far?: boolean }) {
  return (
    <button type="button" class="button second" data-far={far || undefined} aria-label={words} title={words} disabled={off} onClick={act}>
      <span aria-hidden="true">{sign}</span>
    </button>
  );
}

export function Controls({ playback, said }: { playback: Playback; said: string }) {
  const { length, index, playing, pace, setPace, toggle, seek, step, turn } = playback;
  const where = t("replay.step", { n: index, of: length });
  return (
    <div class="replay-controls" role="group" aria-label={t("replay.controls")} title={t("replay.keys")}>
      <p class="replay-said" aria-live={playing ? "off" : "polite"}>
        {said}
      </p>
      <div class="row">
        <Press sign="⇤" words={t("replay.first")} act={() => seek(0)} off={index === 0} />
        <Press sign="«" words={t("replay.turn-back")} act={() => turn(-1)} far off={index === 0} />
        <Press sign="‹" words={t("replay.back")} act={() => step(-1)} off={index === 0} />
        <button type="button" class="button replay-play" aria-pressed={playing} onClick={toggle}>
          {playing ? t("replay.pause") : t("replay.play")}
        </button>
        <Press sign="›" words={t("replay.on")} act={() => step(1)} off={index === length} />
        <Press sign="»" words={t("replay.turn-on")} act={() => turn(1)} far off={index === length} />
        <Press sign="⇥" words={t("replay.last")} act={() => seek(length)} off={index === length} />
        <input
          type="range"
          min={0}
          max={length}
          value={index}
          aria-label={t("replay.slider")}
          aria-valuetext={`${where}. ${said}`}
          onInput={(event) => seek(Number(event.currentTarget.value))}
        />
        <label class="replay-pace">
          <span>{t("replay.pace")}</span>
          <select value={pace} onChange={(event) => setPace(event.currentTarget.value as Pace)}>
            {(Object.keys(paces) as Pace[]).map((one) => (
              <option key={one} value={one}>
                {t(`replay.pace.${one}` as Key)}
              </option>
            ))}
          </select>
        </label>
        <span class="faded replay-where">{where}</span>
      </div>
    </div>
  );
}
