/** The protocol of the server. Made by protocol/make from protocol/, which explains every field; do not edit. */

export const PROTOCOL_VERSION = 1;

/** A sentence in both languages. */
export interface Text { fr: string; en: string }
/** A refusal. */
export interface Refusal { code: string; text: Text; detail?: string; wait?: number }
export interface Person { id: string; name: string; account: boolean; role?: "admin"; bot?: true }
/** null: no clock. Seconds: for each side and the whole game, with an increment for each completed turn. Days: for each turn, with the vacation days of each side. */
export type Time = null | { seconds: number; increment?: number } | { days: number; vacation?: number };
export type Stage = "open" | "playing" | "over";
/** How a table is set up. */
export interface Setup {
  game: string;
  seats: number;
  options: Record<string, string>;
  public: boolean;
  chat: boolean;
  club?: string;
  tournament?: string;
  agreement: boolean;
  rated: boolean;
  training?: true;
  time: Time;
}
/** A person on a seat. */
export interface Holder { person: string; name: string; bot?: true }
/** Who holds a seat: people, the computer, an invitation, or no player yet. */
export interface Occupant { seat: string; side: string; level: number; reserved: boolean; invited: number; people: Holder[]; word?: string }
/** Only at tables with a clock. */
export interface Clock {
  at: number;
  left: Record<string, number>;
  running: string[];
  vacation?: Record<string, number>;
  awayUntil?: Record<string, number>;
}
/** Each side with its points, and the reason: `V 0 G 1 resigned`; `*`: closed before the game began. */
export type Result = string;
/** By side: the ratings before and after a rated game. */
export type Ratings = Record<string, { before: number; after: number }>;
/** A line of the lobby. */
export interface Summary extends Setup { table: string; stage: Stage; occupants: Occupant[] }
/** A table to be opened. */
export interface Opening {
  game: string;
  options?: Record<string, string>;
  seats?: number;
  board?: string;
  position?: string;
  public?: boolean;
  chat?: boolean;
  club?: string;
  agreement?: boolean;
  rated?: boolean;
  training?: boolean;
  time?: Time;
  occupants?: Record<string, string>;
  word?: string;
  start?: boolean;
}
export interface Opened { table: string; keys: Record<string, string> }
/** The line of its table, and who challenges whom. */
export interface Challenge extends Summary { from: Person; to: Person; at: number }
/** Who looks for an opponent. */
export interface Seeks {
  waiting: ({ game: string | null; pace: "live" | "correspondence"; count: number; usual: number | null })[];
  people: ({ person: string; name: string; account: boolean; game: string | null; pace: "live" | "correspondence"; rated: boolean; rating?: number | null; since: number })[];
}
/** A game event, for animations and logs; docs/api.md explains the kinds. */
export interface GameEvent { kind: EventKind; side: string; piece: number; from?: string; to?: string; amount: number }
/** What a move did on the board. */
export type EventKind = "placed" | "moved" | "turned" | "transferred" | "plotted" | "fired" | "rolled" | "lost" | "missed" | "taken" | "destroyed" | "changed" | "shown" | "fought" | "summoned" | "called" | "asked" | "priced" | "accepted" | "refused" | "passed" | "ready" | "turn" | "over";
/** As it is stored; it may get more fields. */
export type Anything = unknown;
/** Your relation to a person. */
export interface Relation { friend: boolean; asked: boolean; asking: boolean; blocked: boolean }
/** A friend, and whether they are connected. */
export interface Present extends Person { online: boolean }
/** Games in which both sides have played. */
export interface Counts { games: number; won: number; drawn: number; lost: number }
export interface Rating {
  game: string;
  rating: number;
  deviation: number;
  games: number;
  provisional: boolean;
  won: number;
  drawn: number;
  lost: number;
  best: number;
  place?: number;
}
export interface Tally { game: string; games: number; won: number; drawn: number; lost: number; computer: Counts }
/** The public profile of a person. Accounts have `created` and `about`, bots have `owner`; `relation` is missing in your own profile. */
export interface Profile {
  person: Person;
  created?: number;
  about?: string;
  owner?: Person;
  ratings: Rating[];
  tallies: Tally[];
  relation?: Relation;
}
export interface Leader { place: number; person: Person; rating: number; deviation: number; games: number; provisional: boolean }
/** A table to be opened for two. */
export interface Challenging {
  to: string;
  seat?: string;
  game: string;
  options?: Record<string, string>;
  seats?: number;
  board?: string;
  position?: string;
  chat?: boolean;
  club?: string;
  tournament?: string;
  agreement?: boolean;
  rated?: boolean;
  training?: boolean;
  time?: Time;
  word?: string;
}
/** A table of yours that is not over. */
export interface OwnTable extends Summary { yourTurn: boolean; left?: number; vacation?: number; awayUntil?: number; created: number }
/** A table of yours that is over; GET /api/v1/records?mine=1 has the rest. */
export interface PastTable { table: string; stage: "over"; created: number }
export interface Device { id: string; device: string; created: number; seen: number; current: boolean }
export interface Bot { id: string; name: string; created: number }
export interface Account { person: Person; created: number; about: string; codesLeft: number; sessions: Device[]; bots: Bot[] }
export interface OwnRating { place?: number; rating: number; deviation: number; games: number; provisional: boolean }
export interface Leaders { game: string; leaders: Leader[]; me?: OwnRating }
export interface Friends { friends: Present[]; asked: Person[]; asking: Person[]; blocked: Person[] }
/** It is your turn; its time is running out; an opponent is found; you are challenged; your tournament begins. */
export type ReminderKind = "turn" | "late" | "opponent" | "challenge" | "tournament";
/** No reminder comes in this time of the day; those that still hold come at its end. */
export interface QuietHours { from: number; to: number }
export interface ReminderDevice { id: string; device: string; since: number; kinds: ReminderKind[]; quiet: null | QuietHours }
/** Reminders by e-mail. */
export interface ReminderMail { address: string | null; confirmed: boolean; kinds: ReminderKind[]; quiet: null | QuietHours }
export interface Game {
  id: string;
  name: Text;
  about: Text;
  secrets: boolean;
  chance: boolean;
  sides: { side: string; title: Text }[];
  forms: { seats: number; seat: { seat: string; side: string; title: Text }[] }[];
  options: { name: string; what: Text; minor: boolean; values: { name: string; what: Text }[] }[];
  pieces: Text[];
}
/** A finished game in a list. */
export interface RecordLine extends Setup {
  table: string;
  players: Record<string, string>;
  begun: number;
  ended: number;
  length: number;
  ratings?: Ratings;
  result: Result;
}
/** A finished game. */
export interface GameRecord extends Setup {
  table: string;
  players: Record<string, string>;
  begun: number;
  ended: number;
  length: number;
  ratings?: Ratings;
  result: Result;
  commitment: string;
  seed: string;
  tokens: [string, string][];
}
export type Role = "asking" | "member" | "officer" | "owner";
export interface ClubLine {
  id: string;
  name: string;
  about: string;
  open: boolean;
  owner: string;
  created: number;
  size: number;
  role?: Role;
}
export interface Member { person: string; name: string; role: Role; since: number }
export interface Club {
  id: string;
  name: string;
  about: string;
  open: boolean;
  owner: string;
  created: number;
  size: number;
  role: Role | null;
  members: Member[];
}
export interface ClubFields { name: string; about?: string; open?: boolean }
export interface ClubChange { name?: string; about?: string; open?: boolean }
export interface ClubPage { club: Club; tables: Summary[]; more: boolean }
export type TournamentKind = "round-robin" | "swiss" | "arena";
/** An arena uses seconds and requires `minutes`. */
export interface TournamentFields {
  name: string;
  kind: TournamentKind;
  game: string;
  options?: Record<string, string>;
  time: Time;
  rounds?: number;
  legs?: number;
  minutes?: number;
  pause?: number;
  club?: string;
  starts?: number;
  rated?: boolean;
  bots?: boolean;
}
export interface Tournament {
  id: string;
  name: string;
  kind: TournamentKind;
  stage: "announced" | "running" | "over" | "cancelled";
  game: string;
  options?: Record<string, string>;
  time: Time;
  rated: boolean;
  bots: boolean;
  rounds?: number | null;
  legs?: number;
  minutes?: number;
  pause?: number;
  club?: string;
  owner: string;
  starts: number | null;
  began: number | null;
  ended: number | null;
  players: number;
}
export interface Standing {
  place: number;
  person: string;
  name: string;
  rating: number;
  left: boolean;
  measures: number[];
  won: number;
  drawn: number;
  lost: number;
}
export interface TournamentGame {
  round: number;
  a: string;
  b: string | null;
  outcome: "open" | "won-a" | "won-b" | "drawn" | "forfeit-a" | "forfeit-b" | "forfeit-both" | "bye";
  points?: [number, number];
  table?: string;
  result?: string;
}
export interface TournamentPage {
  tournament: Tournament;
  you?: "in" | "left" | null;
  round: number;
  opens: number | null;
  measures: { id: string; name: Text }[];
  standings: Standing[];
  firstGame: number;
  games: TournamentGame[];
  crosstable?: ((number | null)[])[];
}
export interface Tournaments {
  running: Tournament[];
  announced: Tournament[];
  after: string | null;
  over: Tournament[];
  before: string | null;
}
export interface ServerFacts {
  name: string;
  version: string;
  registration: "open" | "invitation" | "closed";
  announcement: Text | null;
  pages: ("privacy" | "legal")[];
}
export interface Figures {
  name: string;
  version: string;
  opened: number;
  people: { accounts: number; guests: number; bots: number };
  connections: number;
  sockets: number;
  tables: { open: number; playing: number; loaded: number };
  thinking: number;
  bans: number;
  memory: number;
  store: number;
  trouble: string | null;
}
export interface AdminPerson {
  person: null | Person;
  created: number;
  seen: number;
  connections: number;
  banned: null | { until: number | null; reason: string };
}
export interface AdminTable extends Summary { subscribed: number }
export interface Ban { id: string; address?: string; person?: null | Person; until: number | null; reason: string; by: string; at: number }
export interface Report {
  id: string;
  state: "open" | "closed";
  at: number;
  by: null | Person;
  person: null | Person;
  table?: string;
  reason: string;
  text: string;
  note: string;
}
export interface Invitation { code: string; uses: number; used: number; note: string; by: string; created: number }
export interface AuditEntry { at: number; by: string; what: string; whom: string; detail: string }

