// Draws the icons that devices want as pictures from static/icon.svg; what it writes is committed.
//   node draw-icons.mjs
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const folder = join(dirname(fileURLToPath(import.meta.url)), "static");
const drawing = readFileSync(join(folder, "icon.svg"), "utf8");
// A device may cut a maskable icon to any shape: the tent stays within the circle that is never cut, on paper to the edges.
const masked = drawing.replace(/viewBox="[^"]*"/, 'viewBox="-12 -12 88 88"').replace(/<rect[^>]*>/, '<rect x="-12" y="-12" width="88" height="88" fill="#f2e8d5"/>');

const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
for (const [name, svg, size] of [["icon-192", drawing, 192], ["icon-512", drawing, 512], ["icon-maskable-512", masked, 512]]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  await page.screenshot({ path: join(folder, `${name}.png`), omitBackground: true });
}
await browser.close();
