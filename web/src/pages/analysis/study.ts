/** What is studied: the terms, the board with every seat in one's hands, and the text of what lies there. */
import { useEffect, useRef, useState } from "preact/hooks";
import { outside } from "../../base";
import { engine } from "../../engine/engine";
import type { GameFacts, Terms, Text } from "../../model";
import { Sandbox } from "../../session/sandbox";
import { ruleError } from "../../engine/rule-errors";
import { visits } from "../route";
import { readLink, writeLink } from "./link";

export interface Study {
  terms: Terms;
  sandbox: Sandbox | null;
  /** Counts the positions that were laid: another one is another board. */
  laid: number;
  /** The text that is shown: of the board, or what the player wrote that is not a position. */
  text: string;
  /** What the rules have against the text. */
  fault: Text | null;
  /** Whether it began where the game does, so that what is played is a beginning. */
  fromStart: boolean;
  /** Lays another position, or (undefined) the first one, on the same terms or others. */
  lay: (position?: string, terms?: Terms) => Promise<void>;
}

/** The address follows what is on the board. */
function useAddress(facts: GameFacts, terms: Terms, sandbox: Sandbox | null, fromStart: boolean): { current: string } {
  const own = useRef(location.hash);
  const position = sandbox?.scene.value.position;
  useEffect(() => {
    if (!sandbox || position === undefined) return;
    const untouched = fromStart && sandbox.steps.length === 0;
    own.current = writeLink(facts, { terms, position: untouched ? undefined : sandbox.position });
    history.replaceState(null, "", outside(`/analysis/${facts.id}${own.current}`));
  }, [position, sandbox, terms]);
  return own;
}

export function useStudy(facts: GameFacts): Study {
  const [first] = useState(() => readLink(facts, location.hash));
  const [terms, setTerms] = useState(first.terms);
  const [sandbox, setSandbox] = useState<Sandbox | null>(null);
  const [count, setCount] = useState(0);
  const [wrong, setWrong] = useState<{ text: string; fault: Text } | null>(null);
  const [fromStart, setFromStart] = useState(first.position === undefined);
  const request = useRef(0);
  const lay = async (position?: string, on: Terms = terms): Promise<void> => {
    const mine = ++request.current;
    try {
      const laid = await Sandbox.open(engine(), { terms: on, position, diceWait: true });
      if (mine !== request.current) return;
      setSandbox(laid);
      setCount(mine);
      setTerms(on);
      setFromStart(position === undefined);
      setWrong(null);
    } catch (error) {
      const fault = await ruleError(error);
      if (mine === request.current) setWrong({ text: position ?? "", fault });
    }
  };
  const own = useAddress(facts, terms, sandbox, fromStart);
  // A link to another position of the same game, or the way back.
  const visit = visits.value;
  useEffect(() => {
    if (sandbox && location.hash === own.current) return;
    const { terms: on, position } = readLink(facts, location.hash);
    void lay(position, on);
  }, [visit]);
  // Whatever the link said, there is a board to look at.
  useEffect(() => {
    if (wrong && !sandbox) void Sandbox.open(engine(), { terms, diceWait: true }).then((laid) => setSandbox((now) => now ?? laid), () => undefined);
  }, [wrong]);
  void sandbox?.scene.value;
  return { terms, sandbox, laid: count, text: wrong?.text ?? sandbox?.position ?? "", fault: wrong?.fault ?? null, fromStart, lay };
}