export interface PingRequest { do: "ping" }
export interface OpenRequest extends Opening { do: "open" }
export interface ResumeRequest { do: "resume"; ticket: string }
export interface SubscribeRequest { do: "subscribe"; table: string; since?: number | Record<string, number> }
export interface LeaveRequest { do: "leave"; table: string }
export interface MuteRequest { do: "mute"; table: string; on: boolean }
export interface LegalRequest { do: "legal"; table: string; seat?: string }
export interface LobbyRequest { do: "lobby" }
export interface LobbyLeaveRequest { do: "lobby-leave" }
export interface SeekRequest { do: "seek"; game?: string; pace: "live" | "correspondence"; rated?: boolean; again?: boolean; with?: string }
export interface SeekLeaveRequest { do: "seek-leave" }
export interface TournamentRequest { do: "tournament"; tournament: string }
export interface TournamentLeaveRequest { do: "tournament-leave" }
export interface SitRequest { do: "sit"; table: string; seat?: string; key?: string; word?: string }
export interface WordRequest { do: "word"; table: string; seat?: string; word: string }
export interface StandRequest { do: "stand"; table: string; seat?: string }
export interface ComputerRequest { do: "computer"; table: string; seat: string; level: number }
export interface InviteRequest { do: "invite"; table: string; seat?: string; people?: number }
export interface JoinRequest { do: "join"; table: string; seat: string }
export interface AdmitRequest { do: "admit"; table: string; seat?: string; person?: string }
export interface RejectRequest { do: "reject"; table: string; seat?: string; person?: string }
export interface FreeRequest { do: "free"; table: string; seat: string }
export interface StartRequest { do: "start"; table: string; seat?: string }
export interface CancelRequest { do: "cancel"; table: string; seat?: string }
export interface PlayRequest { do: "play"; table: string; seat?: string; token: string; key?: string }
export interface PrepareRequest { do: "prepare"; table: string; seat?: string; replies: string[] }
export interface AgreeRequest { do: "agree"; table: string; seat?: string }
export interface ObjectRequest { do: "object"; table: string; seat?: string }
export interface OfferRequest { do: "offer"; table: string; seat?: string }
export interface AcceptRequest { do: "accept"; table: string; seat?: string }
export interface DeclineRequest { do: "decline"; table: string; seat?: string }
export interface AskRequest { do: "ask"; table: string; seat?: string }
export interface GrantRequest { do: "grant"; table: string; seat?: string }
export interface RefuseRequest { do: "refuse"; table: string; seat?: string }
export interface ResignRequest { do: "resign"; table: string; seat?: string }
export interface ClaimRequest { do: "claim"; table: string; seat?: string }
export interface VacationRequest { do: "vacation"; table: string; seat?: string; days: number }
export interface SayRequest { do: "say"; table: string; seat?: string; to?: "table" | "side"; text: string }
export interface RematchRequest { do: "rematch"; table: string; seat?: string }

