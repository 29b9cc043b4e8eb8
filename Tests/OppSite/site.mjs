// The scripts of the site, in Node: the search finds each heading by its own words, and links into the playground hold the
// snippets that they stand beside.
//
//     node Tests/OppSite/site.mjs SITE

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";

const site = process.argv[2];
const { distance, excerpt, find, parts, prepare, rootOf, search, stem } = await import(pathToFileURL(join(site, "search.mjs")));
const faults = [];

function expect(isTrue, words) {
  if (!isTrue) faults.push(words);
}

// Each heading is among the first results for its words: those before it have the words as well.
const sections = prepare(JSON.parse(readFileSync(join(site, "search.json"), "utf8")));
let headings = 0;
for (const section of sections) {
  const title = section.heading || section.title;
  // A heading of the only word "on" is that of hundreds of sections; its page's title says which is meant.
  const query = section.heading ? `${section.title} ${section.heading}` : section.title;
  if (!/[\p{L}\p{N}]/u.test(query)) continue;
  headings += 1;
  const place = find(sections, query).findIndex((found) => found.path === section.path);
  expect(place >= 0 && place < 10, `“${query}” finds ${section.path} at ${place}`);
  const twins = sections.filter((other) => (other.heading || other.title).toLowerCase() === title.toLowerCase()).length;
  const own = find(sections, title).findIndex((found) => found.path === section.path);
  expect(twins > 20 || (own >= 0 && own < 10 + twins), `“${title}” finds ${section.path} at ${own}`);
}
expect(headings > 500, `only ${headings} headings`);

// What newcomers type leads to the right page among the first three results; no message comes before the manual for a word
// of the language.
let queries = 0;
const right = new URL("queries.txt", import.meta.url);
for (const line of readFileSync(right, "utf8").split("\n")) {
  if (line.startsWith("//") || !line) continue;
  const [query, pages] = line.split(" = ");
  queries += 1;
  const { results } = search(sections, query);
  for (const page of pages.split(" ")) expect(sections.some((section) => section.page === page), `queries.txt names ${page}`);
  expect(results.slice(0, 3).some(({ page }) => pages.split(" ").includes(page)), `“${query}” finds ${results.slice(0, 3).map(({ path }) => path)}`);
}
expect(queries > 900, `only ${queries} queries`);
for (const word of "function list range unit comment if and for in".split(" ")) {
  expect(/Manual|Tour/.test(find(sections, word)[0]?.kind[1]), `“${word}” finds a message first`);
}
// A line of the thesaurus leads somewhere: its first words are in synonyms.txt, and the others are on no other line.
const index = JSON.parse(readFileSync(join(site, "search.json"), "utf8"));
const stems = (phrase) => phrase.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean).map(stem).join(" ");
const lines = new Map();
for (const [asked] of index.synonyms) for (const phrase of asked.split(", ")) lines.set(stems(phrase), asked);
const heads = index.thesaurus.map(([known]) => known);
for (const known of heads) expect(lines.has(stems(known)), `thesaurus.txt leads to “${known}”, which synonyms.txt does not have`);
for (const [known, asked] of index.thesaurus) {
  for (const phrase of asked.split(", ")) {
    expect(phrase && !lines.has(stems(phrase)), `“${phrase}” is on two lines: that of “${known}” and that of “${lines.get(stems(phrase))}”`);
    lines.set(stems(phrase), known);
  }
}
const typo = search(sections, "notifcation");
expect(typo.mended === "notification", `a typo is mended to ${typo.mended}`);
const nothing = search(sections, "qqqqq");
expect(nothing.isNothing && nothing.results.length === 3, "a word that is nowhere leads to no page to begin with");
expect(!search(sections, "weather").isNothing && search(sections, "  ").results.length === 0, "results are taken for pages to begin with");
expect(search(sections, "concatenation").mended?.startsWith("concat"), "a longer form of a word is not known");
expect(search(sections, "zzgqx reminder").results.slice(0, 3).some(({ page }) => page === "manual/questions/"), "a word that is nowhere does not lead to the questions");
const partial = search(sections, "sunset qqqqq");
expect(partial.isPartial && partial.results.length > 0, "a query is not answered in part");
const many = find(sections, "temp");
expect(many.slice(0, 10).filter(({ kind }) => kind[2] > 3).length <= 4, "there are more than four messages among the first ten");
for (const [word, other] of [["notifies", "notify"], ["snoozed", "snooze"], ["snoozing", "snooze"], ["stopped", "stop"], ["rules", "rule"], ["matches", "match"]]) {
  expect(stem(word) === stem(other), `${word} and ${other} have the stems ${stem(word)} and ${stem(other)}`);
}
expect(distance("wether", "weather", 2) === 1 && distance("unknwon", "unknown", 2) === 1 && distance("a", "abcd", 2) === 3, "distances are wrong");

