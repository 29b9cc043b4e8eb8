// The examples that are published beside the page: an index, files of rules, files of data.

import { Project } from "./project.mjs";

/**
 * @typedef {object} Example
 * @property {string} name the folder
 * @property {string} title
 * @property {string[]} rules
 * @property {string[]} data
 * @property {string} open the file that is shown first
 * @property {string} [day] the date that is shown first
 */

async function response(path) {
  const found = await fetch(path);
  if (!found.ok) throw new Error(`${path} is not there (${found.status})`);
  return found;
}

/** The index of examples. @returns {Promise<Example[]>} */
export async function index() {
  return (await response("examples/index.json")).json();
}

/** The rules of an example, without its data yet. @param {Example} example */
export async function rules(example) {
  const files = await Promise.all(example.rules.map(async (name) => ({
    name, text: await (await response(`examples/${example.name}/${name}`)).text(),
  })));
  return Project.of(example.name, files, new Map());
}

/** Adds the data of an example to its rules. */
export async function data(example, project) {
  const files = await Promise.all(example.data.map(async (name) => [
    name, new Uint8Array(await (await response(`examples/${example.name}/data/${name}`)).arrayBuffer()),
  ]));
  for (const [name, bytes] of files) if (!project.data.has(name)) project.data.set(name, bytes);
}
