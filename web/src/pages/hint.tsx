/** A hint: said here in words, and lit on the board until something is chosen. */
import { useEffect, useState } from "preact/hooks";
import type { Session } from "../model";
import { say, t } from "../words/words";
import { moveWords } from "./preview-move";
import { announce } from "./voice";

export interface Advice {
  /** Missing where there is no hint to give. */
  token?: string;
  /** What the other side is expected to answer with. */
  reply?: string;
  text: string;
}

export interface Hint {
  advice: Advice | null;
  busy: boolean;
  find: () => Promise<void>;
}

/** First what to play, then why. */
async function advise(session: Session): Promise<Advice> {
  const found = await session.hint();
  if (!found) return { text: t("hint.none") };
  const { seat, token, why, reply } = found;
  const sentences = [await moveWords(session.scene.value, seat, token), say(why), reply === undefined ? "" : t("hint.reply")];
  return { token, reply, text: sentences.filter(Boolean).join(" ") };
}

export function useHint(session: Session): Hint {
  const [busy, setBusy] = useState(false);
  const [advice, setAdvice] = useState<Advice | null>(null);
  const { position } = session.scene.value;
  useEffect(() => setAdvice(null), [position]);
  const find = async () => {
    setBusy(true);
    try {
      const found = await advise(session);
      // It was about another position if a player has moved meanwhile.
      if (session.scene.value.position !== position) return;
      setAdvice(found);
      announce(found.text);
    } finally {
      setBusy(false);
    }
  };
  return { advice, busy, find };
}
