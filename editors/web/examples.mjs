// The examples that are published beside the page: an index, rules, data.

import { unpacked } from "./packs.mjs";
import { Project } from "./project.mjs";

/**
 * @typedef {object} Example
 * @property {string} name the folder
 * @property {string} title
 * @property {string} open the file that is shown first
 * @property {string} [day] the date that is shown first
 */

/** The index of examples. @returns {Promise<Example[]>} */
export function index() { return unpacked("examples/index.json"); }

/**
 * The rules of an example, without its data yet, and what is drawn of them before they are replayed.
 *
 * @param {Example} example
 * @returns {Promise<{ project: Project, ahead?: import("./ahead.mjs").Ahead }>}
 */
export async function rules(example) {
  const { rules: files, ahead } = await unpacked(`examples/${example.name}.json`);
  return { project: Project.of(example.name, files, new Map()), ahead };
}

/** Adds the data of an example to its rules. */
export async function data(example, project) {
  for (const { name, text } of await unpacked(`examples/${example.name}.data.json`)) {
    if (!project.data.has(name)) project.data.set(name, new TextEncoder().encode(text));
  }
}
