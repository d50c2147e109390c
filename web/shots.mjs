// Screenshots of every page and of every game in mid-play, light and dark, phone and desktop, into web/shots/.
//   node shots.mjs [WORD…]     only shots whose name contains one of the words
// Says what is too wide, what failed, and what axe finds wrong. BIVOUAC names the program (../build/bivouac unless told); the client must be built.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { openServer } from "../tests/launch.mjs";

const web = dirname(fileURLToPath(import.meta.url));
const folder = join(web, "shots");
const wanted = process.argv.slice(2);
const games = ["paris", "belligerants", "chevaliers", "kriegspiel", "chars"];
const sizes = { phone: { width: 390, height: 844 }, desktop: { width: 1360, height: 850 } };
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const click = (target) => target.click({ force: true, timeout: 2000 }).catch(() => undefined);

/** One thing a player could do now; false if it is not our turn. */
async function touchSomething(page, i) {
  const yes = page.locator("dialog[open] .button:not(.second)");
  if (await yes.count()) return click(yes);
  const setup = page.locator(".setup:visible");
  if (await setup.count()) {
    const ready = setup.locator(".choice.main:enabled");
    if (await ready.count()) return click(ready.first());
    return click(setup.locator(".choice").first()); // at random
  }
  const confirm = page.locator('[data-do="confirm"], [data-do="finish"]:enabled');
  if ((await confirm.count()) && i % 5 === 4) return click(confirm.first());
  const pick = page.locator(".point.pick");
  const choice = page.locator('[data-token]:visible:not([data-token^="A"])');
  const picks = await pick.count();
  if (!picks || i % 6 === 5) return (await choice.count()) ? click(choice.first()) : undefined;
  await click(pick.nth((i * 7) % picks));
  const target = page.locator(".point.target");
  const targets = await target.count();
  if (targets) return click(target.nth((i * 5) % targets));
  if (await choice.count()) return click(choice.first());
}

/** Plays a few turns by touching what can be touched. */
async function playOn(page, moves) {
  const ours = () => ["mine", "over"].includes(document.documentElement.dataset.turn);
  for (let i = 0; i < moves; i++) {
    await page.waitForFunction(ours, null, { timeout: 8000 }).catch(() => undefined);
    await touchSomething(page, i);
    await page.waitForTimeout(150);
  }
  await page.waitForFunction(ours, null, { timeout: 8000 }).catch(() => undefined);
}

let registered = 0;

/** Somebody with an account, under a name that nobody has yet. */
async function register({ request }, at, name) {
  const made = await request.post(at + "/api/v1/account", { data: { name: `${name} ${++registered}`, password: "four and twenty blackbirds" } });
  return { request, ...(await made.json()).person };
}

