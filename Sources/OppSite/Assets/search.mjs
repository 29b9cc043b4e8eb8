// The search over all pages. Words are compared by their stems; the words of a query lead to sections that have all of them, to
// those with most of them if no section has all, and through `synonyms.txt` to pages that call the same thing otherwise. Words from
// elsewhere, such as `countif` or `crontab`, are in `thesaurus.txt`: a query with one is searched in the words of the pages as well.
//
//   query ─ fold, stem, mend typos ─▶ words ─┬───────────────────────────────▶ worth of each section ─┐
//                                            └─ thesaurus ─▶ known words ─▶ worth of each section ─┴─▶ order
//
// A word is worth most in the title of a page, then in a heading, in prose, in code; then as the beginning of a word in these places.
// Prose counts more where the word is frequent and the section short.

/** The most results that are shown. */
const limit = 30;

/** The most sections of one page, and the most messages among the first ten results. */
const ofOnePage = 3;
const messages = 4;

/** The pages for those whose words are nowhere. */
const beginnings = ["tour/", "manual/questions/", "manual/functionindex/"];

/** Words that say nothing beside others. */
const idle = new Set(("how do does did i to the a an get can could should would my me is are it its of what which where when why who with "
  + "use make want need have has there this that you your opp in on and or not for if at by "
  + "am will just please some any per only be they many much often too more than from as into about really still get got getting go going goes "
  + "something anything thing way possible so then but do done very").split(" "));

/** Nouns that say something else than the verb from which they come. */
const nouns = /^(setting|training|parking|recording|tracking|shopping|string|evening)s?$/;

/** Words that nearly every page is about: beside others they count little. */
const common = new Set(words("remind reminder alert notify notification warn warning rule automation automate trigger tell send example "
  + "set check create add write show value next new current own two three four five six ten").trim().split(" "));

