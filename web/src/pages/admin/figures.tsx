/** The server in figures. */
import { t } from "../../words/words";
import type { Figures } from "../../protocol";
import { Missing, useFetched } from "../fetched";
import { language } from "../settings";
import { moment } from "../time";

const number = (value: number) => new Intl.NumberFormat(language.value === "en" ? "en-GB" : "fr").format(value);
const megabytes = (bytes: number) => t("figure.megabytes", { n: number(Math.round(bytes / 104_857.6) / 10) });

function List({ figures }: { figures: Figures }) {
  const { people, tables } = figures;
  const all = [
    [t("figure.accounts"), number(people.accounts)],
    [t("figure.guests"), number(people.guests)],
    [t("figure.bots"), number(people.bots)],
    [t("figure.sockets"), number(figures.sockets)],
    [t("figure.connections"), number(figures.connections)],
    [t("figure.open"), number(tables.open)],
    [t("figure.playing"), number(tables.playing)],
    [t("figure.loaded"), number(tables.loaded)],
    [t("figure.thinking"), number(figures.thinking)],
    [t("figure.bans"), number(figures.bans)],
    [t("figure.memory"), megabytes(figures.memory)],
    [t("figure.store"), megabytes(figures.store)],
  ] as const;
  return (
    <dl class="figures">
      {all.map(([name, value]) => (
        <div key={name} class="card">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function FiguresPage() {
  const fetched = useFetched<Figures>("/admin/server");
  const figures = fetched.value;
  if (!figures) return <Missing of={fetched} />;
  return (
    <>
      <p class="faded">{t("figure.opened", { name: figures.name, version: figures.version, moment: moment(figures.opened) })}</p>
      {figures.trouble && (
        <p class="notice" role="alert">
          {t("figure.trouble", { trouble: figures.trouble })}
        </p>
      )}
      <List figures={figures} />
      <button type="button" class="button second" onClick={() => void fetched.again()}>
        {t("figure.again")}
      </button>
    </>
  );
}
