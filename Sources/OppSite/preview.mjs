// Makes the picture that messengers and search engines show of links to the site: the second picture of the landing page.
//
//   node Sources/OppSite/preview.mjs [SITE]     writes Sources/OppSite/Assets/preview.png; wants Chromium
//
// SITE is .build/site unless it is given. The picture is part of the repository, because a build of the site has no browser; it is
// made anew when the landing page's picture changes.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { resolve } from "node:path";
import { Browser, chromium } from "../../Tests/Web/browser.mjs";
import { Server } from "../../Tests/Web/server.mjs";

/** The width and height that previews want; `SocialCard.size` says the same. */
const [width, height] = [1200, 630];

/** Leaves the headline, the tinted rule and its reasons on the page. */
const arrange = `(() => {
  const [title, tinted, reasons] = ["h1", ".tinted", ".is-wide pre"].map((selector) => document.querySelector(selector));
  document.body.replaceChildren(title, tinted, reasons);
  const style = new CSSStyleSheet();
  style.replaceSync(\`
    body { max-width: none; margin: 0; padding: 42px 60px; zoom: 1.3; overflow: hidden; }
    h1 { font-size: 29px; line-height: 1.2; letter-spacing: -.02em; margin: 0 0 18px; max-width: none; }
    figure { margin: 0 0 14px; }
    figcaption { display: none; }
    pre { margin: 0; font-size: 15px; overflow: hidden; }
    body > pre, body > pre code { font-size: 11.6px; line-height: 19px; }
  \`);
  document.adoptedStyleSheets = [style];
})()`;

const browser = new Browser(chromium());
const server = new Server(resolve(process.argv[2] ?? ".build/site"));
const page = await browser.page({ width, height, motion: "reduce" });
await page.open(await server.start());
await page.value(arrange);
const { data } = await page.send("Page.captureScreenshot", { clip: { x: 0, y: 0, width, height, scale: 1 } });
const file = fileURLToPath(new URL("Assets/preview.png", import.meta.url));
writeFileSync(file, Buffer.from(data, "base64"));
console.log(`${file}: ${Buffer.from(data, "base64").length} bytes`);
await browser.close();
await server.stop();
