/** The pieces, centred on their point. Sides differ in shape, kinds in silhouette and letter; colour only helps. */
import type { ComponentChildren, VNode } from "preact";
import type { GameId, Language } from "../model";
import type { Piece } from "./geometry";
import * as glyphs from "./glyphs";

interface FigureProps {
  piece: Piece;
  language: Language;
}

interface GlyphProps {
  path: string;
  x?: number;
  y?: number;
  size?: number;
  turn?: number;
}

export function Glyph({ path, x = 0, y = 0, size = 1, turn = 0 }: GlyphProps): VNode {
  return <path class="glyph" fill-rule="evenodd" d={path} transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`} />;
}

function Letter({ y = 0, x = 0, size, children }: { x?: number; y?: number; size: number; children: ComponentChildren }): VNode {
  return (
    <text class="letter" x={x} y={y} font-size={size} text-anchor="middle" dominant-baseline="central">
      {children}
    </text>
  );
}

/* ---- Échec aux Chevaliers: shields and bucklers ------------------------------------------------------------------- */

const shields: Record<string, string> = {
  "S knight": "M-17,-20H17V0C17,11 8,17 0,21C-8,17 -17,11 -17,0Z",
  "O knight": "M-18,-18C-11,-16 -5,-18 0,-22C5,-18 11,-16 18,-18C15,-8 20,2 14,11C10,17 4,18 0,21C-4,18 -10,17 -14,11C-20,2 -15,-8 -18,-18Z",
  "S man": "M-15,0A15,15 0 1 1 15,0A15,15 0 1 1 -15,0Z",
  "O man": "M0,-18L16,0L0,18L-16,0Z",
};

function Chevalier({ piece, language }: FigureProps): VNode {
  const knight = piece.kind === "knight";
  const shape = shields[`${piece.side} ${piece.kind}`] ?? "";
  return (
    <>
      <path class="body" d={shape} />
      <path class="rim" d={shape} transform="scale(0.84)" />
      {knight ? <Glyph path={glyphs.horse} size={1.05} x={1} y={-1.5} /> : <Glyph path={glyphs.helmet} size={0.78} y={-0.5} />}
      <g class="badge" transform={knight ? "translate(12 13)" : "translate(11 11)"}>
        <circle r="6.5" />
        <Letter size={9.5}>{piece.letter[language]}</Letter>
      </g>
    </>
  );
}

/* ---- Kriegspiel: plates with figures ------------------------------------------------------------------------------ */

const plates: Record<string, string> = {
  F: "M-17,0A17,17 0 1 1 17,0A17,17 0 1 1 -17,0Z",
  A: "M-7,-16.5H7L16.5,-7V7L7,16.5H-7L-16.5,7V-7Z",
};
const troops: Record<string, string> = { soldiers: glyphs.soldier, cavalry: glyphs.horse, cannon: glyphs.cannon };

function Plate({ piece, language }: FigureProps): VNode {
  const shape = plates[piece.side] ?? "";
  if (piece.kind === "wreck") {
    return (
      <g class="wreck">
        <path class="body" d={shape} transform="scale(0.86)" />
        <Glyph path={glyphs.cannon} size={0.85} turn={24} />
        <path class="strike" d="M-13,-13L13,13" />
      </g>
    );
  }
  return (
    <>
      <path class={piece.marks.includes("unturned") ? "nose unturned" : "nose"} d="M-10,-13.5L0,-26L10,-13.5Z" transform={`rotate(${piece.facing ?? 0})`} />
      <path class="body" d={shape} />
      <path class="rim" d={shape} transform="scale(0.8)" />
      <Glyph path={troops[piece.kind] ?? ""} size={piece.kind === "cannon" ? 0.98 : 0.95} y={-1.5} />
      <g class="badge kind" transform="translate(-11.5 11)">
        <circle r="6" />
        <Letter size={9}>{piece.letter[language]}</Letter>
      </g>
      <g class="badge" transform="translate(11 11)">
        <circle r="7" />
        <Letter size={11}>{piece.count ?? ""}</Letter>
      </g>
    </>
  );
}

/* ---- Bataille de Chars: tanks seen from above --------------------------------------------------------------------- */

const hulls: Record<string, string> = {
  V: "M-11,-13C-11,-16 11,-16 11,-13V15C11,18 -11,18 -11,15Z",
  G: "M-7,-16H7L11,-11V13L8,17H-8L-11,13V-11Z",
};
const stores: Record<string, string> = { "depot-A": glyphs.flagServer, "depot-B": glyphs.shells, "depot-C": glyphs.drum };

function Tank({ piece, language, ahead }: FigureProps & { ahead: boolean }): VNode {
  return (
    <>
      <g transform={ahead ? undefined : "rotate(180)"}>
        <path class="track" d="M-17,-14H-10.5V17H-17ZM10.5,-14H17V17H10.5Z" />
        <path class="tread" d="M-17,-9H-11M-17,-4H-11M-17,1H-11M-17,6H-11M-17,11H-11M11,-9H17M11,-4H17M11,1H17M11,6H17M11,11H17" />
        <path class="body" d={hulls[piece.side] ?? ""} />
        <path class="barrel" d="M-2.2,-22H2.2V-6H-2.2Z" />
      </g>
      <circle class={piece.unknown ? "turret unknown" : "turret"} r="10.5" cy={ahead ? 2 : -2} />
      <Letter size={17} y={ahead ? 2.5 : -1.5}>
        {piece.letter[language]}
      </Letter>
      {piece.marks.includes("announced") && <path class="underline" d="M-6,10.4H6" />}
      {piece.marks.includes("command") && (
        <g class="badge" transform="translate(14 -14)">
          <circle r="7.5" />
          <Glyph path={glyphs.star5} size={0.62} />
        </g>
      )}
    </>
  );
}

function Gun({ ahead }: { ahead: boolean }): VNode {
  return (
    <g transform={ahead ? undefined : "rotate(180)"}>
      <path class="track" d="M-13,-2H-8V10H-13ZM8,-2H13V10H8Z" />
      <path class="barrel" d="M-2,-20H2V2H-2Z" />
      <path class="barrel" d="M-3.4,-20H3.4V-16H-3.4Z" />
      <path class="body" d="M-15,-6L-10,-9H10L15,-6V-2H-15Z" />
      <path class="trail" d="M-2,2L-8,17M2,2L8,17" />
    </g>
  );
}

function CharsFigure({ piece, language, below }: FigureProps & { below: string }): VNode {
  const ahead = piece.side === below;
  if (piece.kind === "tank") return <Tank piece={piece} language={language} ahead={ahead} />;
  if (piece.kind === "gun") return <Gun ahead={ahead} />;
  if (piece.kind === "mine") return <Glyph path={glyphs.mine} size={1.5} />;
  return (
    <>
      <path class="body" d={piece.side === "V" ? "M-19,-15C-19,-19 19,-19 19,-15V15C19,19 -19,19 -19,15Z" : "M-14,-19H14L19,-14V14L14,19H-14L-19,14V-14Z"} />
      <Glyph path={stores[piece.kind] ?? ""} size={0.95} x={-5.5} y={2} />
      <Letter size={17} x={10.5} y={1}>
        {piece.letter[language]}
      </Letter>
    </>
  );
}

/* ---- Siège de Paris: counters by rank ------------------------------------------------------------------------------ */

const counters: Record<string, string> = {
  general: "M0,-21L5.4,-15.8L12.6,-16.8L13.8,-9.6L20,-6.4L17,0L20,6.4L13.8,9.6L12.6,16.8L5.4,15.8L0,21L-5.4,15.8L-12.6,16.8L-13.8,9.6L-20,6.4L-17,0L-20,-6.4L-13.8,-9.6L-12.6,-16.8L-5.4,-15.8Z",
  colonel: "M0,-20.5L20.5,0L0,20.5L-20.5,0Z",
  captain: "M-15.5,-15.5H15.5V15.5H-15.5Z",
  lieutenant: "M0,-18.5L18,14.5H-18Z",
  soldier: "M-13.5,0A13.5,13.5 0 1 1 13.5,0A13.5,13.5 0 1 1 -13.5,0Z",
};

function Besieger({ piece, language }: FigureProps): VNode {
  const shape = counters[piece.kind] ?? "";
  return (
    <>
      <path class="body" d={shape} />
      <path class="rim" d={shape} transform="scale(0.82)" />
      {piece.side === "G" && <path class="band" d="M-12,15H12L14,20.5H-14Z" />}
      <Letter size={piece.kind === "soldier" ? 15 : 18} y={piece.kind === "lieutenant" ? 4.5 : 0.5}>
        {piece.letter[language]}
      </Letter>
    </>
  );
}

/* ---- Les Belligérants: printed pawns ------------------------------------------------------------------------------- */

const arms: Record<string, string> = {
  staff: glyphs.star5,
  bomber: glyphs.bomber,
  fighter: glyphs.fighter,
  flak: glyphs.flak,
  "machine-gun": glyphs.machineGun,
  cannon: glyphs.cannon,
  tank: glyphs.tank,
  officer: glyphs.kepi,
  ambulance: glyphs.cross,
  spy: glyphs.eye,
  patrol: glyphs.chevrons,
  sentinel: glyphs.sentryBox,
  soldier: glyphs.steelHelmet,
};

function Pawn({ piece, language }: FigureProps): VNode {
  const yellow = piece.side === "J";
  const shape = yellow ? "M-17,-20H17Q20,-20 20,-17V17Q20,20 17,20H-17Q-20,20 -20,17V-17Q-20,-20 -17,-20Z" : "M-21,0A21,21 0 1 1 21,0A21,21 0 1 1 -21,0Z";
  return (
    <>
      {piece.marks.includes("turned-coat") && <path class="counter" d="M-22.5,14H22.5V22.5H-22.5Z" />}
      <path class="body" d={shape} />
      <Glyph path={arms[piece.kind] ?? ""} size={0.82} y={-8} />
      <Letter size={17} y={10}>
        {piece.letter[language]}
      </Letter>
    </>
  );
}

export function Figure({ game, piece, language, below }: FigureProps & { game: GameId; below: string }): VNode {
  switch (game) {
    case "chevaliers":
      return <Chevalier piece={piece} language={language} />;
    case "kriegspiel":
      return <Plate piece={piece} language={language} />;
    case "chars":
      return <CharsFigure piece={piece} language={language} below={below} />;
    case "paris":
      return <Besieger piece={piece} language={language} />;
    case "belligerants":
      return <Pawn piece={piece} language={language} />;
  }
}
