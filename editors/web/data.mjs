// Files that a person drops on the page or chooses: rules and recorded data. They are read here and go nowhere.

import { fileName } from "./share.mjs";

const rules = /\.opp$/i;
const recorded = /\.(csv|gpx|ics|geojson|json|jsonl|ndjson)$/i;

/** Tables of other names, which are read once a person has added their declaration. */
export const tables = /\.(tsv|tab|txt|dat|log)$/i;

/** The largest file that is read, in bytes. */
export const sizeLimit = 64 << 20;

/** The files of a drop, those of folders in it included, as `{ path, file }`. */
export async function dropped(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ path: file.name, file }));
  return (await Promise.all(entries.map((entry) => files(entry, "")))).flat();
}

/** The files that were chosen with a control. */
export function chosen(list) {
  return [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

async function files(entry, folder) {
  const path = folder + entry.name;
  if (entry.isFile) return [{ path, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) }];
  const reader = entry.createReader();
  const found = [];
  // A reader gives some entries at a time, and none when it is done.
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const child of some) if (!child.name.startsWith(".")) found.push(...await files(child, `${path}/`));
  }
}

/**
 * The contents of files by what they are.
 *
 * @returns {Promise<{ rules: { name: string, text: string }[], data: { name: string, bytes: Uint8Array }[], others: string[] }>}
 */
export async function read(found) {
  const result = { rules: [], data: [], others: [] };
  for (const { path, file } of found) {
    const name = fileName(path);
    if (file.size > sizeLimit) result.others.push(name);
    else if (rules.test(name)) result.rules.push({ name, text: await file.text() });
    else if (recorded.test(name) || tables.test(name)) result.data.push({ name, bytes: new Uint8Array(await file.arrayBuffer()) });
    else result.others.push(name);
  }
  // The files of a folder come in any order; the tool takes them by name.
  result.rules.sort((a, b) => (a.name < b.name ? -1 : 1));
  return result;
}

/** A size in words. */
export function sizeText(bytes) {
  return bytes < 1000 ? `${bytes} B` : bytes < 1_000_000 ? `${Math.round(bytes / 1000)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