const shots = [
  { name: "home", visit: (page, at) => page.goto(at + "/") },
  { name: "lost", visit: (page, at) => page.goto(at + "/nowhere") },
  { name: "tables", visit: (page, at) => page.goto(at + "/tables") },
  { name: "mine", visit: (page, at) => page.goto(at + "/mine") },
  { name: "settings", visit: async (page, at) => { await page.goto(at + "/"); await page.locator(".settings summary").click(); } },
  ...games.map((game) => ({ name: `box-${game}`, visit: (page, at) => page.goto(`${at}/box/${game}`) })),
  { name: "new-kriegspiel", visit: (page, at) => page.goto(`${at}/new/kriegspiel`) },
  {
    name: "room",
    visit: async (page, at) => {
      const made = await page.request.post(at + "/api/v1/tables", { data: { game: "chevaliers", public: true, occupants: { S: "me", O: "invite" } } });
      const { table, keys } = await made.json();
      await page.goto(at + "/");
      await page.evaluate(([id, told]) => localStorage.setItem("bivouac.keys." + id, JSON.stringify(told)), [table, keys]);
      await page.goto(`${at}/t/${table}`);
      await page.waitForTimeout(500);
    },
  },
  { name: "enter", visit: (page, at) => page.goto(at + "/account") },
  { name: "leaders", visit: (page, at) => page.goto(at + "/leaders/chevaliers") },
  ...["account", "friends", "profile"].map((name) => ({
    name,
    visit: async (page, at) => {
      const self = await register(page, at, "Léonie");
      const other = await register(await page.context().browser().newPage(), at, "Marius");
      await other.request.put(`${at}/api/v1/friends/${self.id}`, { data: {} });
      await other.request.post(`${at}/api/v1/challenges`, { data: { to: self.id, game: "chevaliers", rated: true, time: { days: 3 } } });
      await page.goto(at + (name === "profile" ? `/people/${other.id}` : `/${name}`));
      await page.waitForTimeout(800);
    },
  })),
  ...games.map((game) => ({
    name: `play-${game}`,
    visit: async (page, at) => {
      await page.goto(at + "/");
      await page.locator(`[data-play="${game}"]`).click();
      await page.waitForSelector(".stage-board", { timeout: 15_000 });
      await page.waitForTimeout(600);
      await playOn(page, 24);
    },
  })),
  {
    name: "server-table",
    visit: async (page, at) => {
      const made = await page.request.post(at + "/api/v1/tables", { data: { game: "chevaliers", public: true, time: { seconds: 600, increment: 5 }, occupants: { S: "me", O: "computer:1" }, start: true } });
      await page.goto(`${at}/t/${(await made.json()).table}`);
      await page.waitForTimeout(800);
      await playOn(page, 6);
    },
  },
  {
    name: "curtain",
    visit: async (page, at) => {
      await page.goto(`${at}/box/chars`);
      await page.locator('input[name="against"]').nth(1).check();
      await page.locator('form button[type="submit"]').click();
      await page.waitForTimeout(800);
    },
  },
  {
    name: "end",
    visit: async (page, at) => {
      await page.goto(at + "/");
      await page.locator('[data-play="chevaliers"]').click();
      await page.locator('[data-do="resign"]').click();
      await page.locator("dialog[open] .button:not(.second)").click();
      await page.waitForTimeout(500);
    },
  },
];

const axe = readFileSync(join(web, "node_modules/axe-core/axe.min.js"), "utf8");

/** What a page does badly for people who do not see it, or not well. */
async function faults(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map((one) => `${one.id}: ${one.nodes.slice(0, 3).map((node) => node.target.join(" ")).join(" | ")}`);
}

const data = mkdtempSync(join(tmpdir(), "bivouac-shots-"));
mkdirSync(folder, { recursive: true });
const server = await openServer(process.env.BIVOUAC ?? join(web, "../build/bivouac"), { data, options: ["--web", join(web, "dist")] });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: flags });
try {
  for (const [size, viewport] of Object.entries(sizes))
    for (const theme of ["light", "dark"])
      for (const shot of shots) {
        const name = `${shot.name}-${size}-${theme}`;
        if (wanted.length && !wanted.every((word) => name.includes(word))) continue;
        const context = await browser.newContext({ viewport, colorScheme: theme, locale: size === "phone" ? "fr-FR" : "en-GB", baseURL: server.url, reducedMotion: "reduce" });
        await context.request.post(server.url + "/api/v1/guest", { data: { name: "Madeleine" } });
        const page = await context.newPage();
        page.on("pageerror", (error) => console.log(`${name}: ${error.message}`));
        page.on("console", (line) => line.type() === "error" && console.log(`${name}: ${line.text()}`));
        try {
          await shot.visit(page, server.url);
          await page.waitForTimeout(400);
        } catch (error) {
          console.log(`${name}: ${error.message.split("\n")[0]}`);
        }
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        if (wide > 0) console.log(`${name}: ${wide} pixels too wide`);
        for (const fault of await faults(page)) console.log(`${name}: axe ${fault}`);
        await page.screenshot({ path: join(folder, name + ".png"), fullPage: true });
        await context.close();
      }
} finally {
  await browser.close();
  server.close();
  rmSync(data, { recursive: true, force: true });
}
