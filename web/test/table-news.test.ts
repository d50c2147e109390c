/** What the people at a table are told at once. */
import "./page";
import assert from "node:assert/strict";
import { test } from "node:test";
import { language } from "../src/words/language";
import { t } from "../src/words/words";
import type { Occupant, GameFacts, Happening, TableState } from "../src/model";
import { sideSubject } from "../src/pages/levels";
import { newsBetween, type Seen } from "../src/pages/table-news";

const facts = { id: "chevaliers", sides: [{ side: "S", title: { fr: "Argentés", en: "Silver" } }, { side: "O", title: { fr: "Dorés", en: "Gold" } }] } as unknown as GameFacts;

const occupant = (seat: string, person: string): Occupant => ({ seat, side: seat, level: 0, reserved: false, invited: 0, people: [{ person, name: person }] });

function seen(change: Partial<TableState> = {}, moves: string[] = []): Seen {
  const table: TableState = {
    id: "t", stage: "playing", terms: { game: "chevaliers", seats: 2, options: {} }, occupants: [occupant("S", "ada"), occupant("O", "bob")], mine: ["S"], owner: true,
    offer: [], ask: [], rematch: [], chat: [], presence: { people: ["ada", "bob"], watchers: 0, awaySince: {} }, ...change,
  };
  return { table, log: moves.map((seat) => ({ seat }) as Happening) };
}

const news = (before: Seen, after: Seen, me = "ada"): string[] => newsBetween(facts, before, after, me);

test("the answer to a draw offer is told to the side that offered", () => {
  assert.match(news(seen({ offer: ["S"] }), seen()).join(), /Gold declined the draw/);
  assert.match(news(seen({ offer: ["S"] }), seen({}, ["O"])).join(), /Gold declined the draw/, "who moves instead has declined");
  assert.deepEqual(news(seen({ offer: ["S"] }), seen({}, ["S"])), [], "our own move takes it back");
  assert.match(news(seen({ offer: ["S"] }), seen({ stage: "over", result: "S 1/2 O 1/2 agreed" })).join(), /Gold accepted the draw/);
  assert.deepEqual(news(seen({ offer: ["O"] }), seen()), [], "who has answered knows");
});

test("the answer to a request to take back is told", () => {
  assert.match(news(seen({ ask: ["S"] }, ["S"]), seen({}, ["S"])).join(), /refused/);
  assert.match(news(seen({ ask: ["S"] }, ["S"]), seen()).join(), /granted/);
});

test("a rematch that the other side asks for is told", () => {
  assert.match(news(seen({ stage: "over" }), seen({ stage: "over", rematch: ["O"] })).join(), /Gold offered a rematch/);
  assert.deepEqual(news(seen({ stage: "over" }), seen({ stage: "over", rematch: ["S"] })), []);
});

test("who leaves and who comes back is told, but not oneself", () => {
  const away = seen({ presence: { people: ["ada"], watchers: 0, awaySince: { O: 1 } } });
  assert.match(news(seen(), away).join(), /bob.*has left/);
  assert.match(news(away, seen()).join(), /bob.*is at the table/);
  assert.deepEqual(news(seen(), seen({ presence: { people: ["bob"], watchers: 0, awaySince: { S: 1 } } })), []);
});

test("what came of a proposed move, or of a request to share a seat, is told to who made it", () => {
  const proposal = { seat: "S", person: "ada", token: "b4-b5" };
  assert.match(news(seen({ proposal }), seen()).join(), /disagree/);
  assert.deepEqual(news(seen({ proposal }), seen({}, ["S"])), []);
  const joining = [{ seat: "S", person: "eve", name: "Eve" }];
  assert.match(news(seen({ joining, mine: [] }), seen({ joining: [], mine: [] }), "eve").join(), /declined/);
  assert.match(news(seen({ joining, mine: [] }), seen({ joining: [] }), "eve").join(), /share the seat now/);
});

test("French verbs agree with the side", () => {
  const sides = ["Jaunes", "les Français", "Garnison"].map((fr, i) => ({ side: String(i), title: { fr, en: fr } }));
  const told = (side: number): string => t("take-back.asked", sideSubject({ ...facts, sides }, String(side)));
  language.value = "fr";
  try {
    assert.deepEqual([0, 1, 2].map(told), [
      "Les Jaunes demandent à reprendre leur dernier tour.",
      "Les Français demandent à reprendre leur dernier tour.",
      "La Garnison demande à reprendre son dernier tour.",
    ]);
  } finally {
    language.value = "en";
  }
});
