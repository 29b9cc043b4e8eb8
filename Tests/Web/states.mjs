// Expressions that are true of the page in some state, others that read something from it, and links.

import { deflateRawSync } from "node:zlib";

/** The rules are checked, and their fixes listed. */
export const isChecked = `document.getElementById("problems-title").textContent !== "Not checked yet"`;

/** The recording is replayed to its end, and a day is shown. */
export const isReplayed = `/firings?(, (\\d+|none) notif(y|ies))? (from|on) /.test(document.getElementById("replay-note").textContent)
  && document.querySelectorAll("#lanes .lane").length > 0`;

/** The text of the file that is shown. */
export const text = `(document.querySelector(".editor:not([hidden]) textarea")?.value ?? null)`;

/** The parts of the text that have a class, each as one string. */
export const painted = (name) =>
  `[...document.querySelectorAll(".editor:not([hidden]) .paint .${name}")].map((span) => span.textContent)`;

/** The problems as they are listed. */
export const problems = `[...document.querySelectorAll("#problems .headline")].map((item) => item.textContent)`;

/** The selector of the track of an Opp. */
export const lane = (name) => `(() => {
  const rows = [...document.querySelectorAll("#lanes .lane")];
  const index = rows.findIndex((row) => row.querySelector(".name").textContent === ${JSON.stringify(name)});
  return \`#lanes .track[data-lane="\${index}"]\`;
})()`;

/** The contents of an element. */
export const words = (selector) =>
  `(document.querySelector(${JSON.stringify(selector)})?.textContent ?? "")`;

/** Puts other rules into the file that is shown, as if they were pasted. */
export const paste = (rules) => `(() => {
  const area = document.querySelector(".editor:not([hidden]) textarea");
  area.focus();
  area.select();
  document.execCommand("insertText", false, ${JSON.stringify(rules)});
})()`;

/** The fragment of a link, made by other means than the page's own. */
export const link = (shared) => `#${deflateRawSync(JSON.stringify(shared)).toString("base64url")}`;

/** The fragment of a link to rules of one file, over the data of the main example. */
export const overTheYear = (rules) =>
  link({ example: "opportunity", isWhole: true, files: [{ name: "rules.opp", text: rules }], day: "2013-06-27" });

/** The fragment of a link to rules of one file, without an example. */
export const fragment = (rules) => `#text=${Buffer.from(rules).toString("base64url")}`;
