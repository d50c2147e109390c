// The Markdown that our documents are written in, as HTML: headings with anchors, paragraphs, lists within lists, tables,
// code, quotations. HTML in a document is not understood: it is shown as it stands.
import { escaped, inline, plain } from "./inline.mjs";

const FENCE = /^ {0,3}(```+|~~~+)\s*([^\s`]*)/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const RULE = /^ {0,3}([-*_])( *\1){2,}\s*$/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])( +|$)/;
const QUOTE = /^ {0,3}> ?/;
const COLUMNS = /^ {0,3}\|?( *:?-+:? *\|)+( *:?-+:? *)?\|?\s*$/;

const indent = (line) => /^ */.exec(line)[0].length;
const isBlank = (line) => line === undefined || /^\s*$/.test(line);
const beginsBlock = (line) => FENCE.test(line) || HEADING.test(line) || RULE.test(line) || QUOTE.test(line);

/** As other readers of Markdown make anchors: small letters, blanks to hyphens, no other marks; a second one is `…-1`. */
export function anchorOf(words, taken) {
  const base = words.toLowerCase().replace(/[^\p{L}\p{N}\p{M} _-]/gu, "").replaceAll(" ", "-");
  let anchor = base;
  for (let count = 1; taken.has(anchor); count++) anchor = `${base}-${count}`;
  taken.add(anchor);
  return anchor;
}

/** The cells of a row: a bar in code or after a backslash is no border. */
function cells(line) {
  const found = [""];
  for (let at = 0, inCode = false; at < line.length; at++) {
    if (line[at] === "\\" && line[at + 1] === "|") found[found.length - 1] += line[++at];
    else if (line[at] === "|" && !inCode) found.push("");
    else {
      if (line[at] === "`") inCode = !inCode && line.indexOf("`", at + 1) > 0;
      found[found.length - 1] += line[at];
    }
  }
  const trimmed = found.map((cell) => cell.trim());
  if (trimmed[0] === "") trimmed.shift();
  if (trimmed.at(-1) === "") trimmed.pop();
  return trimmed;
}

class Reader {
  constructor(way) {
    this.way = way;
    this.anchors = new Set();
    this.sections = [{ level: 0, anchor: "", title: "", text: [] }];
  }

  say(text) {
    this.sections.at(-1).text.push(text);
  }

  words(text) {
    this.say(plain(text));
    return inline(text, this.way);
  }

  heading(level, text) {
    const title = plain(text);
    const anchor = anchorOf(title, this.anchors);
    this.sections.push({ level, anchor, title, text: [] });
    const words = inline(text, this.way);
    if (level === 1) return `<h1 id="${escaped(anchor)}">${words}</h1>`;
    return `<h${level} id="${escaped(anchor)}"><a class="anchor" href="#${escaped(anchor)}">${words}</a></h${level}>`;
  }

  codeBlock(lines, language) {
    const text = lines.join("\n");
    this.say(text);
    const kind = language ? ` class="language-${escaped(language)}"` : "";
    // Wide code is scrolled, by keyboard too.
    return `<pre tabindex="0"><code${kind}>${escaped(text)}\n</code></pre>`;
  }

  /** A table whose header is empty has none: its first column says what the rows are. */
  table(lines) {
    const align = cells(lines[1]).map((cell) => (/^:-+:$/.test(cell) ? "middle" : /-:$/.test(cell) ? "right" : ""));
    const row = (line, tag) => {
      const found = cells(line);
      const made = align.map((side, at) => `<${tag}${side ? ` class="${side}"` : ""}>${this.words(found[at] ?? "")}</${tag}>`);
      return `<tr>${made.join("")}</tr>`;
    };
    const titles = row(lines[0], "th").replaceAll(/<th( class="\w+")?><\/th>/g, "<td></td>");
    const head = /<th/.test(titles) ? `<thead>${titles}</thead>` : "";
    return `<div class="wide" tabindex="0"><table>${head}<tbody>${lines.slice(2).map((line) => row(line, "td")).join("\n")}</tbody></table></div>`;
  }

