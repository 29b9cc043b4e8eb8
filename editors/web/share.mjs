// Links that hold a rule set: `#` and base64url(deflate-raw(JSON)). A browser sends the fragment to no server.
//
// The JSON has `example` where an example's data are replayed, `files` with those rules that differ from the example's
// (all of them without one), and where the page stands: `open`, `day`, `second`, `opp`. A link of another version may have more.

/**
 * @typedef {object} Shared
 * @property {string} [example] the example whose data belong to it
 * @property {{ name: string, text: string }[]} [files] files of rules, and small ones of data as `data/NAME`
 * @property {boolean} [isWhole] whether the example's other files are not among them
 * @property {string} [open] the file shown
 * @property {string} [day] the date shown
 * @property {number} [second] the second explained
 * @property {string} [opp] the Opp explained
 */

const text = new TextDecoder("utf-8", { fatal: true });

function toBase64URL(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function fromBase64URL(encoded) {
  const binary = atob(encoded.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

/** The fragment of a link, without `#`. @param {Shared} shared */
export async function encode(shared) {
  const bytes = new TextEncoder().encode(JSON.stringify(shared));
  return toBase64URL(await through(bytes, new CompressionStream("deflate-raw")));
}

/**
 * The contents of a fragment, with or without `#`.
 *
 * `text=` and base64url is one file; `example=` names an example; `tour=` a lesson; `embed` asks for the page as a frame of another.
 *
 * @returns {Promise<{ shared?: Shared, lesson?: string, isEmbedded: boolean }>}
 * @throws {Error} where the fragment is of no form, or damaged
 */
export async function decode(fragment) {
  const parts = fragment.replace(/^#/, "").split("&").filter(Boolean);
  const isEmbedded = parts.includes("embed");
  const content = parts.find((part) => part !== "embed");
  if (!content) return { isEmbedded };
  const named = /^(text|example|tour)=(.*)$/.exec(content);
  if (named?.[1] === "tour") return { lesson: decodeURIComponent(named[2]), isEmbedded };
  if (named?.[1] === "text") {
    return { shared: { files: [{ name: "rules.opp", text: text.decode(fromBase64URL(named[2])) }] }, isEmbedded };
  }
  if (named) return { shared: { example: decodeURIComponent(named[2]) }, isEmbedded };
  const bytes = await through(fromBase64URL(content), new DecompressionStream("deflate-raw"));
  return { shared: checked(JSON.parse(text.decode(bytes))), isEmbedded };
}

/** Those properties of a value that are of the form of a link's; the rest is left out. */
export function checked(value) {
  const shared = {};
  if (value === null || typeof value !== "object") throw new Error("the link holds no rules");
  for (const name of ["example", "open", "opp"]) if (typeof value[name] === "string") shared[name] = value[name];
  if (/^\d{4}-\d\d-\d\d$/.test(value.day)) shared.day = value.day;
  if (value.isWhole === true) shared.isWhole = true;
  if (Number.isSafeInteger(value.second)) shared.second = value.second;
  if (Array.isArray(value.files)) {
    shared.files = value.files
      .filter((file) => typeof file?.name === "string" && typeof file.text === "string")
      .map((file, index) => ({ name: linkName(file.name) || `rules-${index + 1}.opp`, text: file.text }));
  }
  return shared;
}

/** The name of a file in a link: in the folder itself, or in its folder of data. */
function linkName(name) {
  return (name.startsWith("data/") ? "data/" : "") + fileName(name);
}

/** A name without folders or control characters. */
export function fileName(name) {
  return name.split(/[/\\]/).at(-1).replace(/[\u0000-\u001f\u007f]/g, "").slice(0, 120);
}
