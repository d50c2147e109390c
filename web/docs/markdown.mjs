// Our documents as HTML: marked reads the Markdown; here are anchors, links, and what scrolls when it is wide. HTML in a
// document is not understood: it is shown as it stands.
import { Marked } from "marked";

const named = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export const escaped = (text) => text.replace(/[&<>"']/g, (one) => named[one]);

/** As other readers of Markdown make anchors: small letters, blanks to hyphens, no other marks; a second one is `…-1`. */
function anchorOf(words, taken) {
  const base = words.toLowerCase().replace(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-");
  let anchor = base;
  for (let count = 1; taken.has(anchor); count++) anchor = `${base}-${count}`;
  taken.add(anchor);
  return anchor;
}

/** The words of a piece of a document alone, as a heading's anchor and the search need them. */
function plain(token) {
  if (token.type === "table") return [token.header, ...token.rows].flat().map(plain).join(" ");
  if (token.type === "list") return token.items.map(plain).join(" ");
  if (!token.tokens) return token.text ?? token.raw;
  return token.tokens.map(plain).join(["blockquote", "list_item"].includes(token.type) ? " " : "");
}

const nothing = () => undefined;

/**
 * Each `way` says what an address becomes: `way.link(address)` gives the address of a link, or undefined where there
 * is nowhere to go and only the words remain; `way.picture(address)` that of a picture.
 */
function reader(way) {
  const cell = (parser, tag, { align, tokens }) => {
    const side = { center: "middle", right: "right" }[align];
    return `<${tag}${side ? ` class="${side}"` : ""}>${parser.parseInline(tokens)}</${tag}>`;
  };
  return new Marked({
    tokenizer: { html: nothing, tag: nothing, autolink: nothing, url: nothing, del: nothing },
    renderer: {
      heading({ depth, tokens, anchor }) {
        const words = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1 id="${escaped(anchor)}">${words}</h1>\n`;
        return `<h${depth} id="${escaped(anchor)}"><a class="anchor" href="#${escaped(anchor)}">${words}</a></h${depth}>\n`;
      },
      code({ text, lang }) {
        const kind = lang ? ` class="language-${escaped(lang)}"` : "";
        // Wide code is scrolled, by keyboard too.
        return `<pre tabindex="0"><code${kind}>${escaped(text)}\n</code></pre>\n`;
      },
      /** A table whose header is empty has none: its first column says what the rows are. */
      table({ header, rows }) {
        const row = (cells, tag) => `<tr>${cells.map((one) => cell(this.parser, one.text ? tag : "td", one)).join("")}</tr>`;
        const head = header.some(({ text }) => text) ? `<thead>${row(header, "th")}</thead>` : "";
        return `<div class="wide" tabindex="0"><table>${head}<tbody>${rows.map((cells) => row(cells, "td")).join("\n")}</tbody></table></div>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const address = way.link(href);
        return address === undefined ? words : `<a href="${escaped(address)}">${words}</a>`;
      },
      image: ({ href, text }) => `<img src="${escaped(way.picture(href))}" alt="${escaped(text)}" />`,
    },
  });
}

/** The HTML of a document and its sections: `{level, anchor, title, text}`, of which the first comes before any heading. */
export function render(markdown, way) {
  const marked = reader(way);
  const tokens = marked.lexer(markdown);
  const anchors = new Set();
  marked.walkTokens(tokens, (token) => {
    if (token.type === "heading") token.anchor = anchorOf(plain(token), anchors);
  });
  const sections = [{ level: 0, anchor: "", title: "", text: "" }];
  for (const token of tokens) {
    if (token.type === "heading") sections.push({ level: token.depth, anchor: token.anchor, title: plain(token), text: "" });
    else if (token.type !== "hr") sections.at(-1).text += ` ${plain(token)}`;
  }
  for (const section of sections) section.text = section.text.replace(/\s+/g, " ").trim();
  return { html: marked.parser(tokens), sections: sections.filter(({ level, text }) => level || text) };
}