export type Request =
  | PingRequest
  | OpenRequest
  | ResumeRequest
  | SubscribeRequest
  | LeaveRequest
  | MuteRequest
  | LegalRequest
  | LobbyRequest
  | LobbyLeaveRequest
  | SeekRequest
  | SeekLeaveRequest
  | TournamentRequest
  | TournamentLeaveRequest
  | SitRequest
  | WordRequest
  | StandRequest
  | ComputerRequest
  | InviteRequest
  | JoinRequest
  | AdmitRequest
  | RejectRequest
  | FreeRequest
  | StartRequest
  | CancelRequest
  | PlayRequest
  | PrepareRequest
  | AgreeRequest
  | ObjectRequest
  | OfferRequest
  | AcceptRequest
  | DeclineRequest
  | AskRequest
  | GrantRequest
  | RefuseRequest
  | ResignRequest
  | ClaimRequest
  | VacationRequest
  | SayRequest
  | RematchRequest;

/** Every event has these. */
export interface EventHead { table: string; as: string; n: number; at: number }
/** Any event may have these. */
export interface EventTail { clock?: Clock; result?: Result; seed?: string }
/** The first message. `version` is that of this page; `person` is null without a valid cookie. */
export interface HelloMessage { type: "hello"; version: number; person: Person | null; now: number }
/** Granted, and stored. `open` returns `table` and `keys`; `invite` returns `key`; `legal` returns `seat`, `all` and `legal`; `resume` returns `person`. */
export interface DoneMessage {
  type: "done";
  re: number;
  now?: number;
  table?: string;
  keys?: Record<string, string>;
  person?: Person;
  seat?: string;
  all?: boolean;
  legal?: string[];
  key?: string;
}
/** Not granted; nothing has changed. `code` is one of those [below](#refusals), `text` is for people, `detail` says more, `wait` is the number of seconds after which to try again. */
export interface RefusedMessage extends Refusal { type: "refused"; re?: number }
/** The lobby, after `lobby`: lines as in `GET /api/v1/tables`, newest first; `more`: there are more tables than are listed. */
export interface LobbyMessage { type: "lobby"; tables: Summary[]; more: boolean }
/** A line of the lobby is new or has changed. */
export interface LobbyTableMessage extends Summary { type: "lobby-table" }
/** A game is over, or a table was closed. */
export interface LobbyGoneMessage { type: "lobby-gone"; table: string }
/** Who looks for an opponent; as `GET /api/v1/seeks`. After `lobby` and `seek`, and when it changes, at most once a second. */
export interface SeeksMessage extends Seeks { type: "seeks" }
/** An opponent was found: the game at this table has begun, and your time runs. */
export interface PairedMessage { type: "paired"; table: string }
/** You no longer look for an opponent through this connection: you do through another one, or the seek could not be stored. */
export interface SeekOverMessage { type: "seek-over" }
/** The clock of the server was set, or the server was stopped for a while: `now` replaces that of `hello`. */
export interface NowMessage { type: "now"; now: number }
/** An announcement of the admins, or null when it was withdrawn. `GET /api/v1/server` returns it too. */
export interface AnnouncementMessage { type: "announcement"; announcement: Text | null }
/** You are paired: the game at this table has begun, and your time runs. `round` is counted from 1. */
export interface TournamentMessage { type: "tournament"; tournament: string; table: string; round: number }
/** You are paired: the table opens at the time `opens`, and a `tournament` message follows. `opponent` is the name of the player whom you meet, `side` the side that you play, `title` its name. `round` is counted from 1. */
export interface TournamentNextMessage {
  type: "tournament-next";
  tournament: string;
  round: number;
  opponent: string;
  side: string;
  title: Text;
  opens: number;
}
/** The tournament that you watch has changed: a player joined or left, a game is over, a round has begun. */
export interface TournamentChangedMessage { type: "tournament-changed"; tournament: string }
/** Who is at the table: the `people` with seats who are connected, the number of watchers, and since when no player of a side has been connected. It is sent whenever that changes, has no number, and is not repeated. */
export interface PresenceMessage { type: "presence"; table: string; people: string[]; watchers: number; awaySince: Record<string, number> }
/** A person challenges you, or you challenge a person: the line of the table, `from` whom, `to` whom, and when. */
export interface ChallengeMessage extends Challenge { type: "challenge" }
/** A challenge was `accepted`, and the game has begun; or it was declined or withdrawn, or the table was closed. */
export interface ChallengeOverMessage { type: "challenge-over"; table: string; accepted: boolean }
/** The whole table as it stands, for one channel; the schema `Table` of [openapi.json](openapi.json) explains the fields. `offer`, `ask` and `rematch` list the sides that have sent these, `joining` the people who ask to share a seat. `proposal` is present only for the side that proposes. */
export interface TableMessage extends Setup {
  type: "table";
  table: string;
  as: string;
  n: number;
  stage: Stage;
  board?: string;
  fromPosition: boolean;
  owner: string;
  commitment: string;
  occupants: Occupant[];
  position: string;
  toAct: string[];
  clock?: Clock;
  offer: string[];
  ask: string[];
  rematch: string[];
  joining: { seat: string; person: string; name: string; bot?: true }[];
  proposal?: { seat: string; person: string; token: string };
  replies?: string[];
  next?: string;
  ratings?: Ratings;
  result?: Result;
  seed?: string;
}
export interface SitMessage extends EventHead, EventTail { type: "sit"; seat: string; person: string; name: string }
export interface StandMessage extends EventHead, EventTail { type: "stand"; seat: string; person: string }
export interface ComputerMessage extends EventHead, EventTail { type: "computer"; seat: string; level: number }
/** The seat is reserved for this number of invited `people`; only the person who asked for the key receives it. At the table of a challenge, the `person` for whom the seat is reserved. */
export interface ReserveMessage extends EventHead, EventTail { type: "reserve"; seat: string; people: number; person?: string }
/** A person asks those who hold the seat to share it. */
export interface JoinMessage extends EventHead, EventTail { type: "join"; seat: string; person: string; name: string }
/** They do not share it. A person who is admitted sits down: `sit`. */
export interface RejectMessage extends EventHead, EventTail { type: "reject"; seat: string; person: string }
/** The seat is empty and open. The `table` follows for all subscribers, because a person may have lost a seat. */
export interface FreeMessage extends EventHead, EventTail { type: "free"; seat: string }
/** The word that a seat mixes into the dice. */
export interface WordMessage extends EventHead, EventTail { type: "word"; seat: string; word: string }
export interface StartMessage extends EventHead, EventTail { type: "start"; position: string; toAct: string[] }
/** A move. `events` say what it did, as far as this channel may know ([below](#game-events)); `token` is the move itself, where the channel may know it. `position` and `toAct` are those after it. `person` is the person who played; it is missing for the computer. */
export interface PlayMessage extends EventHead, EventTail {
  type: "play";
  seat: string;
  events: GameEvent[];
  position: string;
  toAct: string[];
  token?: string;
  person?: string;
}
/** Chance: the server throws the dice as soon as `toAct` is `["#"]`. */
export interface RollMessage extends EventHead, EventTail {
  type: "roll";
  events: GameEvent[];
  position: string;
  toAct: string[];
  token?: string;
}
/** Sent only to the side, as are `agree` and `object`. */
export interface ProposeMessage extends EventHead, EventTail { type: "propose"; seat: string; person: string; token: string }
/** The `play` follows. */
export interface AgreeMessage extends EventHead, EventTail { type: "agree"; side: string; person: string }
export interface ObjectMessage extends EventHead, EventTail { type: "object"; side: string; person: string }
/** Sent only to the side: the `replies` that it has prepared, instead of those before. A move shortens the lines that begin with it and removes the others; a take-back removes all. */
export interface PrepareMessage extends EventHead, EventTail { type: "prepare"; side: string; person: string; replies: string[] }
export interface OfferMessage extends EventHead, EventTail { type: "offer"; side: string }
export interface DeclineMessage extends EventHead, EventTail { type: "decline"; side: string }
export interface AcceptMessage extends EventHead, EventTail { type: "accept"; side: string; position: string; toAct: string[] }
/** `tokens`: the number of tokens to take back. */
export interface AskMessage extends EventHead, EventTail { type: "ask"; side: string; tokens: number }
export interface RefuseMessage extends EventHead, EventTail { type: "refuse"; side: string }
/** `side` has granted it. `position` and `toAct` are those before the `tokens` that were taken back. */
export interface TakeBackMessage extends EventHead, EventTail {
  type: "take-back";
  side: string;
  tokens: number;
  position: string;
  toAct: string[];
}
export interface ResignMessage extends EventHead, EventTail { type: "resign"; side: string; position: string; toAct: string[] }
/** The side's time has run out. */
export interface FlagMessage extends EventHead, EventTail { type: "flag"; side: string; position: string; toAct: string[] }
/** The side has left the game. */
export interface AbandonMessage extends EventHead, EventTail { type: "abandon"; side: string; position: string; toAct: string[] }
/** The table was closed before the game began, or by an admin of the server; a game that had begun shows its position. */
export interface CancelMessage extends EventHead, EventTail { type: "cancel"; position?: string; toAct?: string[] }
/** The side gets back the time that a lost connection cost. */
export interface CreditMessage extends EventHead, EventTail { type: "credit"; side: string; milliseconds: number }
/** The server was stopped, or this table was unloaded; that time does not count. */
export interface RestartMessage extends EventHead, EventTail { type: "restart" }
/** The clock of the server was set, or the server was stopped for a while; live clocks do not count that. `at` may be earlier than that of the previous message if the clock was set back. */
export interface PauseMessage extends EventHead, EventTail { type: "pause" }
export interface VacationMessage extends EventHead, EventTail { type: "vacation"; side: string; days: number }
/** `to` is `table`, or the side that receives it. A client that has muted the table, or whose person sat down on that side later, receives only its number: `"muted":true`, and neither `at` nor anything else. */
export interface SayMessage extends EventHead, EventTail { type: "say"; to: string; person: string; text: string }
export interface MutedSayMessage { type: "say"; table: string; as: string; n: number; muted: true }
export interface RematchMessage extends EventHead, EventTail { type: "rematch"; side: string }
/** The table of the rematch. */
export interface NextMessage extends EventHead, EventTail { type: "next"; next: string }
/** The game was rated: by side, the rating before and after. It follows the message that ended the game. */
export interface RatedMessage extends EventHead, EventTail { type: "rated"; ratings: Ratings }

