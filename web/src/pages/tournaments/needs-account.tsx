/** What is for people with an account says so, with the way there. */
import { t } from "../../words/words";

export function NeedsAccount({ text }: { text: string }) {
  return (
    <p>
      {text} <a href="/account">{t("tournaments.enter")}</a>
    </p>
  );
}
