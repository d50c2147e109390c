// Somebody who does not know the games, and touches what the page offers. This function is sent into every page; it finds
// out where the next touch should be (`hands.next`), and the test's mouse or finger then really touches there.
export function robot(seed) {
  let state = (seed * 2654435761) >>> 0 || 1;
  const below = (n) => {
    state ^= state << 13;
    state >>>= 0;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % n;
  };
  const chance = (percent) => below(100) < percent;
  const any = (list) => list[below(list.length)];
  const all = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility?.() !== false && !one.disabled);
  const one = (selector) => all(selector)[0];
  const words = (element) => element.getAttribute("aria-label") ?? element.textContent ?? "";
  const takes = (element) => /may be taken|peut être pris/.test(words(element));

  /** Everything that can be touched now, in one string: when it changes, the last touch has had its effect. */
  function offered() {
    const lit = all(".point.pick, .point.target, .point.far, .point.turn, .point.held, .point.open").map((point) => point.dataset.point + point.getAttribute("class"));
    const tokens = all("[data-token], [data-do], dialog[open] h2, .choice").map((element) => (element.dataset.token ?? element.dataset.do ?? "") + words(element));
    const sign = document.querySelector(".turn")?.textContent ?? "";
    return [sign, document.querySelectorAll(".moves li span").length, ...lit, ...tokens].join(" ");
  }

  let dealt = -Infinity;
  /** At random, and then ready. Dealing again and again would keep the page at work for ever. */
  function inSetup() {
    if (one(".choice.main")) return one(".choice.main");
    if (performance.now() - dealt < 3000) return undefined;
    dealt = performance.now();
    return all(".choice").find((choice) => /^(At random|Au hasard)$/.test(words(choice)));
  }

  /** A few shots, then ready. */
  function inPlot() {
    const ready = one(".choice.main");
    const open = all(".plot .point.open");
    const shots = document.querySelectorAll(".plot .over > g").length;
    return open.length && (!ready || (shots < 3 && chance(70))) ? any(open) : ready;
  }

  /** One's own side is below: what is highest is nearest to the enemy. */
  const foremost = (points) => points.reduce((best, point) => (spotOf(point).y < spotOf(best).y ? point : best));

  function onBoard(manner) {
    const choices = all(".choices [data-token], .handle[data-token]").filter((choice) => choice.dataset.token !== "A?" && !(manner.noEnd && choice.dataset.token === "."));
    if (one(".point.held")) {
      const targets = all(".point.target, .point.far, .point.turn");
      const taken = targets.filter(takes);
      if (taken.length && chance(90)) return any(taken);
      if (targets.length && (!choices.length || chance(75))) return manner.forward && chance(80) ? foremost(targets) : any(targets);
      return choices.length ? any(choices) : one(".choice.lesser");
    }
    const confirm = one('[data-do="confirm"]');
    const picks = all(".point.pick");
    if (confirm && (!picks.length || chance(60))) return confirm;
    const finish = one('[data-do="finish"]');
    if (finish && (!picks.length || chance(manner.finish ?? 25))) return finish;
    const fronts = manner.keen ? picks.filter((pick) => manner.keen.includes(pick.dataset.point)) : [];
    if (fronts.length) return any(fronts);
    if (picks.length && (!choices.length || chance(88))) return any(picks);
    return choices.length ? any(choices) : undefined;
  }

  function wanted(manner) {
    const yes = one("dialog[open] .button:not(.second)");
    if (yes) return yes;
    const look = one('[data-do="look"]');
    if (look) return look;
    if (document.querySelector(".plot")) return inPlot();
    if (document.querySelector(".setup")) return inSetup();
    dealt = -Infinity;
    return onBoard(manner);
  }

  const spotOf = (element) => {
    const { left, top, width, height } = (element.querySelector(".ground") ?? element).getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };

  /** Where a finger comes down on an element; what lies above it would be touched instead. */
  function reach(element) {
    let spot = spotOf(element);
    const free = () => {
      const top = document.elementFromPoint(spot.x, spot.y);
      return top && (element.contains(top) || (element.dataset.point && element.closest("svg")?.contains(top)));
    };
    if (!free()) {
      element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      spot = spotOf(element);
    }
    if (!free()) {
      const above = document.elementFromPoint(spot.x, spot.y);
      const notice = above?.closest(".notice, dialog")?.textContent;
      throw new Error(`covered by ${above?.outerHTML.slice(0, 200)}${notice ? ` of “${notice}”` : ""}: ${element.outerHTML.slice(0, 160)}`);
    }
    return spot;
  }

  const change = (most) =>
    new Promise((resolve) => {
      const done = () => {
        observer.disconnect();
        clearTimeout(timer);
        resolve();
      };
      const observer = new MutationObserver(done);
      const timer = setTimeout(done, most);
      observer.observe(document.documentElement, { subtree: true, childList: true, attributes: true });
    });

  let before = "";
  let touched = 0;
  let vain = 0;
  globalThis.hands = {
    offered,
    /** What the next touch is for: a keyboard has to come to it. */
    wanted: null,
    /** The next touch: { x, y, what }, or { over } with what the page says of it, or { idle } when it is not our turn for so long. */
    async next(manner = {}) {
      const begun = performance.now();
      for (;;) {
        const waited = performance.now() - begun;
        const ending = document.querySelector(".ending");
        if (ending) return { over: ending.querySelector("h2").textContent + " / " + ending.querySelector("p").textContent };
        if (manner.until && document.querySelector(manner.until)) return { reached: true };
        const now = offered();
        const same = now === before;
        // What had no effect yet is given a while before it is tried again.
        const element = same && performance.now() - touched < 700 ? undefined : wanted(manner);
        if (element) {
          vain = same ? vain + 1 : 0;
          if (vain > 20) throw new Error(`nothing comes of touching what is offered: ${now.slice(0, 500)}`);
          before = now;
          touched = performance.now();
          globalThis.hands.wanted = element;
          const what = element.dataset.point ?? element.dataset.token ?? element.dataset.do ?? words(element);
          return { ...reach(element), what, token: element.dataset.token, turn: document.documentElement.dataset.turn };
        }
        if (waited > (manner.timeout ?? 60_000)) {
          if (manner.idle) return { idle: true };
          throw new Error(`nothing to touch: ${now.slice(0, 500)}`);
        }
        await change(Math.min(100, manner.timeout ?? 100));
      }
    },
  };
}
