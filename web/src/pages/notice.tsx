/** The pages in which the server says what it keeps and who answers for it: plain text, with `# ` before headings. */
import type { Text } from "../model";
import { say, t } from "../words/words";
import { Missing, useFetched } from "./fetched";
import { Heading } from "./heading";

function Block({ text }: { text: string }) {
  const [first = "", ...rest] = text.split("\n");
  if (!first.startsWith("# ")) return <p>{text}</p>;
  const below = rest.join("\n").trim();
  return (
    <>
      <h2>{first.slice(2)}</h2>
      {below && <p>{below}</p>}
    </>
  );
}

export function NoticePage({ name }: { name: "privacy" | "legal" }) {
  const fetched = useFetched<{ text: Text }>(`/server/pages/${name}`);
  const blocks = fetched.value ? say(fetched.value.text).split(/\n\s*\n/) : [];
  return (
    <div class="page narrow notice-page">
      <Heading title={name === "privacy" ? t("privacy.title") : t("legal.title")} />
      {fetched.value ? blocks.filter((one) => one.trim()).map((one, i) => <Block key={i} text={one.trim()} />) : <Missing of={fetched} />}
    </div>
  );
}