export type TableEvent =
  | SitMessage
  | StandMessage
  | ComputerMessage
  | ReserveMessage
  | JoinMessage
  | RejectMessage
  | FreeMessage
  | WordMessage
  | StartMessage
  | PlayMessage
  | RollMessage
  | ProposeMessage
  | AgreeMessage
  | ObjectMessage
  | PrepareMessage
  | OfferMessage
  | DeclineMessage
  | AcceptMessage
  | AskMessage
  | RefuseMessage
  | TakeBackMessage
  | ResignMessage
  | FlagMessage
  | AbandonMessage
  | CancelMessage
  | CreditMessage
  | RestartMessage
  | PauseMessage
  | VacationMessage
  | SayMessage
  | RematchMessage
  | NextMessage
  | RatedMessage;

export type Message =
  | HelloMessage
  | DoneMessage
  | RefusedMessage
  | LobbyMessage
  | LobbyTableMessage
  | LobbyGoneMessage
  | SeeksMessage
  | PairedMessage
  | SeekOverMessage
  | NowMessage
  | AnnouncementMessage
  | TournamentMessage
  | TournamentNextMessage
  | TournamentChangedMessage
  | PresenceMessage
  | ChallengeMessage
  | ChallengeOverMessage
  | TableMessage
  | SitMessage
  | StandMessage
  | ComputerMessage
  | ReserveMessage
  | JoinMessage
  | RejectMessage
  | FreeMessage
  | WordMessage
  | StartMessage
  | PlayMessage
  | RollMessage
  | ProposeMessage
  | AgreeMessage
  | ObjectMessage
  | PrepareMessage
  | OfferMessage
  | DeclineMessage
  | AcceptMessage
  | AskMessage
  | RefuseMessage
  | TakeBackMessage
  | ResignMessage
  | FlagMessage
  | AbandonMessage
  | CancelMessage
  | CreditMessage
  | RestartMessage
  | PauseMessage
  | VacationMessage
  | SayMessage
  | MutedSayMessage
  | RematchMessage
  | NextMessage
  | RatedMessage;

