/** Signs to take in hand, drawn as they will lie on the board, and what can be set about them. */
import { CELL, type Picture } from "../../board/geometry";
import { Ground, Laid } from "../../board/ground";
import type { Brush, Dial } from "../../games/editor";
import { say } from "../../words/words";
import { language } from "../settings";

interface TrayProps {
  title: string;
  brushes: readonly Brush[];
  dials: readonly Dial[];
  set: Record<string, string>;
  turn: (dial: string, value: string) => void;
  /** The brush in hand; none: things are taken away. */
  held: string | null;
  hold: (brush: string | null) => void;
  sample: (sign: string) => Picture;
  /** Draws the ground too: of a map it is what is painted. */
  grounded: boolean;
  /** The word for an empty hand, where there is one. */
  nothing?: string;
}

function Sample({ picture, grounded }: { picture: Picture; grounded: boolean }) {
  const [point] = picture.points;
  return (
    <svg class={`board board-${picture.game.id}`} viewBox={`${-0.55 * CELL} ${-0.55 * CELL} ${1.1 * CELL} ${1.1 * CELL}`} aria-hidden="true">
      {grounded && point && (
        <g class={`point ${point.terrain}`}>
          <Ground game={picture.game} point={{ ...point, print: undefined }} />
        </g>
      )}
      {picture.marks.map((mark) => (
        <Laid key={mark.kind} game={picture.game} mark={mark} />
      ))}
      {picture.pieces.map((piece) => (
        <g key={piece.kind} class={`piece ${piece.kind}`} data-side={piece.side}>
          <picture.game.Figure piece={piece} language={language.value} />
        </g>
      ))}
    </svg>
  );
}

/** What it is, with what is printed on it, and its sign in the text. */
function nameOf(picture: Picture, sign: string): string {
  const titles = [...picture.pieces.map((one) => one.title), ...picture.marks.map((one) => one.title), ...picture.points.flatMap((one) => one.title ?? [])];
  const what = titles[0];
  const printed = picture.pieces[0] ? say(picture.pieces[0].letter) : "";
  return what ? `${say(what)}${printed.length > 1 ? `, ${printed}` : ""} (${sign})` : sign;
}

export function BrushTray({ title, brushes, dials, set, turn, held, hold, sample, grounded, nothing }: TrayProps) {
  return (
    <div class="brushes">
      <div class="tray" role="group" aria-label={title}>
        {nothing && (
          <button type="button" class="choice" aria-pressed={held === null} onClick={() => hold(null)}>
            {nothing}
          </button>
        )}
        {brushes.map(({ id, sign }) => {
          const picture = sample(sign(set));
          // What looks like others, or like nothing, shows its sign.
          const bare = picture.pieces.length === 0 && picture.points.every((point) => !point.title || point.terrain === "circle");
          return (
            <button
              type="button"
              key={id}
              class={`heap${held === id ? " current" : ""}`}
              data-brush={id}
              aria-pressed={held === id}
              aria-label={nameOf(picture, sign(set))}
              title={nameOf(picture, sign(set))}
              onClick={() => hold(id)}
            >
              <Sample picture={picture} grounded={grounded} />
              {grounded && bare && <span class="count" data-sign={sign(set)} />}
            </button>
          );
        })}
      </div>
      {dials.map((dial) => (
        <label key={dial.name} class="field dial">
          <span>{say(dial.title)}</span>
          <select value={set[dial.name] ?? dial.values[0]?.value} onChange={(event) => turn(dial.name, event.currentTarget.value)}>
            {dial.values.map((one) => (
              <option key={one.value} value={one.value}>
                {say(one.title)}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  );
}
