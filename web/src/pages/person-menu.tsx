/** The banner's menu about oneself. Nothing is asked of the server before it is opened. */
import { t } from "../words/words";
import { request } from "./api";
import { later } from "./later";
import { Menu } from "./menu";
import { account, meet, person } from "./person";
import { go, visits } from "./route";

const OtherDevice = later(() => import("./other-device").then((part) => part.OtherDevice), () => null);

async function leave(): Promise<void> {
  await request("POST", "/logout", {}).catch(() => undefined);
  await meet();
  go("/");
}

function Sign({ name }: { name: string }) {
  return (
    <>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <circle cx="12" cy="8" r="3.8" fill="none" stroke="currentColor" stroke-width="2" />
        <path d="M4.5 20c.8-4.2 3.6-6.3 7.5-6.3s6.7 2.1 7.5 6.3" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
      </svg>
      {name && <bdi class="name menu-name">{name}</bdi>}
    </>
  );
}

export function PersonMenu() {
  const name = account.value;
  const me = person.value;
  const wanted = () => {
    if (me === undefined) void meet();
  };
  return (
    <Menu kind="person" name={name ? t("menu.person-of", { name }) : t("menu.person")} sign={<Sign name={name} />} opened={wanted}>
      {!name && <p>{me ? t("menu.guest", { name: me.name }) : t("menu.nobody")}</p>}
      <ul class="plain">
        {name && me && (
          <li>
            <a href={`/people/${encodeURIComponent(me.id)}`}>{t("menu.profile")}</a>
          </li>
        )}
        {name && (
          <li>
            <a href="/friends">{t("menu.friends")}</a>
          </li>
        )}
        <li>
          <a href="/leaders">{t("menu.leaders")}</a>
        </li>
        {me?.role === "admin" && (
          <li>
            <a href="/admin">{t("menu.admin")}</a>
          </li>
        )}
        <li>
          <a href="/account">{name ? t("menu.account") : t("menu.enter")}</a>
        </li>
        {name && (
          <li>
            <button type="button" onClick={() => void leave()} data-do="logout">
              {t("menu.leave")}
            </button>
          </li>
        )}
      </ul>
      {me && (
        <details class="device">
          <summary>{t("device.title")}</summary>
          <p>{t("device.text")}</p>
          <OtherDevice key={visits.value} />
        </details>
      )}
    </Menu>
  );
}