// Every word must occur; whole words come before parts, titles before prose, prose before code.
const made = prepare({
  pages: [["a/", "Rain"], ["b/", "Other"], ["c/", "Third"], ["d/", "Raincoat"], ["e/", "Last"]],
  entries: [[2, "", "", "no", "rain"], [1, "", "", "the rain, in Spain", ""], [0, "", "", "", ""], [3, "", "", "", ""],
    [4, "", "", "a train", ""], [4, "Spain", "s", "", ""]],
});
const order = (query) => find(made, query).map((section) => section.path).join(" ");
expect(order("rain") === "a/ b/ c/ d/", `rain: ${order("rain")}`);
expect(order("RAIN spain") === "b/", `rain spain: ${order("RAIN spain")}`);
expect(order("last spain") === "e/#s", `last spain: ${order("last spain")}`);
expect(order("") === "" && order(" >= ") === "", "nothing is found for nothing");
expect(order("snow") === "", "what is nowhere is not found");
// A word from elsewhere means those of the pages; in a query with its words joined, split, in another form or as a sign, too.
const elsewhere = prepare({
  pages: [["a/", "Looking back"], ["b/", "Web addresses"], ["c/", "Percentages"], ["d/", "Both"]],
  entries: [[0, "", "", "the mean of an hour", ""], [1, "", "", "a webhook, a webhook, a webhook is scheduled", ""], [2, "", "", "one percent", ""], [3, "", "", "true and true", ""]],
  synonyms: [["average", "a/"]], thesaurus: [["average", "rolling mean, avg"], ["average", "time window"]],
});
const foundElsewhere = (query) => find(elsewhere, query)[0]?.path;
for (const [query, path] of [["avg", "a/"], ["AVG()", "a/"], ["how do I get a rolling mean", "a/"], ["timewindow", "a/"], ["web hook", "b/"], ["scheduler", "b/"], ["5 %", "c/"], ["true && true", "d/"]]) {
  expect(foundElsewhere(query) === path, `“${query}” finds ${foundElsewhere(query)}`);
}
expect(rootOf("installation") === rootOf("installer") && rootOf("rain") === "rain", "the root of a word is wrong");
expect(parts("weeknumber", new Map([["week", 20], ["number", 20]]))?.join(" ") === "week number", "a word is not split into its parts");
// A page to which another word leads comes first if the rest of the query is anywhere on it; the rarer word counts more.
const named = prepare({
  pages: [["a/", "Rubbish"], ["b/", "Days"], ["c/", "Days of rubbish"]],
  entries: [[0, "", "", "put it out", ""], [0, "When", "w", "each Friday", ""], [1, "", "", "a day, a day", ""], [2, "", "", "", ""], [2, "Day", "d", "day", ""]],
  synonyms: [["trash", "a/"], ["day", "b/"]],
});
const namedOrder = (query) => find(named, query).map((section) => section.path).join(" ");
expect(namedOrder("trash friday").startsWith("a/"), `trash friday: ${namedOrder("trash friday")}`);
expect(namedOrder("trash day").split(" ").slice(0, 2).sort().join(" ") === "a/ b/", `trash day: ${namedOrder("trash day")}`);
const phrases = prepare({ pages: [["a/", "A"], ["b/", "B"]], entries: [[0, "", "", "once at most", ""], [1, "", "", "at most once", ""]] });
expect(find(phrases, "at most once")[0].path === "b/", "words side by side come before others");
expect(excerpt(`${"word ".repeat(60)}rain ${"word ".repeat(60)}`, "rain").includes("rain"), "an excerpt has the word");

// The day of the first page runs to its firing, rests, and ends at 13:00.
const { hourAt } = await import(pathToFileURL(join(site, "hero.mjs")));
expect([0, 500, 1000, 1600, 1700, 2200, 2700, 9000].map(hourAt).join() === "11,11.5,12,12,12,12.5,13,13", "the day of the first page runs otherwise");

// The playground reads what the page shows.
const unescape = (text) => text.replace(/<[^>]*>/g, "").replaceAll("&lt;", "<").replaceAll("&gt;", ">")
  .replaceAll("&quot;", '"').replaceAll("&amp;", "&");
let links = 0;
for (const entry of readdirSync(site, { recursive: true })) {
  if (!entry.endsWith("index.html") || entry.startsWith("play")) continue;
  const page = readFileSync(join(site, entry), "utf8");
  for (const [, code, link] of page.matchAll(/<pre[^>]*><code>((?:(?!<\/code>)[^])*)<\/code><\/pre><a class="try" href="([^"]*)">/g)) {
    links += 1;
    const json = inflateRawSync(Buffer.from(link.split("#")[1], "base64url")).toString("utf8");
    expect(JSON.parse(json).files[0].text === `${unescape(code)}\n`, `${entry}: a link holds another text`);
  }
}
expect(links > 300, `only ${links} snippets can be tried`);

for (const fault of faults) console.log(fault);
console.log(`${headings} headings, ${links} links into the playground: ${faults.length} faults`);
process.exit(faults.length > 0 ? 1 : 0);
