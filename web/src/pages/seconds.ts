/** What counts seconds is drawn anew every second. */
import { useEffect, useState } from "preact/hooks";

export function useSeconds(): void {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, []);
}
