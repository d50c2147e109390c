/** What the server tells of a table, folded into what a page shows of it. */
import type { Occupant, ClockState, TableState } from "../model";
import type { Clock, MutedSayMessage, PresenceMessage, SayMessage, TableMessage } from "../protocol";
import type { Numbered } from "./channel";

type Names = Map<string, string>;

export interface TableNews extends TableState {
  /** All people that were ever heard of, for what they said before they left. */
  names: Names;
}

function clockOf(clock: Clock | undefined, skew: number): ClockState | undefined {
  return clock && { ...clock, skew };
}

function seatsOf(occupants: Occupant[], me: string): string[] {
  return occupants.filter(({ people }) => people.some(({ person }) => person === me)).map(({ seat }) => seat);
}

/** The message `table`: everything but what was said, which it does not repeat. */
export function tableFrom(message: TableMessage, me: string, skew: number, before?: TableNews): TableNews {
  const { occupants } = message;
  const names: Names = before?.names ?? new Map<string, string>();
  for (const { people } of occupants) for (const { person, name } of people) names.set(person, name);
  return {
    id: message.table,
    stage: message.stage,
    terms: {
      game: message.game as TableState["terms"]["game"],
      seats: message.seats,
      options: message.options,
      board: message.board,
    },
    occupants,
    mine: seatsOf(occupants, me),
    owner: message.owner === me,
    ownerName: names.get(message.owner),
    clock: clockOf(message.clock, skew),
    offer: message.offer,
    ask: message.ask,
    rematch: message.rematch,
    joining: message.joining,
    proposal: message.proposal,
    replies: message.replies,
    next: message.next,
    result: message.result,
    rated: message.rated,
    training: message.training === true,
    ratings: message.ratings,
    tournament: message.tournament,
    chat: before?.chat ?? [],
    agreement: message.agreement,
    time: message.time,
    presence: before?.presence,
    commitment: message.commitment,
    seed: message.seed,
    names,
  };
}

/** The message `presence`; its moments are told by our clock. */
export function presenceFrom({ people, watchers, awaySince }: PresenceMessage, skew: number): TableState["presence"] {
  const since = Object.entries(awaySince).map(([side, at]): [string, number] => [side, at - skew]);
  return { people, watchers, awaySince: Object.fromEntries(since) };
}

/** Changes the occupant of a seat, and with it what is in our hands. */
function withOccupant(table: TableNews, seat: string, me: string, change: (occupant: Occupant) => Occupant): TableNews {
  const occupants = table.occupants.map((occupant) => (occupant.seat === seat ? change(occupant) : occupant));
  return { ...table, occupants, mine: seatsOf(occupants, me) };
}

/** A player who sits down is present: the side is no longer away. */
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

function said(table: TableNews, message: SayMessage | MutedSayMessage): TableNews {
  if ("muted" in message) return table;
  const { to, person, text, at } = message;
  const line = { to, person, name: table.names.get(person) ?? "", text, at };
  return { ...table, chat: [...table.chat, line] };
}

/** Who asked to share a seat has an answer. */
function answered(table: TableNews, seat: string, person: string): TableNews {
  return { ...table, joining: table.joining?.filter((one) => one.seat !== seat || one.person !== person) };
}

/** A move shortens the lines that begin with it; the others were about something else. */
function repliesAfter(replies: readonly string[], token: unknown): string[] {
  return replies.map((line) => line.split(" ")).flatMap(([first, ...rest]) => (first === token && rest.length > 0 ? [rest.join(" ")] : []));
}

const quiet: Partial<TableNews> = { offer: [], ask: [], proposal: undefined };

/** One event. What it does to the position is the channel's affair. */
function applyEvent(table: TableNews, message: Numbered, me: string): TableNews {
  switch (message.type) {
    case "sit": {
      const { seat, person, name } = message;
      table.names.set(person, name);
      return withOccupant(answered(arrived(table, seat, person), seat, person), seat, me, (occupant) => ({
        ...occupant,
        level: 0,
        invited: Math.max(0, (occupant.invited ?? 0) - 1),
        people: [...occupant.people.filter((one) => one.person !== person), { person, name }],
      }));
    }
    case "stand":
      return withOccupant(table, message.seat, me, (occupant) => ({
        ...occupant,
        people: occupant.people.filter((one) => one.person !== message.person),
      }));
    case "computer":
      return withOccupant(table, message.seat, me, (occupant) => ({ ...occupant, level: message.level, reserved: false, invited: 0, people: [] }));
    case "reserve":
      return withOccupant(table, message.seat, me, (occupant) => ({ ...occupant, reserved: true, invited: message.people }));
    case "free":
      return withOccupant(table, message.seat, me, (occupant) => ({ ...occupant, level: 0, reserved: false, invited: 0, people: [] }));
    case "join": {
      const { seat, person, name } = message;
      table.names.set(person, name);
      return { ...table, joining: [...(table.joining ?? []), { seat, person, name }] };
    }
    case "reject":
      return answered(table, message.seat, message.person);
    case "start":
      return { ...table, stage: "playing", occupants: table.occupants.map((occupant) => ({ ...occupant, invited: 0 })) };
    case "play":
    case "roll":
      return { ...table, ...quiet, replies: repliesAfter(table.replies ?? [], message.token) };
    case "take-back":
      return { ...table, ...quiet, replies: [] };
    case "prepare":
      return { ...table, replies: message.replies };
    case "propose":
      return { ...table, proposal: { seat: message.seat, person: message.person, token: message.token } };
    case "agree":
    case "object":
      return { ...table, proposal: undefined };
    case "offer":
      return { ...table, offer: [message.side] };
    case "decline":
      return { ...table, offer: [] };
    case "ask":
      return { ...table, ask: [message.side] };
    case "refuse":
      return { ...table, ask: [] };
    case "say":
      return said(table, message);
    case "rematch":
      return { ...table, rematch: [...table.rematch.filter((one) => one !== message.side), message.side] };
    case "rated":
      return { ...table, ratings: message.ratings };
    case "next":
      return { ...table, next: message.next };
    default:
      return table;
  }
}

export function tableAfter(table: TableNews, message: Numbered, me: string, skew: number): TableNews {
  const after = applyEvent(table, message, me);
  if ("muted" in message) return after;
  const clock = clockOf(message.clock, skew) ?? after.clock;
  if (message.result === undefined) return { ...after, clock };
  return { ...after, ...quiet, replies: [], joining: [], clock, stage: "over", result: message.result, seed: message.seed };
}
