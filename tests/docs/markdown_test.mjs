// The renderer of the documents: what it makes of each mark, and that nothing of a document becomes HTML by itself.
import { test } from "node:test";
import assert from "node:assert/strict";
import { render } from "../../web/docs/markdown.mjs";

const way = { link: (address) => (address.endsWith("/") ? undefined : address), picture: (address) => address };
/** Line breaks between blocks have no meaning. */
const html = (text) => render(text, way).html.replace(/\n(?=<(?!\/code)|$)/g, "");

test("headings have anchors that others can link to", () => {
  assert.equal(html("# One *two*"), '<h1 id="one-two">One <em>two</em></h1>');
  const { sections } = render("## client: open\n\ntext\n\n## client: open\n\n## Échec, `a_b` & co.", way);
  assert.deepEqual(sections.map(({ anchor }) => anchor), ["client-open", "client-open-1", "échec-a_b--co"]);
  assert.equal(sections[0].text, "text");
});

test("everything that is not a mark is text", () => {
  assert.equal(html('<script>alert("1")</script> & \'x\''), "<p>&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;x&#39;</p>");
  assert.equal(html("```\n<b>&\n```"), '<pre tabindex="0"><code>&lt;b&gt;&amp;\n</code></pre>');
  assert.equal(html("`<i>` ``a`b``"), "<p><code>&lt;i&gt;</code> <code>a`b</code></p>");
  assert.equal(html('[x](a"onclick="b)'), '<p><a href="a&quot;onclick=&quot;b">x</a></p>');
  assert.equal(html('![a"b](p.svg)'), '<p><img src="p.svg" alt="a&quot;b" /></p>');
  assert.equal(html('```a"b\nx\n```'), '<pre tabindex="0"><code class="language-a&quot;b">x\n</code></pre>');
  assert.equal(html('# a"b'), '<h1 id="ab">a&quot;b</h1>');
});

test("emphasis touches what it stresses", () => {
  assert.equal(html("**bold** *soft* **`code`** 2 * 3 * 4"), "<p><strong>bold</strong> <em>soft</em> <strong><code>code</code></strong> 2 * 3 * 4</p>");
  assert.equal(html("xoshiro256\\*\\* and snake_case_word 2*3"), "<p>xoshiro256** and snake_case_word 2*3</p>");
  assert.equal(html("*open, **both** end*"), "<p><em>open, <strong>both</strong> end</em></p>");
  assert.equal(html("an * alone, a ` alone, a [ alone"), "<p>an * alone, a ` alone, a [ alone</p>");
});

test("links hold marks and code; one that leads nowhere leaves its words", () => {
  assert.equal(html("[the `x[1]` *list*](a.md#b)"), '<p><a href="a.md#b">the <code>x[1]</code> <em>list</em></a></p>');
  assert.equal(html("see [club/](club/)."), "<p>see club/.</p>");
  assert.equal(html("[not a link] (really)"), "<p>[not a link] (really)</p>");
});

test("lists hold lists, paragraphs and code", () => {
  assert.equal(html("- a\n  goes on\n- b"), "<ul><li>a\ngoes on</li><li>b</li></ul>");
  assert.equal(html("1. a\n   - b\n   - c\n2. d"), "<ol><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ol>");
  assert.equal(html("- a\n\n  more\n- b"), "<ul><li><p>a</p><p>more</p></li><li><p>b</p></li></ul>");
  assert.equal(html("3. c\n4. d"), '<ol start="3"><li>c</li><li>d</li></ol>');
  assert.equal(html("- a\n\nafter"), "<ul><li>a</li></ul><p>after</p>");
  assert.equal(html("- a\n  ```\n  code\n  ```"), '<ul><li>a<pre tabindex="0"><code>code\n</code></pre></li></ul>');
});

test("tables: empty titles are none, a bar after a backslash is no border, in code too, columns are aligned by class", () => {
  assert.match(html("| | |\n|---|---|\n| a | b |"), /<table><tbody><tr><td>a<\/td><td>b<\/td><\/tr>/);
  assert.match(html("| a | b |\n|:-:|--:|\n| `x\\|y` | c \\| d |"), /<th class="middle">a<\/th><th class="right">b<\/th>.*<td class="middle"><code>x\|y<\/code><\/td><td class="right">c \| d<\/td>/s);
  assert.match(html("| a | b |\n|---|---|\n| short |"), /<td>short<\/td><td><\/td>/);
});

test("code, quotations, rules and paragraphs stand apart", () => {
  assert.equal(html("    indented\n      more"), '<pre tabindex="0"><code>indented\n  more\n</code></pre>');
  assert.equal(html("> said\n> so"), "<blockquote><p>said\nso</p></blockquote>");
  assert.equal(html("a\n\n---\n\nb"), "<p>a</p><hr><p>b</p>");
  assert.equal(html("a\n# b"), '<p>a</p><h1 id="b">b</h1>');
  assert.equal(html("```\nnever closed"), '<pre tabindex="0"><code>never closed\n</code></pre>');
});
