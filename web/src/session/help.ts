/** No help against people: hints, evaluation and analysis of a running game are for those who play against the computer. */
import type { Occupant } from "../model";

interface Table {
  occupants: readonly Occupant[];
  rated?: boolean;
  training?: boolean;
}

/** How many people play: each person once, however many seats they hold; on one device each side is a person. */
function countPeople(occupants: readonly Occupant[]): number {
  return new Set(occupants.flatMap(({ side, people }) => people.map(({ person }) => person || side))).size;
}

/** Whether the computer may give advice at this table. */
export function isHelpAllowed({ occupants, rated, training }: Table): boolean {
  return training === true || (!rated && countPeople(occupants) < 2);
}
