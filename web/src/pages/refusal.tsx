/** What the server has against it, said where it was asked for. */
import type { Text } from "../model";
import { say } from "../words/words";

export function Refusal({ text }: { text: Text | null }) {
  if (!text) return null;
  return (
    <p class="notice" role="alert">
      {say(text)}
    </p>
  );
}
