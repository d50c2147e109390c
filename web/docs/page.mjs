// The pages around the documents: banner, search, the list of all doors, the way to the next document. No page needs a
// script. Addresses are relative, so that the house may stand below any path: `up` leads from a page to the house, `here`
// from a page to its neighbours.
import { escaped } from "./markdown.mjs";
import { nameOf } from "./documents.mjs";

const words = {
  fr: {
    skip: "Aller au contenu",
    house: "Bivouac",
    docs: "Documentation",
    search: "Chercher dans la documentation",
    none: "Aucun résultat.",
    found: "{n} passages",
    all: "Tous les documents",
    here: "Dans cette page",
    before: "Précédent",
    after: "Suivant",
  },
  en: {
    skip: "Skip to the content",
    house: "Bivouac",
    docs: "Documentation",
    search: "Search the documentation",
    none: "Nothing like that here.",
    found: "{n} passages",
    all: "All documents",
    here: "On this page",
    before: "Before",
    after: "Next",
  },
};

const tent =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><path d="M16 5 29 27H3Z" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linejoin="round"/><path d="M16 14 22 27H10Z" fill="currentColor"/></svg>';

/** The frame of a page: `{lang, title, up, here, body, contents}`, the last if there is a list of all documents below. */
function frame({ lang, title, up, here, body, contents }) {
  const say = words[lang];
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8" />
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
<meta name="color-scheme" content="light dark" />
<title>${escaped(title)}</title>
<link rel="icon" href="${up}icon.svg" type="image/svg+xml" />
<link rel="stylesheet" href="${here}style.css" />
<script defer src="${here}search.js"></script>
</head>
<body>
<a class="skip" href="#content">${say.skip}</a>
<header class="banner">
<a class="banner-name" href="${up === "" ? "./" : up}" title="${say.house}">${tent}<span>Bivouac</span></a>
<a class="banner-docs" href="${up}docs">${say.docs}</a>
${contents ? `<a class="to-contents" href="#documents">${say.all}</a>` : ""}
<form class="search" role="search" action="${up}docs" hidden data-index="${here}search.json" data-found="${say.found}" data-none="${say.none}">
<label class="unseen" for="search">${say.search}</label>
<input id="search" name="q" type="search" autocomplete="off" spellcheck="false" placeholder="${say.search}" aria-describedby="said" />
<p id="said" class="unseen" role="status"></p>
<ol class="found" hidden></ol>
</form>
</header>
${body}
</body>
</html>
`;
}

/** What a door has for those who read this language. */
const documentsFor = (door, lang) => door.documents.filter((one) => one[lang]);

/** The list of that. */
function listOf(door, { lang, up, here, current }) {
  const items = documentsFor(door, lang).map(
    (one) => `<li><a href="${one.place ? up + one.place : here + nameOf(one)}"${one === current ? ' aria-current="page"' : ""}>${escaped(one[lang])}</a></li>`,
  );
  return `<ul>${items.join("\n")}</ul>`;
}

/** Every door with its documents, in the language of the page. */
function contents(shown, { lang, up, here, current }) {
  const parts = shown.map((door) => `<h3>${escaped(door[lang][0])}</h3>\n${listOf(door, { lang, up, here, current })}`);
  return `<nav class="contents" id="documents" aria-label="${words[lang].all}"><h2>${words[lang].all}</h2>\n${parts.join("\n")}</nav>`;
}

/** A document: its page stands at /docs/NAME. */
export function documentPage({ document, made, title, shown }) {
  const lang = document.lang ?? "en";
  const say = words[lang];
  const order = shown.flatMap((door) => documentsFor(door, lang).filter(({ file }) => file));
  const at = order.indexOf(document);
  const way = (one, kind) => (one ? `<a class="${kind}" rel="${kind === "before" ? "prev" : "next"}" href="${nameOf(one)}"><span>${say[kind]}</span> ${escaped(one[lang])}</a>` : "<span></span>");
  const parts = made.sections.filter(({ level }) => level === 2);
  const list = parts.map(({ anchor, title: words }) => `<li><a href="#${escaped(anchor)}">${escaped(words)}</a></li>`).join("\n");
  const toc = parts.length > 2 ? `<nav class="toc" aria-label="${say.here}"><h2>${say.here}</h2><ul>${list}</ul></nav>` : "";
  const html = made.html.replace("</h1>", `</h1>\n${toc}`);
  const body = `<div class="document">
<main id="content" tabindex="-1">
<article>
${html}
</article>
<nav class="neighbours" aria-label="${say.before}, ${say.after}">${way(order[at - 1], "before")}${way(order[at + 1], "after")}</nav>
</main>
${contents(shown, { lang, up: "../", here: "", current: document })}
</div>`;
  return frame({ lang, title: `${title} – Bivouac`, up: "../", here: "", body, contents: true });
}

/** The front page, at /docs: a card for each kind of reader, in both languages. */
export function frontPage({ shown, version }) {
  const half = (door, lang) =>
    `<div lang="${lang}" id="${door.id}-${lang}"><h3>${escaped(door[lang][0])}</h3><p>${escaped(door[lang][1])}</p>${listOf(door, { lang, up: "", here: "docs/" })}</div>`;
  const cards = shown.map((door) => `<section class="door" aria-labelledby="door-${door.id}"><h2 class="unseen" id="door-${door.id}">${escaped(door.fr[0])} · <span lang="en">${escaped(door.en[0])}</span></h2>${half(door, "fr")}${half(door, "en")}</section>`);
  const doorways = (lang) => shown.map((door) => `<li><a href="#${door.id}-${lang}">${escaped(door[lang][0])}</a></li>`).join("");
  const body = `<main id="content" class="front" tabindex="-1">
<h1>Documentation</h1>
<div class="open">
<nav aria-label="Français"><p>Choisissez une rubrique</p><ul>${doorways("fr")}</ul></nav>
<nav lang="en" aria-label="English"><p>Choose a section</p><ul>${doorways("en")}</ul></nav>
</div>
${cards.join("\n")}
<p class="version">Bivouac ${escaped(version)}</p>
</main>`;
  return frame({ lang: "fr", title: "Documentation – Bivouac", up: "", here: "docs/", body });
}
