// The search box of the documentation. The index, which is small, is fetched when somebody begins to search; everything
// else is done here. Without a script there is no box.
(() => {
  const MOST = 20;
  const AROUND = 70;
  const form = document.querySelector("form.search");
  const field = form.querySelector("input");
  const list = form.querySelector(".found");
  const said = form.querySelector("[role=status]");
  const folder = form.dataset.index.replace(/[^/]*$/, "");
  let index;

  // The colours that somebody has chosen in the house hold here too.
  try {
    const theme = localStorage.getItem("bivouac.theme");
    if (["light", "dark", "contrast"].includes(theme)) document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be forbidden; then the system decides.
  }

  /** Letter by letter, so that places in the folded text are places in the text. */
  const folded = (text) => Array.from(text, (one) => one.normalize("NFD")[0].toLowerCase()).join("");

  function fetched() {
    index ??= fetch(form.dataset.index)
      .then((answer) => answer.json())
      .then((passages) =>
        passages.map(([page, anchor, title, heading, text]) => {
          const letters = Array.from(text);
          return { page, anchor, title, heading, letters, words: folded(text), name: folded(`${title} ${heading}`) };
        }),
      );
    // What failed is tried again at the next letter.
    index.catch(() => (index = undefined));
    return index;
  }

  /** How good a passage is for words that must all be in it; 0 if one is not. Whole words and headings count more. */
  function worth(passage, wanted) {
    let sum = 0;
    for (const word of wanted) {
      const inName = passage.name.includes(word);
      const at = passage.words.indexOf(word);
      if (!inName && at < 0) return 0;
      const begins = at === 0 || (at > 0 && !/[\p{L}\p{N}]/u.test(passage.words[at - 1]));
      sum += (inName ? 10 : 0) + (at >= 0 ? 1 : 0) + (begins ? 2 : 0);
    }
    return sum;
  }

  function element(tag, text) {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  }

  /** Some words around the first that was looked for, which is marked. */
  function excerpt({ letters, words }, [word]) {
    const at = Math.max(words.indexOf(word), 0);
    const long = words.startsWith(word, at) ? word.length : 0;
    const from = Math.max(at - AROUND, 0);
    const piece = (a, b) => letters.slice(a, b).join("");
    const made = element("span", (from ? "…" : "") + piece(from, at));
    if (long) made.append(element("mark", piece(at, at + long)));
    made.append(piece(at + long, at + long + AROUND) + (at + long + AROUND < letters.length ? "…" : ""));
    return made;
  }

  function show(passages, wanted) {
    const found = passages
      .map((passage) => ({ passage, score: worth(passage, wanted) }))
      .filter(({ score }) => score)
      .sort((a, b) => b.score - a.score);
    list.replaceChildren(
      ...found.slice(0, MOST).map(({ passage }) => {
        const item = document.createElement("li");
        const link = element("a", passage.heading && passage.heading !== passage.title ? `${passage.title} › ${passage.heading}` : passage.title);
        link.href = `${folder}${passage.page}${passage.anchor ? `#${passage.anchor}` : ""}`;
        item.append(link, excerpt(passage, wanted));
        return item;
      }),
    );
    if (!found.length) list.append(element("li", form.dataset.none));
    list.hidden = false;
    said.textContent = found.length ? form.dataset.found.replace("{n}", found.length) : form.dataset.none;
  }

  async function search() {
    const typed = field.value;
    const wanted = folded(typed).split(/\s+/).filter(Boolean);
    if (!wanted.some((word) => word.length > 1)) {
      list.hidden = true;
      said.textContent = "";
      return;
    }
    const passages = await fetched().catch(() => []);
    if (field.value === typed) show(passages, wanted);
  }

  form.hidden = false;
  field.addEventListener("input", search);
  field.addEventListener("focus", () => void fetched().catch(() => undefined));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    void search().then(() => list.querySelector("a")?.focus());
  });
  form.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    list.hidden = true;
    field.focus();
  });
  // A link from elsewhere may bring what is looked for: /docs?q=backup
  const asked = new URLSearchParams(location.search).get("q");
  if (asked) {
    field.value = asked;
    void search();
  }
})();
