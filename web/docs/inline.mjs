// Markdown within a line: code, links, pictures, emphasis. Everything else is text, and is escaped.

const named = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escaped = (text) => text.replace(/[&<>"']/g, (one) => named[one]);

const isWord = (one) => one !== undefined && /[\p{L}\p{N}]/u.test(one);

/** Where the bracket that opens at `from` is closed, code left aside; -1 if nowhere. */
function closing(text, from, open, close) {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`") {
      const [run] = /^`+/.exec(text.slice(at));
      const end = text.indexOf(run, at + run.length);
      at = end < 0 ? at + run.length - 1 : end + run.length - 1;
    } else if (text[at] === open) depth++;
    else if (text[at] === close && --depth === 0) return at;
  }
  return -1;
}

/** `[words](address)` at the beginning of `text`. */
function bracketed(text) {
  const end = closing(text, 0, "[", "]");
  if (end < 0 || text[end + 1] !== "(") return undefined;
  const stop = closing(text, end + 1, "(", ")");
  if (stop < 0 || /\s/.test(text.slice(end + 2, stop))) return undefined;
  return { words: text.slice(1, end), address: text.slice(end + 2, stop), length: stop + 1 };
}

/** Code between runs of as many backticks; a blank at both ends belongs to the marks. */
function code(text) {
  const [run] = /^`+/.exec(text);
  const end = text.slice(run.length).search(new RegExp(`(?<!\`)\`{${run.length}}(?!\`)`));
  if (end < 0) return undefined;
  const inner = text.slice(run.length, run.length + end);
  return { inner: /^ .*\S.* $/s.test(inner) ? inner.slice(1, -1) : inner, length: end + 2 * run.length };
}

/** `*words*` or `**words**` at the beginning of `text`: marks that touch what they stress. */
function stressed(text) {
  const mark = text.startsWith("**") ? "**" : "*";
  if (/^\s/.test(text.slice(mark.length))) return undefined;
  for (let at = mark.length; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === "`") at += (code(text.slice(at))?.length ?? 1) - 1;
    else if (mark === "*" && text.startsWith("**", at)) at++;
    else if (text.startsWith(mark, at) && at > mark.length && !/\s/.test(text[at - 1]))
      return { tag: mark === "*" ? "em" : "strong", inner: text.slice(mark.length, at), length: at + mark.length };
  }
  return undefined;
}

/**
 * Each `way` says what an address becomes: `way.link(address)` gives the address of a link, or undefined where there
 * is nowhere to go and only the words remain; `way.picture(address)` that of a picture.
 */
export function inline(text, way) {
  let html = "";
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const take = (made, length) => {
      html += made;
      at += length;
    };
    const span = rest[0] === "`" ? code(rest) : undefined;
    const picture = rest.startsWith("![") ? bracketed(rest.slice(1)) : undefined;
    const link = rest[0] === "[" ? bracketed(rest) : undefined;
    const stress = rest[0] === "*" && !(isWord(text[at - 1]) && isWord(rest[1])) ? stressed(rest) : undefined;
    if (rest[0] === "\\" && /^\\[!-/:-@[-`{-~]/.test(rest)) take(escaped(rest[1]), 2);
    else if (span) take(`<code>${escaped(span.inner)}</code>`, span.length);
    else if (rest[0] === "`") take(/^`+/.exec(rest)[0], /^`+/.exec(rest)[0].length);
    else if (picture) take(`<img src="${escaped(way.picture(picture.address))}" alt="${escaped(picture.words)}" />`, picture.length + 1);
    else if (link) {
      const address = way.link(link.address);
      const words = inline(link.words, way);
      take(address === undefined ? words : `<a href="${escaped(address)}">${words}</a>`, link.length);
    } else if (stress) take(`<${stress.tag}>${inline(stress.inner, way)}</${stress.tag}>`, stress.length);
    else take(escaped(rest[0]), 1);
  }
  return html;
}

/** The words alone, as a heading's anchor and the search need them. */
export function plain(text) {
  const html = inline(text, { link: () => undefined, picture: () => "" });
  const back = Object.fromEntries(Object.entries(named).map(([one, name]) => [name, one]));
  return html.replace(/<img [^>]*alt="([^"]*)"[^>]*>/g, "$1").replace(/<\/?[a-z]+>/g, "").replace(/&#?\w+;/g, (name) => back[name] ?? name);
}
