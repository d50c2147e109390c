/** What the server tells of a table, folded into what a page shows of it. */
import type { Occupant, ClockState, TableState } from "../model";
import type { Message } from "./link";

type Names = Map<string, string>;

export interface TableNews extends TableState {
  /** All people that were ever heard of, for what they said before they left. */
  names: Names;
}

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

function clockOf(message: Message, skew: number): ClockState | undefined {
  const clock = message.clock as Omit<ClockState, "skew"> | undefined;
  return clock && { at: clock.at, left: clock.left, running: clock.running, vacation: clock.vacation, awayUntil: clock.awayUntil, skew };
}

function seatsOf(occupants: Occupant[], me: string): string[] {
  return occupants.filter(({ people }) => people.some(({ person }) => person === me)).map(({ seat }) => seat);
}

/** The message `table`: everything but what was said, which it does not repeat. */
export function tableFrom(message: Message, me: string, skew: number, before?: TableNews): TableNews {
  const occupants = message.occupants as Occupant[];
  const names: Names = before?.names ?? new Map<string, string>();
  for (const { people } of occupants) for (const { person, name } of people) names.set(person, name);
  return {
    id: String(message.table),
    stage: message.stage as TableState["stage"],
    terms: {
      game: message.game as TableState["terms"]["game"],
      seats: Number(message.seats),
      options: message.options as Record<string, string>,
      board: textOf(message.board),
    },
    occupants,
    mine: seatsOf(occupants, me),
    owner: message.owner === me,
    ownerName: names.get(String(message.owner)),
    clock: clockOf(message, skew),
    offer: texts(message.offer),
    ask: texts(message.ask),
    rematch: texts(message.rematch),
    joining: message.joining as TableState["joining"],
    proposal: message.proposal as TableState["proposal"],
    next: textOf(message.next),
    result: textOf(message.result),
    rated: message.rated === true,
    training: message.training === true,
    ratings: message.ratings as TableState["ratings"],
    tournament: textOf(message.tournament),
    chat: before?.chat ?? [],
    agreement: message.agreement === true,
    time: message.time as TableState["time"],
    presence: before?.presence,
    commitment: textOf(message.commitment),
    seed: textOf(message.seed),
    names,
  };
}

/** The message `presence`; its moments are told by our clock. */
export function presenceFrom(message: Message, skew: number): TableState["presence"] {
  const since = Object.entries(message.awaySince as Record<string, number>).map(([side, at]): [string, number] => [side, at - skew]);
  return { people: texts(message.people), watchers: Number(message.watchers), awaySince: Object.fromEntries(since) };
}

/** Changes the occupant of a seat, and with it what is in our hands. */
function withOccupant(table: TableNews, seat: string, me: string, change: (occupant: Occupant) => Occupant): TableNews {
  const occupants = table.occupants.map((occupant) => (occupant.seat === seat ? change(occupant) : occupant));
  return { ...table, occupants, mine: seatsOf(occupants, me) };
}

/** Who sits down is there: a side that had nobody has somebody now. */
function arrived(table: TableNews, seat: string, person: string): TableNews {
  if (!table.presence) return table;
  const { people, watchers, awaySince } = table.presence;
  const side = table.occupants.find((occupant) => occupant.seat === seat)?.side;
  const still = Object.entries(awaySince).filter(([one]) => one !== side);
  const known = people.includes(person);
  const presence = {
    people: known ? people : [...people, person],
    watchers: known ? watchers : Math.max(0, watchers - 1),
    awaySince: Object.fromEntries(still),
  };
  return { ...table, presence };
}

function said(table: TableNews, message: Message): TableNews {
  if (message.muted) return table;
  const person = String(message.person);
  const name = table.names.get(person) ?? "";
  const line = { to: String(message.to), person, name, text: String(message.text), at: Number(message.at) };
  return { ...table, chat: [...table.chat, line] };
}

/** Who asked to share a seat has an answer. */
function answered(table: TableNews, seat: string, person: string): TableNews {
  return { ...table, joining: table.joining?.filter((one) => one.seat !== seat || one.person !== person) };
}

const quiet: Partial<TableNews> = { offer: [], ask: [], proposal: undefined };

/** One event. What it does to the position is the channel's affair. */
function applyEvent(table: TableNews, message: Message, me: string): TableNews {
  const seat = String(message.seat);
  const side = String(message.side);
  const person = String(message.person);
  switch (message.type) {
    case "sit": {
      const name = String(message.name);
      table.names.set(person, name);
      return withOccupant(answered(arrived(table, seat, person), seat, person), seat, me, (occupant) => ({
        ...occupant,
        level: 0,
        invited: Math.max(0, (occupant.invited ?? 0) - 1),
        people: [...occupant.people.filter((one) => one.person !== person), { person, name }],
      }));
    }
    case "stand":
      return withOccupant(table, seat, me, (occupant) => ({
        ...occupant,
        people: occupant.people.filter((one) => one.person !== person),
      }));
    case "computer":
      return withOccupant(table, seat, me, (occupant) => ({ ...occupant, level: Number(message.level), reserved: false, invited: 0, people: [] }));
    case "reserve":
      return withOccupant(table, seat, me, (occupant) => ({ ...occupant, reserved: true, invited: Number(message.people) }));
    case "free":
      return withOccupant(table, seat, me, (occupant) => ({ ...occupant, level: 0, reserved: false, invited: 0, people: [] }));
    case "join":
      table.names.set(person, String(message.name));
      return { ...table, joining: [...(table.joining ?? []), { seat, person, name: String(message.name) }] };
    case "reject":
      return answered(table, seat, person);
    case "start":
      return { ...table, stage: "playing", occupants: table.occupants.map((occupant) => ({ ...occupant, invited: 0 })) };
    case "play":
    case "roll":
    case "take-back":
      return { ...table, ...quiet };
    case "propose":
      return { ...table, proposal: { seat, person, token: String(message.token) } };
    case "agree":
    case "object":
      return { ...table, proposal: undefined };
    case "offer":
      return { ...table, offer: [side] };
    case "decline":
      return { ...table, offer: [] };
    case "ask":
      return { ...table, ask: [side] };
    case "refuse":
      return { ...table, ask: [] };
    case "say":
      return said(table, message);
    case "rematch":
      return { ...table, rematch: [...table.rematch.filter((one) => one !== side), side] };
    case "rated":
      return { ...table, ratings: message.ratings as TableState["ratings"] };
    case "next":
      return { ...table, next: String(message.next) };
    default:
      return table;
  }
}

export function tableAfter(table: TableNews, message: Message, me: string, skew: number): TableNews {
  const after = applyEvent(table, message, me);
  const clock = clockOf(message, skew) ?? after.clock;
  if (message.result === undefined) return { ...after, clock };
  return { ...after, ...quiet, joining: [], clock, stage: "over", result: textOf(message.result), seed: textOf(message.seed) };
}
