/** What matters of what just happened, for a few seconds over the board's edge. Screen readers hear it with the move. */
import { useEffect, useRef, useState } from "preact/hooks";
import type { Happening, Session } from "../model";
import { weightyOf } from "./weighty";

const READ = 3500; // milliseconds that a card stays,
const LINE = 1200; // and for each line more

export function EventCard({ session }: { session: Session }) {
  const log = session.log.value;
  const heard = useRef(log.length);
  const [news, setNews] = useState<readonly Happening[]>([]);
  const { game } = session.table.value.terms;
  // Worded when it is drawn: the language may change meanwhile.
  const lines = weightyOf(game, news);
  useEffect(() => {
    const latest = log.slice(heard.current);
    heard.current = log.length;
    if (weightyOf(game, latest).length > 0) setNews(latest);
  }, [log]);
  useEffect(() => {
    if (news.length === 0) return;
    const timer = setTimeout(() => setNews([]), READ + LINE * weightyOf(game, news).length);
    return () => clearTimeout(timer);
  }, [news]);
  if (lines.length === 0) return null;
  return (
    <div class="event-card" aria-hidden="true">
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