/** What signs in a query are called. */
const signs = [
  [/(\d)[.,](?=\d)/g, "$1"], [/^\s*[+-]?\d+\s*$/g, "number literal"], [/^\s*(at\s+)?\d{1,2}(:\d\d\s*([ap]m|h)?|\s*[ap]m)\s*$/gi, "specific time"],
  [/(\S*[*\d/,-]+\s+){4}\S+/g, "cron"], [/c\+\+/g, "cpp"], [/\bc#/g, "csharp"], [/\.net\b/g, "dotnet"], [/&&/g, " and "], [/\|\|/g, " or "],
  [/\/\/|\/\*|\*\/|^\s*#+/g, " comment "], [/\?\s*:/g, " ternary "], [/!=|<>|==+|[<>]=?|≥|≤/g, " comparison "], [/%/g, " percent "],
  [/°\s*c\b/g, " celsius "], [/°\s*f\b/g, " fahrenheit "], [/°/g, " degree "], [/€/g, " euro "], [/\$/g, " dollar "], [/£/g, " pound "],
  [/(\w)\(\s*\)/g, "$1 function"], [/[{}]/g, " braces "], [/\[\s*\]/g, " list "], [/^\s*\(\s*\)/g, " parentheses "], [/[+*]/g, " arithmetic "], [/^\s*!/g, " not "],
];

/** The kinds of pages by the beginnings of their paths, and how much later they come than the manual. */
const kinds = [
  ["lint/", "Lint rule", 4], ["diagnostics/", "Compiler error", 5], ["manual/cookbook/", "Recipe", 0.6], ["tour/", "Tour", 0.2],
  ["", "Manual", 0],
];

/** A text in lower case without accents. */
function folded(text) {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replace(/['’]s\b/g, "");
}

/** The stem of a word, so that `notify`, `notifies`, `notified` and `notifying` are one. */
export function stem(word) {
  if (nouns.test(word)) return word.replace(/s$/, "");
  let rest = word;
  if (rest.length > 3 && /[^siu]s$/.test(rest)) rest = rest.replace(/ies$/, "y").replace(/(ch|sh|x|ss)es$/, "$1").replace(/s$/, "");
  const bare = rest.replace(/(ing|ed)$/, "");
  if (bare !== rest && bare.length >= 3 && /[aeiouy]/.test(bare)) rest = bare.replace(/([^aeiouls])\1$/, "$1");
  if (rest.length > 3) rest = rest.replace(/e$/, "");
  return rest.replace(/y$/, "i");
}

/** A root of at least four letters before an ending, the longest one. */
const endings = new RegExp(`^(.{4,}?)(${"isation ization ation ition ability ibility ator able ible ical ment ness ally less ance ence ion ive ful ant ent "
  .concat("ism ist iti iz is er or al ic li at").replaceAll(" ", "|")})$`);

/** The root of a stem, so that `automate` and `automation`, `schedule` and `scheduler` are one. */
export function rootOf(stem) {
  const rest = endings.exec(stem)?.[1] ?? stem;
  return rest === stem ? rest : rootOf(rest);
}

/** The stems of a text, with a space before and behind each. */
function words(text) {
  return ` ${folded(text).split(/[^\p{L}\p{N}]+/u).filter(Boolean).map(stem).join(" ")} `;
}

/** Words without those that say nothing beside others. */
function bare(text) { return ` ${text.trim().split(" ").filter((word) => !idle.has(word)).join(" ")} `; }

/**
 * Makes an index ready to be searched.
 *
 * @param {{ pages: string[][], entries: any[][], synonyms?: string[][], thesaurus?: string[][] }} index
 */
export function prepare(index) {
  const sections = index.entries.map(([page, heading, anchor, prose, code]) => {
    const [path, title, name = ""] = index.pages[page];
    return {
      page: path, path: path + (anchor ? `#${anchor}` : ""), title, heading, prose, kind: kinds.find(([start]) => path.startsWith(start)),
      isTop: !anchor, name,
      words: { own: words(heading || `${title} ${name}`), title: words(`${title} ${name}`), prose: words(prose), code: words(code) },
      length: prose.length, bare: [heading || `${title} ${name}`, title, prose].map((text) => bare(words(text))),
    };
  });
  const length = sections.reduce((sum, section) => sum + section.length, 0) / Math.max(1, sections.length);
  for (const section of sections) section.length /= Math.max(1, length);
  const vocabulary = new Map();
  for (const { words: fields } of sections) {
    for (const [index, field] of Object.values(fields).entries()) {
      for (const word of field.split(" ")) if (word) vocabulary.set(word, (vocabulary.get(word) ?? 0) + (index < 2 ? 10 : 1));
    }
  }
  // The top of a page to which a synonym leads stands for all of it: a word of any of its sections counts there as well.
  const pages = new Map();
  for (const { page, words: { own, prose } } of sections) pages.set(page, (pages.get(page) ?? "") + own + prose);
  for (const section of sections) if (section.isTop) section.words.page = pages.get(section.page);
  /** In how many sections each word is. */
  const counts = new Map();
  for (const { words: { page, ...fields } } of sections) {
    for (const word of new Set(Object.values(fields).join(" ").split(" "))) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const synonyms = (index.synonyms ?? []).flatMap(([asked, ...targets]) =>
    asked.split(", ").map((phrase) => ({ phrase: words(phrase), targets })));
  const known = new Set([...vocabulary].filter(([, weight]) => weight > 2).map(([word]) => word));
  const thesaurus = meanings(index.thesaurus ?? []);
  const add = (phrase) => { for (const word of phrase.split(" ")) if (word) vocabulary.set(word, (vocabulary.get(word) ?? 0) + 3); };
  const phrases = [...synonyms.map(({ phrase }) => phrase.trim()), ...thesaurus.keys()];
  for (const phrase of phrases) if (!phrase.includes(" ")) add(phrase);
  // A word that is only in phrases of several words says something by itself only in another form.
  const lone = new Map(vocabulary);
  for (const phrase of phrases) if (phrase.includes(" ")) add(phrase);
  const roots = new Map();
  for (const [word, weight] of lone) {
    const other = roots.get(rootOf(word));
    if (!other || vocabulary.get(other) < weight) roots.set(rootOf(word), word);
  }
  return Object.assign(sections, { vocabulary, lone, counts, synonyms, thesaurus, roots, known });
}

/** The words of the pages for each phrase of the thesaurus; a phrase of several words also without those that say nothing. */
function meanings(lines) {
  const result = new Map();
  const bare = new Map();
  for (const [known, asked] of lines) {
    for (const phrase of asked.split(", ").map((text) => words(text).trim())) {
      result.set(anyNumber(phrase), words(known).trim());
      const telling = phrase.split(" ").filter((word) => !idle.has(word));
      const count = telling.filter(isTelling).length;
      if (count > 1) bare.set(anyNumber(telling.join(" ")), words(known).trim());
      // Two words mean the same the other way round.
      if (count === 2 && telling.length === 2) bare.set(anyNumber([...telling].reverse().join(" ")), words(known).trim());
    }
  }
  for (const [phrase, known] of bare) if (!result.has(phrase)) result.set(phrase, known);
  return result;
}

/** A phrase with the same number in place of each, so that `for 5 minutes` and `for 20 minutes` are one. */
function anyNumber(phrase) { return phrase.split(" ").map((word) => (/^\d+$/.test(word) ? "0" : word)).join(" "); }

/** Words in which each phrase of the thesaurus, the longest first, is replaced by the words of the pages. */
function translated(list, thesaurus) {
  const result = [];
  const heads = [];
  for (let index = 0; index < list.length;) {
    let length = Math.min(5, list.length - index);
    // Words such as `go` mean something else only where they are the whole query.
    const isMeant = (phrase) => thesaurus.has(phrase) && (!idle.has(phrase) || list.length === 1);
    while (length > 0 && !isMeant(anyNumber(list.slice(index, index + length).join(" ")))) length -= 1;
    if (length === 0) {
      result.push(list[index]);
      index += 1;
      continue;
    }
    const head = thesaurus.get(anyNumber(list.slice(index, index + length).join(" ")));
    heads.push(head);
    result.push(...head.split(" "));
    index += length;
  }
  return { words: result, heads };
}

/** The rank of the best place that has a word: 0 for the best one; nothing if the word does not occur. */
function rank({ words: fields, isTop }, word) {
  const whole = ` ${word} `;
  if (fields.own.includes(whole)) return isTop ? 0 : 0.7;
  if (fields.title.includes(whole)) return 1.2;
  if (fields.prose.includes(whole)) return 2;
  if (fields.code.includes(whole)) return 3;
  if (word.length < 3) return undefined;
  const start = ` ${word}`;
  if (fields.own.includes(start)) return 4;
  if (fields.title.includes(start)) return 4.5;
  if (fields.prose.includes(start)) return 5;
  if (fields.code.includes(start)) return 6;
  return undefined;
}

/** The number of letters that are left out, added, changed or swapped; more than a limit is not counted. */
export function distance(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(change, row[j] + 1, next[j - 1] + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

/** The known words for one that no section has: another form of it, its two parts, or the nearest one; the word itself if there is none. */
function mended(word, { vocabulary, roots, thesaurus }) {
  const unit = /^\d+(\p{L}+)$/u.exec(word)?.[1];
  if (unit && vocabulary.has(stem(unit)) && !thesaurus.has(word)) return [stem(unit), "unit"];
  if (vocabulary.has(word)) return [word];
  if (word.length < 4) return [word];
  // The beginning of a word that is being typed.
  if ([...vocabulary].some(([other, weight]) => weight > 3 && other.startsWith(word))) return [word];
  const near = nearest(word, vocabulary);
  if (near.distance <= 1) return [near.word];
  const other = roots.get(rootOf(word));
  if (other) return [other];
  // A longer form of a known word, as `concatenation` of `concat`.
  for (let length = word.length - 1; length >= 6; length -= 1) if (vocabulary.has(word.slice(0, length))) return [word.slice(0, length)];
  return parts(word, vocabulary) ?? [near.word];
}

/** The known word with the smallest distance to an unknown one, which is the word itself if none is near. */
function nearest(word, vocabulary) {
  const most = word.length >= 8 ? 2 : 1;
  let best = { word, distance: most + 1, weight: 0 };
  for (const [other, weight] of vocabulary) {
    // A word with another first letter is seldom meant.
    const found = distance(word, other, most) + (other[0] === word[0] ? 0 : 0.5);
    if (found < best.distance || found === best.distance && found <= most && weight > best.weight) best = { word: other, distance: found, weight };
  }
  return best;
}

/** The two known words of which a word is made, as `week` and `number` of `weeknumber`; nothing if there are none. */
export function parts(word, vocabulary) {
  let best = { weight: 0 };
  for (let index = 3; index <= word.length - 3; index += 1) {
    const halves = [word.slice(0, index), word.slice(index)].map(stem);
    const weight = Math.min(...halves.map((half) => vocabulary.get(half) ?? 0));
    if (weight > best.weight) best = { halves, weight };
  }
  return best.weight > 2 ? best.halves : undefined;
}

/** Words of which two side by side are one in the pages, as `web hook`, made one. */
function joined(list, { known }) {
  const result = [];
  for (let index = 0; index < list.length; index += 1) {
    const both = `${list[index]}${list[index + 1] ?? ""}`;
    const isOne = index + 1 < list.length && both.length > 5 && known.has(both) && !(known.has(list[index]) && known.has(list[index + 1]));
    result.push(isOne ? both : list[index]);
    if (isOne) index += 1;
  }
  return result;
}

/** The phrases of `synonyms.txt` in a query, given as texts, the longest first; a phrase in a longer one is not meant by itself. */
function otherNames(sections, texts) {
  return sections.synonyms.filter(({ phrase }) => texts.some((text) => text.includes(phrase)))
    // Words such as `on` have pages of their own only where they are the whole query.
    .filter(({ phrase }) => !idle.has(phrase.trim()) || texts.includes(phrase))
    .sort((a, b) => b.phrase.length - a.phrase.length)
    .filter(({ phrase }, index, all) => !all.slice(0, index).some((longer) => longer.phrase !== phrase && longer.phrase.includes(phrase)));
}

/** The section of a page that a target of a synonym means: `manual/opps/#at-most`. */
function targeted(sections, target) {
  return sections.find(({ path }) => path === target) ?? sections.find(({ page }) => page === target.split("#")[0]);
}

/** The words that lead to sections by another name, and how well: the first page of a phrase as well as its title, later ones less. */
function led(sections, names, wanted) {
  const leads = new Map();
  for (const { phrase, targets } of names) {
    for (const [place, target] of targets.entries()) {
      const section = targeted(sections, target);
      if (!section) continue;
      if (!leads.has(section)) leads.set(section, new Map());
      // A phrase such as `how often` has no word of those that tell; it counts as one of its own.
      const own = wanted.filter((word) => phrase.includes(` ${word} `));
      for (const word of own.length > 0 ? own : [phrase]) {
        const worth = Math.max(0.3, 1 - 0.08 * place);
        leads.get(section).set(word, Math.max(leads.get(section).get(word) ?? 0, worth));
      }
    }
  }
  return leads;
}

/**
 * Searches for a query.
 *
 * @param {ReturnType<typeof prepare>} sections
 * @param {string} query
 * @returns {{ results: object[], mended?: string, isPartial: boolean, isNothing: boolean }} the sections, the best first; the query without its typos,
 *   if there were some; whether no section has all of its words, and whether none has any, so that the results are where to begin
 */
export function search(sections, query) {
  const read = words(signs.reduce((text, [sign, name]) => text.replace(sign, name), query.toLowerCase())).trim().split(" ").filter(Boolean);
  const asked = read.filter(isTelling).length > 0 ? read.filter(isTelling) : read;
  const all = joined(read, sections).flatMap((word) => (isTelling(word) ? mended(word, sections) : [word]));
  const own = answers(sections, all, []);
  if (own.wanted.length === 0) return { results: [], isPartial: false, isNothing: true };
  // The query in the words of the pages, first with its small words, then without them.
  const first = translated(all, sections.thesaurus);
  const second = first.heads.length > 0 ? first : translated(all.filter(isTelling), sections.thesaurus);
  const others = second.words.flatMap((word) => (isTelling(word) ? mended(word, { vocabulary: sections.lone, roots: sections.roots, thesaurus: sections.thesaurus }) : [word]));
  const answered = others.join(" ") === all.join(" ") ? [own] : [own, answers(sections, others, second.heads)];
  const best = new Map();
  for (const { found } of answered) {
    for (const one of found) {
      // Headings are meant by the words of the query itself.
      const other = answered[0].found === found ? one : { ...one, ranks: [] };
      if (!(best.get(one.section)?.worth >= one.worth)) best.set(one.section, other);
    }
  }
  // Of equal worth, words side by side are nearer to the query, then the heading with the fewest other words.
  const found = [...best.values()].sort((a, b) => b.worth - a.worth || a.apart - b.apart || a.rest - b.rest || a.order - b.order);
  const whole = answered.flatMap(({ whole }) => whole);
  // A heading with all words of the query is meant rather than pages of a word that means the same.
  const meant = found.filter(({ section, ranks }) => ranks.length > 0 && ranks.every((place) => place <= 0.7) && section.kind[2] < 1).slice(0, 2);
  const isNothing = found.length === 0 && whole.length === 0;
  const exact = own.found.filter(({ isExact }) => isExact).map(({ section }) => section);
  const results = isNothing ? beginnings.map((page) => sections.find((section) => section.isTop && section.page === page)).filter(Boolean)
    : limited([...new Set([...exact, ...own.whole, ...meant.map(({ section }) => section), ...whole, ...found.map(({ section }) => section)])]);
  // A word that is nowhere may be something that Opp has not: the answers to questions say so.
  const isStrange = (word) => !isNothing && !results.slice(0, 3).some(({ page }) => page === beginnings[1]) && isUnknown(sections, word);
  const questions = sections.find((section) => section.isTop && section.page === beginnings[1]);
  if (questions && whole.length === 0 && second.heads.length === 0 && own.wanted.some(isStrange)) results.splice(2, 0, questions);
  const isMended = own.wanted.join(" ") !== joined(asked, sections).join(" ");
  return {
    results, isNothing, isPartial: whole.length === 0 && !answered.some(({ isPartial }) => !isPartial),
    ...(isMended && { mended: spelled(sections, own.wanted) }),
  };
}

/** Whether a word is in no page, not even as the beginning of another, and leads to none. */
function isUnknown({ vocabulary }, word) { return ![...vocabulary.keys()].some((other) => other.startsWith(word)); }

/** Whether a word of a query says something beside others. */
function isTelling(word) { return !idle.has(word) && !/^\d+$/.test(word); }

/** The sections for the words of a query, given the phrases that the thesaurus has put into it. */
function answers(sections, all, heads) {
  const telling = all.filter(isTelling);
  const wanted = [...new Set(telling.length > 0 ? telling : all)];
  const texts = [wanted, telling, all].map((words) => ` ${words.join(" ")} `);
  const names = otherNames(sections, [...texts, ...heads.map((head) => ` ${head} `)]);
  const whole = names.filter(({ phrase }) => texts.includes(phrase)).flatMap(({ targets }) => targets)
    .map((target) => targeted(sections, target)).filter(Boolean);
  const ranked = rankAll(sections, wanted, texts[2], led(sections, names, wanted));
  const most = ranked.reduce((most, { count }) => Math.max(most, count), 0);
  const complete = ranked.reduce((most, { count, worth }) => (count === wanted.length ? Math.max(most, worth) : most), 0);
  // Sections that a synonym leads to stay beside those with all words, and so do those that are worth more with some of them.
  const found = ranked.filter(({ count, isLed, worth }) => count === most || isLed || worth > complete);
  return { wanted, whole, found, isPartial: most < wanted.length };
}

/** How much a place is worth that has a word, by its rank: a title is worth twice as much as prose. */
const worths = new Map([[0, 1], [0.7, 0.9], [1.2, 0.75], [2, 0.5], [3, 0.35], [4, 0.3], [4.5, 0.25], [5, 0.2], [6, 0.1]]);

/** What a section is worth by phrases without a telling word. */
function ofPhrases(lead) {
  return [...lead ?? []].reduce((total, [name, worth]) => total + (name.startsWith(" ") ? 2 * worth : 0), 0);
}

/** How much prose is worth in which a word is: more where it is frequent and the prose is short. */
function ofProse({ words: { prose }, length }, word) {
  const times = prose.split(` ${word} `).length - 1;
  return 0.3 + 0.3 * times / (times + 0.6 * (0.25 + 0.75 * length));
}

/** How much a word in another section of a page is worth. */
const ofPage = 0.45;

/**
 * The sections with at least one of some words, and what they are worth: the sum over the words of the best place of each, a word that
 * few sections have counting more, less a little for kinds that come later.
 */
function rankAll(sections, wanted, query, leads) {
  const weights = wanted.map((word) =>
    (1 + 0.5 * Math.log(1 + sections.length / (1 + (sections.counts.get(word) ?? 0)))) * (common.has(word) ? 0.4 : 1));
  const sum = weights.reduce((a, b) => a + b, 0);
  return [...sections.entries()].flatMap(([order, section]) => {
    const lead = leads.get(section);
    const ranks = wanted.map((word) => rank(section, word));
    const count = ranks.filter((place) => place !== undefined).length;
    if (count === 0 && !lead) return [];
    const found = wanted.map((word, index) =>
      Math.max(ranks[index] === 2 ? ofProse(section, word) : worths.get(ranks[index]) ?? 0, lead?.get(word) ?? 0, lead && section.words.page?.includes(` ${word} `) ? ofPage : 0));
    const { own, code } = section.words;
    const phrase = ` ${wanted.join(" ")} `;
    const names = [own, words(section.title), words(section.name)];
    const isExact = section.isTop && names.some((name) => name === phrase || name === query);
    const isTogether = [...section.bare, code].some((field) => field.includes(phrase));
    // A heading of nothing but words of the query is the nearer, the more of the query it has.
    const heading = own.trim().split(" ").filter((word) => !/^(the|a|an|of)$/.test(word));
    const named = heading.filter((word) => query.includes(` ${word} `)).length;
    const share = wanted.length > 1 && ranks.every((place) => place <= 1.2) && named === heading.length ? named / query.trim().split(" ").length : 0;
    // Several words that are all in its titles mean the message itself.
    const isMeant = isExact || wanted.length > 1 && ranks.every((place) => place <= 1.2);
    const late = isMeant ? section.kind[2] / 20 : section.kind[2];
    return [{
      section, order, isExact, ranks, count, isLed: lead !== undefined, apart: isTogether ? 0 : 1, rest: own.trim().split(" ").length,
      worth: found.reduce((total, worth, index) => total + worth * weights[index], ofPhrases(lead)) / sum
        + (isTogether && wanted.length > 1 ? 0.1 : 0) + 0.3 * share - late / 8,
    }];
  });
}

/** At most some sections of one page, and few messages among the first results. */
function limited(sections) {
  const counts = new Map();
  const isMessage = ({ kind }) => kind[2] > 3;
  const [first, late] = [[], []];
  let ofMessages = 0;
  for (const section of sections) {
    const count = (counts.get(section.page) ?? 0) + 1;
    counts.set(section.page, count);
    if (count > ofOnePage) continue;
    if (isMessage(section) && first.length < 10 && ofMessages >= messages) {
      late.push(section);
      continue;
    }
    ofMessages += isMessage(section) ? 1 : 0;
    first.push(section);
  }
  return [...first, ...late].slice(0, limit);
}

/** Stems as words that a person reads: the shortest word of a title or of prose that has the stem. */
function spelled(sections, stems) {
  return stems.map((wanted) => {
    for (const section of sections) {
      const found = `${section.heading} ${section.title} ${section.prose}`.split(/[^\p{L}\p{N}]+/u)
        .find((word) => stem(folded(word)) === wanted);
      if (found) return found.toLowerCase();
    }
    return wanted;
  }).join(" ");
}

/** The sections that a query finds, the best first. */
export function find(sections, query) { return search(sections, query).results; }

/** A piece of prose around the words of a query, or around the first of them that it has. */
export function excerpt(prose, query) {
  const length = 140;
  const text = prose.toLowerCase();
  const wanted = folded(query).split(/[^\p{L}\p{N}]+/u).filter((word) => word && !idle.has(word));
  const places = [wanted.join(" "), ...wanted.map((word) => ` ${word}`), ...wanted.map((word) => ` ${stem(word)}`)]
    .filter((word) => word.trim()).map((word) => text.indexOf(word));
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
  const { results, mended: other, isPartial, isNothing } = search(sections, input.value);
  list.replaceChildren(...results.map((section, index) => {
    const title = element("b", {}, section.heading ? `${section.title}: ${section.heading}` : section.title);
    const kind = element("small", {}, section.kind[1]);
    // The link itself is the option: a link in one would be a control in a control.
    const link = element("a", { id: `found-${index}`, href: new URL(section.path, root), tabIndex: -1 }, title, kind,
      element("span", {}, excerpt(section.prose, other ?? input.value)));
    link.setAttribute("role", "option");
    const item = element("li", {}, link);
    item.setAttribute("role", "none");
    return item;
  }));
  const isAsked = input.value.trim() !== "";
  const count = isNothing ? "No page has any of these words. These are pages to begin with." : results.length === 1 ? "1 result" : `${results.length} results`;
  const notes = [other && `Showing results for ${other}.`, isPartial && !isNothing && "No page has all of these words."];
  status.textContent = isAsked ? [...notes, count].filter(Boolean).join(" ") : "";
  choose(0);
}

/** Marks the result that Enter opens. */
function choose(index) {
  const items = [...list.querySelectorAll("a")];
  chosen = items.length === 0 ? 0 : (index + items.length) % items.length;
  items.forEach((item, place) => item.setAttribute("aria-selected", String(place === chosen)));
  if (items.length > 0) input.setAttribute("aria-activedescendant", `found-${chosen}`);
  else input.removeAttribute("aria-activedescendant");
  items[chosen]?.scrollIntoView({ block: "nearest" });
}

function move(event) {
  if (event.key === "ArrowDown") choose(chosen + 1);
  else if (event.key === "ArrowUp") choose(chosen - 1);
  else if (event.key === "Enter") list.querySelectorAll("a")[chosen]?.click();
  else return;
  event.preventDefault();
}
