// What moves on the board: only transform and opacity are animated, by the browser itself, and while a piece slides the page is
// not laid out again. How many frames a second a processor slowed four times draws is told, not asserted: it is the machine's.
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { browser, games, server, somebody, timed } from "./server.mjs";
import { playBox, touch } from "./play.mjs";

const at = await server();
const launched = await browser();

const TOUCHES = 120;
const FRAMES = 40;
/** Something else may happen on the page in one moment, such as the other side's answer; not in all of them. */
const MOMENTS = 10;
const MOMENT = 300;

/** Sent into the page: remembers all that was animated, and slows the sliding of a piece down so that it can be looked at. */
const watchMotion = () => {
  globalThis.motion = { properties: new Set(), slide: null };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, options) {
    const animation = animate.call(this, frames, options);
    for (const frame of animation.effect.getKeyframes()) for (const name of Object.keys(frame)) globalThis.motion.properties.add(name);
    if (globalThis.motion.slide?.playState !== "running" && this.matches("svg.board .piece")) {
      animation.playbackRate = 0.01;
      globalThis.motion.slide = animation;
    }
    return animation;
  };
};

async function untilSomethingSlides(page) {
  for (let i = 0; i < TOUCHES; i++) {
    if (await page.evaluate(() => globalThis.motion.slide?.playState === "running")) return;
    await touch(page, { idle: true, timeout: 1000, finish: 60 });
  }
  assert.fail("nothing was seen to slide");
}

/** How often the page was laid out in each moment while the piece went on, until it was not at all. */
async function layoutsIn(page, devtools) {
  const counted = async () => (await devtools.send("Performance.getMetrics")).metrics.find(({ name }) => name === "LayoutCount").value;
  const where = () => page.evaluate(() => JSON.stringify(globalThis.motion.slide.effect.target.getBoundingClientRect()));
  const found = [];
  while (found.length < MOMENTS && !found.includes(0)) {
    const from = await where();
    const before = await counted();
    await wait(MOMENT);
    found.push((await counted()) - before);
    assert.notEqual(await where(), from, "it slides");
  }
  return found;
}

/** Milliseconds that so many frames take, each drawn by the page's own thread. */
const drawFrames = (page, count) =>
  page.evaluate(
    (many) =>
      new Promise((resolve) => {
        const begun = performance.now();
        let left = many;
        const frame = () => (left-- > 0 ? requestAnimationFrame(frame) : resolve(performance.now() - begun));
        requestAnimationFrame(frame);
      }),
    count,
  );

for (const game of games)
  timed(`${game}: a piece slides, and the page is not laid out again`, async () => {
    const { context, page, faults, leave } = await somebody(launched, at, { reducedMotion: "no-preference", seed: 3 });
    await context.addInitScript(watchMotion);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Performance.enable");
    await playBox(page, game);
    await untilSomethingSlides(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const layouts = await layoutsIn(page, devtools);
    const took = await drawFrames(page, FRAMES);
    const properties = await page.evaluate(() => [...globalThis.motion.properties]);
    await leave();
    assert.ok(layouts.includes(0), `laid out in every moment: ${layouts.join(", ")}`);
    assert.deepEqual(properties.filter((name) => !["offset", "computedOffset", "easing", "composite"].includes(name)).filter((name) => !["transform", "opacity"].includes(name)), []);
    assert.deepEqual(faults, []);
    return `layouts: ${layouts.join(", ")}; ${((1000 * FRAMES) / took).toFixed(0)} frames a second`;
  });
