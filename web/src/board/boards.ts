/** The board that a game is played on: the players' own, or a built-in one that a option names. */
import type { Terms } from "../model";
import plaine from "../../../boards/belligerants/plaine.board" with { type: "text" };
import riviere from "../../../boards/belligerants/riviere.board" with { type: "text" };
import chars1975 from "../../../boards/chars/1975.board" with { type: "text" };
import chevaliers1969 from "../../../boards/chevaliers/1969.board" with { type: "text" };
import long from "../../../boards/kriegspiel/long.board" with { type: "text" };
import standard from "../../../boards/kriegspiel/standard.board" with { type: "text" };
import classique from "../../../boards/paris/classique.board" with { type: "text" };

const builtIn: Record<Terms["game"], { option: string; usual: string; boards: Record<string, string> }> = {
  kriegspiel: { option: "field", usual: "standard", boards: { standard, long } },
  chevaliers: { option: "board", usual: "1969", boards: { "1969": chevaliers1969 } },
  chars: { option: "board", usual: "1975", boards: { "1975": chars1975 } },
  paris: { option: "board", usual: "classique", boards: { classique } },
  belligerants: { option: "board", usual: "riviere", boards: { riviere, plaine } },
};

/** The boards that come with a game: their names, and their files. */
export function builtInBoards(game: Terms["game"]): Record<string, string> {
  return builtIn[game].boards;
}

export function boardTextOf(terms: Terms): string {
  if (terms.board) return terms.board;
  const { option, usual, boards } = builtIn[terms.game];
  return boards[terms.options[option] ?? usual] ?? boards[usual] ?? "";
}
