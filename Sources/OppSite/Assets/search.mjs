// The search over all pages: every word must occur in a section, its title or the title of its page. Whole words come
// before parts of words, titles before prose, prose before code.

/** The places in which a word is looked for, the best first: a whole word in titles, prose and code, then a part of one. */
const fields = ["title", "prose", "code"];

/** The most results that are shown. */
const limit = 30;

/** A text as its words in lower case, with a space before and behind each. */
function words(text) {
  return ` ${text.toLowerCase().normalize("NFC").split(/[^\p{L}\p{N}_]+/u).filter(Boolean).join(" ")} `;
}

/** Makes the sections of an index ready to be searched. @param {{ pages: string[][], entries: any[][] }} index */
export function prepare(index) {
  return index.entries.map(([page, heading, anchor, prose, code]) => {
    const [path, title] = index.pages[page];
    return {
      path: path + (anchor ? `#${anchor}` : ""), title, heading, prose,
      words: { own: words(heading || title), title: words(`${title} ${heading}`), prose: words(prose), code: words(code) },
    };
  });
}

/** The rank of the best place that has a word: 0 for the best one; nothing where the word does not occur. */
function rank(section, word) {
  if (section.words.own.includes(` ${word} `)) return 0;
  for (const [index, field] of fields.entries()) if (section.words[field].includes(` ${word} `)) return index + 1;
  for (const [index, field] of fields.entries()) if (section.words[field].includes(word)) return index + 5;
}

/**
 * The sections that have all words of a query, the best first.
 *
 * @param {ReturnType<typeof prepare>} sections
 * @param {string} query
 */
export function find(sections, query) {
  const wanted = words(query).trim().split(" ").filter(Boolean);
  if (wanted.length === 0) return [];
  const found = [];
  for (const [order, section] of sections.entries()) {
    const ranks = wanted.map((word) => rank(section, word));
    if (ranks.includes(undefined)) continue;
    // Of equal ranks one with the words side by side is nearer to the query, then the heading with the fewest other words.
    const apart = fields.some((field) => section.words[field].includes(` ${wanted.join(" ")} `)) ? 0 : 1;
    const rest = section.words.own.trim().split(" ").length;
    found.push({ section, order, apart, rest, rank: ranks.reduce((sum, one) => sum + one, 0) / wanted.length });
  }
  found.sort((a, b) => a.rank - b.rank || a.apart - b.apart || a.rest - b.rest || a.order - b.order);
  return found.slice(0, limit).map(({ section }) => section);
}

/** A piece of prose around the words of a query, or around the first of them that it has. */
export function excerpt(prose, query) {
  const length = 140;
  const text = prose.toLowerCase();
  const wanted = words(query).trim();
  const places = [wanted, ...wanted.split(" ").map((word) => ` ${word}`), ...wanted.split(" ")].map((word) => text.indexOf(word));
  const first = Math.max(0, (places.find((place) => place >= 0) ?? 0) - 40);
  const start = first === 0 ? 0 : prose.indexOf(" ", first) + 1;
  const piece = prose.slice(start, start + length);
  return `${start > 0 ? "… " : ""}${piece}${start + length < prose.length ? " …" : ""}`;
}

// The rest is of a browser.

const root = new URL("./", import.meta.url);
let dialog, input, list, status, sections, chosen = 0;

/** Opens the search. */
export async function open() {
  if (!dialog) make();
  dialog.showModal();
  input.select();
  sections ??= await fetch(new URL("search.json", root)).then((response) => response.json()).then(prepare);
  show();
}

function element(name, attributes = {}, ...children) {
  const made = Object.assign(document.createElement(name), attributes);
  made.append(...children);
  return made;
}

function make() {
  input = element("input", { type: "search", placeholder: "Search the manual", autocomplete: "off", spellcheck: false });
  list = element("ul", { id: "found" });
  status = element("p", { className: "status" });
  const attributes = {
    role: "combobox", "aria-label": "Search the manual", "aria-controls": "found", "aria-expanded": "true",
    "aria-autocomplete": "list",
  };
  for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value);
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", "Results");
  status.setAttribute("role", "status");
  dialog = element("dialog", { className: "search" }, input, status, list);
  dialog.setAttribute("aria-label", "Search");
  document.head.append(element("link", { rel: "stylesheet", href: new URL("search.css", root) }));
  document.body.append(dialog);
  input.addEventListener("input", show);
  input.addEventListener("keydown", move);
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
  list.addEventListener("click", (event) => { if (event.target.closest("a")) dialog.close(); });
}

/** Shows the results for what is typed. */
function show() {
  if (!sections) return;
  const results = find(sections, input.value);
  list.replaceChildren(...results.map((section, index) => {
    const title = element("b", {}, section.heading ? `${section.title}: ${section.heading}` : section.title);
    const link = element("a", { href: new URL(section.path, root), tabIndex: -1 }, title,
      element("span", {}, excerpt(section.prose, input.value)));
    const item = element("li", { id: `found-${index}` }, link);
    item.setAttribute("role", "option");
    return item;
  }));
  const isAsked = input.value.trim() !== "";
  status.textContent = !isAsked ? "" : results.length === 0 ? "Nothing has all of these words." : `${results.length} results`;
  choose(0);
}

/** Marks the result that Enter opens. */
function choose(index) {
  const items = [...list.children];
  chosen = items.length === 0 ? 0 : (index + items.length) % items.length;
  items.forEach((item, place) => item.setAttribute("aria-selected", String(place === chosen)));
  if (items.length > 0) input.setAttribute("aria-activedescendant", `found-${chosen}`);
  else input.removeAttribute("aria-activedescendant");
  items[chosen]?.scrollIntoView({ block: "nearest" });
}

function move(event) {
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen - 1);
  else if (event.key === "Enter") list.children[chosen]?.querySelector("a").click();
  else return;
  event.preventDefault();
}