export type RefusalCode =
  | "needs-name"
  | "bad-name"
  | "name-taken"
  | "weak-password"
  | "wrong-password"
  | "bad-code"
  | "no-such-session"
  | "no-such-bot"
  | "too-many-bots"
  | "no-reminders"
  | "bad-endpoint"
  | "bad-device"
  | "bad-note"
  | "bad-address"
  | "no-such-device"
  | "too-many-devices"
  | "bad-record"
  | "too-many-games"
  | "has-account"
  | "not-for-bots"
  | "registration-closed"
  | "bad-invitation"
  | "bad-ticket"
  | "bad-body"
  | "bad-query"
  | "bad-method"
  | "not-found"
  | "cross-site"
  | "wrong-host"
  | "busy"
  | "too-many"
  | "not-stored"
  | "unreadable"
  | "bad-message"
  | "bad-word"
  | "unknown-request"
  | "no-such-table"
  | "no-such-record"
  | "no-such-page"
  | "not-over"
  | "bad-setup"
  | "bad-occupant"
  | "no-such-seat"
  | "not-your-seat"
  | "not-owner"
  | "members-only"
  | "no-such-club"
  | "no-such-member"
  | "bad-club"
  | "owner-stays"
  | "limit-reached"
  | "no-such-tournament"
  | "bad-tournament"
  | "not-now"
  | "tournament-table"
  | "seat-reserved"
  | "full"
  | "bad-group"
  | "seat-not-held"
  | "other-side"
  | "no-join"
  | "rejected"
  | "taken"
  | "bad-level"
  | "empty-seat"
  | "not-begun"
  | "begun"
  | "over"
  | "not-your-turn"
  | "illegal"
  | "no-proposal"
  | "own-proposal"
  | "no-offer"
  | "no-ask"
  | "cannot-take-back"
  | "not-abandoned"
  | "no-replies"
  | "bad-replies"
  | "no-vacation"
  | "bad-text"
  | "chat-off"
  | "not-subscribed"
  | "needs-account"
  | "not-rated"
  | "rated"
  | "blocked"
  | "no-such-person"
  | "yourself"
  | "bad-report"
  | "no-such-challenge"
  | "not-admin"
  | "banned"
  | "bad-change"
  | "bad-role"
  | "bad-ban"
  | "too-many-bans"
  | "no-such-ban"
  | "no-such-document"
  | "bad-announcement"
  | "bad-invitation-fields";
