// A lesson of the tour as the page reads it.

import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** The sections of a lesson's text behind its first, by their headings. */
const sections = { "Your turn": "task", Hint: "hint", Next: "next" };

/**
 * The lesson in a folder.
 *
 * @returns {{ title: string, text: string, task: string, hint: string, next: string, start: string, solution: string,
 *   test?: string, data: { name: string, text: string }[] }}
 */
export function lesson(folder) {
  const read = (name) => readFileSync(join(folder, name), "utf8");
  const [opening, ...rest] = read("lesson.md").split(/^## /m);
  const [, title, text] = /^# (.*)\n([^]*)$/.exec(opening);
  const packed = { title, text: text.trim() };
  for (const section of rest) {
    const end = section.indexOf("\n");
    const name = sections[section.slice(0, end)];
    if (!name) throw new Error(`${folder}/lesson.md has an unknown section: ${section.slice(0, end)}`);
    packed[name] = section.slice(end).trim();
  }
  return {
    ...packed, start: read("start.opp"), solution: read("solution.opp"),
    ...(existsSync(join(folder, "test.opp")) && { test: read("test.opp") }),
    data: readdirSync(join(folder, "data")).sort().map((name) => ({ name, text: read(join("data", name)) })),
  };
}
