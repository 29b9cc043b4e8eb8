// The contrasts of the palette, computed from its file: texts 4.5:1, marks 3:1, in both themes (WCAG 2.2, 1.4.3 and 1.4.11).
//
//   node Tests/Web/palette.mjs

import { readFileSync } from "node:fs";

const texts = {
  page: ["ink", "soft", "accent", "error", "warning", "information"],
  card: ["ink", "soft", "accent", "error", "warning", "information", "true", "unknown"],
  chosen: ["ink", "soft", "accent"],
  track: ["ink", "soft"],
  accent: ["on-accent"],
};
const tokens = ["keyword", "text", "number", "comment", "unit", "name", "operator"];
for (const background of ["code", "card", "page", "true-tint", "false-tint", "unknown-tint"]) {
  texts[background] = [...(texts[background] ?? []), ...tokens, "ink"];
}
const marks = {
  card: ["true", "unknown", "firing", "accent", ...[0, 1, 2, 3, 4, 5, 6].map((number) => `series-${number}`)],
  page: ["true", "unknown", "firing", "accent"],
  track: ["true", "unknown", "firing"],
  code: ["error", "warning", "information"],
};

/** The colours of both themes; the second gives those that it changes. */
function themes(text) {
  const [light, dark] = text.split("@media");
  const read = (part) =>
    Object.fromEntries([...part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/g)].map((m) => [m[1], m[2]]));
  return { light: read(light), dark: { ...read(light), ...read(dark) } };
}

function luminance(colour) {
  const [red, green, blue] = [1, 3, 5]
    .map((start) => parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(first, second) {
  const [dark, light] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

let failures = 0;
let compared = 0;
const palette = themes(readFileSync(new URL("../../editors/web/palette.css", import.meta.url), "utf8"));
for (const [theme, colours] of Object.entries(palette)) {
  for (const [pairs, least] of [[texts, 4.5], [marks, 3]]) {
    for (const [background, inks] of Object.entries(pairs)) {
      for (const ink of inks) {
        const found = contrast(colours[ink], colours[background]);
        compared += 1;
        if (found >= least) continue;
        console.log(`${theme}: --${ink} on --${background} has a contrast of ${found.toFixed(2)}, not ${least}`);
        failures += 1;
      }
    }
  }
}
console.log(`${compared} pairs of colours, ${failures} too close`);
process.exit(failures ? 1 : 0);