  /** What belongs to an item stands as deep as its first word, or goes on without a blank line. */
  list(lines) {
    const ordered = /\d/.test(ITEM.exec(lines[0])[2]);
    const items = [];
    let depth = 0;
    for (const line of lines) {
      const begins = ITEM.exec(line);
      if (begins && (!items.length || indent(line) < depth)) {
        depth = begins[1].length + begins[2].length + Math.max(begins[3].length, 1);
        items.push([line.slice(depth)]);
      } else items.at(-1).push(line.slice(Math.min(indent(line), depth)));
    }
    const loose = items.some((item) => item.some((line, at) => isBlank(line) && at < item.length - 1 && !isBlank(item[at + 1])));
    const made = items.map((item) => `<li>${this.blocks(item, !loose)}</li>`).join("\n");
    const first = Number.parseInt(ITEM.exec(lines[0])[2], 10);
    return ordered ? `<ol${first > 1 ? ` start="${first}"` : ""}>${made}</ol>` : `<ul>${made}</ul>`;
  }

  /** How many lines from `at` on make a list. */
  listLength(lines, at) {
    const ordered = /\d/.test(ITEM.exec(lines[at])[2]);
    let end = at;
    for (let i = at; i < lines.length; i++) {
      const begins = ITEM.exec(lines[i]);
      const isNext = begins && /\d/.test(begins[2]) === ordered;
      if (isBlank(lines[i])) {
        const next = lines.slice(i).find((line) => !isBlank(line));
        const goesOn = next !== undefined && (indent(next) >= 2 || (ITEM.test(next) && /\d/.test(ITEM.exec(next)[2]) === ordered));
        if (!goesOn) break;
      } else if (!isNext && indent(lines[i]) < 2 && (beginsBlock(lines[i]) || begins || isBlank(lines[i - 1]))) break;
      end = i + 1;
    }
    return end - at;
  }

  /** `tight`: paragraphs are not set apart. */
  blocks(lines, tight = false) {
    const made = [];
    for (let at = 0; at < lines.length; ) {
      const line = lines[at];
      const span = (holds) => {
        let end = at;
        while (end < lines.length && holds(lines[end], end)) end++;
        const found = lines.slice(at, end);
        at = end;
        return found;
      };
      const fence = FENCE.exec(line);
      const heading = HEADING.exec(line);
      if (isBlank(line)) at++;
      else if (fence) {
        at++;
        const inner = span((one) => !one.trimStart().startsWith(fence[1]));
        at++;
        made.push(this.codeBlock(inner.map((one) => one.slice(Math.min(indent(one), indent(line)))), fence[2]));
      } else if (heading) {
        at++;
        made.push(this.heading(heading[1].length, heading[2]));
      } else if (RULE.test(line)) {
        at++;
        made.push("<hr />");
      } else if (indent(line) >= 4) {
        const inner = span((one, i) => indent(one) >= 4 || (isBlank(one) && indent(lines[i + 1] ?? "") >= 4));
        made.push(this.codeBlock(inner.map((one) => one.slice(4)), ""));
      } else if (QUOTE.test(line)) {
        made.push(`<blockquote>${this.blocks(span((one) => QUOTE.test(one)).map((one) => one.replace(QUOTE, "")))}</blockquote>`);
      } else if (ITEM.test(line)) {
        const length = this.listLength(lines, at);
        made.push(this.list(lines.slice(at, at + length)));
        at += length;
      } else if (line.includes("|") && COLUMNS.test(lines[at + 1] ?? "")) made.push(this.table(span((one) => one.includes("|"))));
      else {
        const text = span((one, i) => !isBlank(one) && (i === at || !(beginsBlock(one) || ITEM.test(one)))).map((one) => one.trim()).join("\n");
        made.push(tight ? this.words(text) : `<p>${this.words(text)}</p>`);
      }
    }
    return made.join("\n");
  }
}

/** The HTML of a document and its sections: `{level, anchor, title, text}`, of which the first comes before any heading. */
export function render(markdown, way) {
  const reader = new Reader(way);
  const html = reader.blocks(markdown.replaceAll("\r\n", "\n").replaceAll("\t", "    ").split("\n"));
  const sections = reader.sections.map((section) => ({ ...section, text: section.text.join(" ").replace(/\s+/g, " ").trim() }));
  return { html, sections: sections.filter(({ level, text }) => level || text) };
}
