// The page to the eye and to a screen reader: nothing overflows, contrasts are enough, nothing is without a name.

import { isChecked, isReplayed, paste, words } from "./states.mjs";

/** The contrasts of all texts that are shown, as sentences about those that are too weak. */
const contrasts = `(() => {
  const wrong = [];
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const parse = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red, green, blue, alpha] = canvas.getImageData(0, 0, 1, 1).data;
    return { rgb: [red, green, blue], alpha };
  };
  const channel = (value) => (value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  const light = (rgb) => 0.2126 * channel(rgb[0]) + 0.7152 * channel(rgb[1]) + 0.0722 * channel(rgb[2]);
  const background = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour.alpha > 250) return colour.rgb;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || seen.has(element) || !element.checkVisibility()) continue;
    seen.add(element);
    // The text area's own text is transparent above the painted one; disabled controls are exempt.
    if (element.closest("textarea, option, .unseen, :disabled, noscript")) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(parse(style.color).rgb), light(background(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) wrong.push('"' + element.textContent.trim().slice(0, 30) + '" has a contrast of ' + ratio.toFixed(2));
    if (parseFloat(style.fontSize) < 11.5 && !element.matches("small")) wrong.push('"' + element.textContent.slice(0, 30) + '" is ' + style.fontSize + " high");
  }
  return wrong;
})()`;

/** The faults of the structure of the page, as sentences. */
const structure = `(() => {
  const wrong = [];
  const width = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > width) {
    const widest = [...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > width + 1
      && !e.closest(".editor, .unseen")).slice(0, 3).map((e) => e.id || e.className || e.tagName);
    wrong.push("the page is " + document.documentElement.scrollWidth + " wide in a window of " + width + ": " + widest.join(", "));
  }
  let level = 0;
  for (const heading of document.querySelectorAll("h1, h2, h3")) {
    const next = Number(heading.localName[1]);
    if (next > level + 1) wrong.push("h" + next + " follows h" + level);
    level = next;
  }
  if (document.querySelectorAll("main").length !== 1 || document.querySelectorAll("h1").length !== 1) wrong.push("there is not one main and one h1");
  const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
  if (new Set(ids).size !== ids.length) wrong.push("an id is there twice");
  for (const e of document.querySelectorAll("[aria-labelledby], [aria-describedby], [aria-controls]")) {
    for (const name of ["aria-labelledby", "aria-describedby", "aria-controls"]) {
      const id = e.getAttribute(name);
      if (id && !document.getElementById(id)) wrong.push(name + " names " + id + ", which is nowhere");
    }
  }
  return wrong;
})()`;

/** Roles that need a name. */
const named = [
  "button", "link", "textbox", "combobox", "listbox", "option", "slider", "grid", "gridcell", "rowheader", "tab",
  "tablist", "tabpanel", "heading", "image", "img", "dialog", "alertdialog", "region", "checkbox", "searchbox",
];

async function unnamed(page) {
  const { nodes } = await page.send("Accessibility.getFullAXTree");
  return nodes
    .filter((node) => !node.ignored && named.includes(node.role?.value) && !node.name?.value?.trim())
    .map((node) => `a ${node.role.value} has no name`);
}

/** No width, theme or zoom breaks the page. */
export async function nothingOverflows({ open, expect, shots }) {
  for (const theme of ["light", "dark"]) {
    const page = await open("", { theme });
    await page.until(isReplayed);
    await page.until(words("#why .headline"));
    for (const [width, height, scale] of [[360, 740, 1], [800, 900, 1], [1280, 900, 1], [1920, 1080, 1], [640, 450, 2]]) {
      await page.resize(width, height, scale);
      // Layout and painting follow in the next frames.
      await page.value(`new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))`);
      const place = `${width} pixels${scale > 1 ? ", zoomed" : ""}, ${theme}`;
      for (const sentence of await page.value(structure)) expect(false, `${place}: ${sentence}`);
      for (const sentence of await page.value(contrasts)) expect(false, `${place}: ${sentence}`);
      if (shots) await page.shot(`${shots}/${theme}-${width}${scale > 1 ? "-zoomed" : ""}.png`, width < 900);
    }
  }
}

/** Nothing is without a name for a screen reader, in any state of the page. */
export async function everythingHasAName({ open, expect, shots }) {
  const page = await open("", { theme: "dark" });
  await page.until(isReplayed);
  for (const sentence of await unnamed(page)) expect(false, sentence);
  await page.value(paste('opp "Warm" when tmp > 20C and not not raining\n  notify "It is {temp}."\n'));
  await page.until(`document.querySelectorAll("#problems li").length > 0`);
  await page.value(`document.getElementById("data").open = true`);
  for (const sentence of [...await unnamed(page), ...await page.value(structure), ...await page.value(contrasts)]) {
    expect(false, `with problems: ${sentence}`);
  }
  if (shots) await page.shot(`${shots}/problems.png`);
  await page.value(paste('opp "Warm" when '));
  await page.type("te");
  await page.until(`!document.getElementById("completions").hidden`);
  for (const sentence of [...await unnamed(page), ...await page.value(contrasts)]) expect(false, `with completions: ${sentence}`);
  if (shots) await page.shot(`${shots}/completions.png`);
  await page.press("Escape");
  await page.click("#share");
  await page.until(`document.getElementById("share-link").value`);
  for (const sentence of [...await unnamed(page), ...await page.value(contrasts)]) expect(false, `with the dialog: ${sentence}`);
  await page.press("Escape");
  expect(await page.value(`!document.getElementById("share-dialog").open`), "Escape does not close the dialog");
}

/** The painted text is where the text area has its own, to the pixel, and nothing moves where motion is not wanted. */
export async function layersMatch({ open, expect }) {
  const page = await open("", { motion: "reduce" });
  await page.until(isChecked);
  const [area, paint, line] = await page.value(`(() => {
    const box = (element) => { const { x, y } = element.getBoundingClientRect(); return [x, y]; };
    const layers = document.querySelector(".editor:not([hidden]) .layers");
    const [area, paint] = [layers.querySelector("textarea"), layers.querySelector(".paint")];
    // Of a text that is scrolled the painted lines begin further down.
    const shift = new DOMMatrix(getComputedStyle(paint).transform).m42;
    const [x, y] = box(paint);
    return [box(area), [x, y - shift], [getComputedStyle(area), getComputedStyle(paint)].map((style) =>
      [style.font, style.lineHeight, style.letterSpacing, style.tabSize, style.paddingLeft, style.paddingTop].join())];
  })()`);
  expect(area.join() === paint.join(), `the text area is at ${area}, the painted text at ${paint}`);
  expect(line[0] === line[1], `the text area has ${line[0]}, the painted text ${line[1]}`);
  const moving = await page.value(`[...document.querySelectorAll("*")].filter((element) => {
    const style = getComputedStyle(element);
    return style.transitionDuration !== "0s" || style.animationName !== "none";
  }).length`);
  expect(moving === 0, `${moving} elements move`);
}
