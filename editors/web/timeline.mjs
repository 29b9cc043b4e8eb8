// The replay on the page: the year, a day, a second with its reasons, and the firings.

import { Foreseen } from "./ahead.mjs";
import { Cards } from "./cards.mjs";
import { Changes } from "./changes.mjs";
import { Latest } from "./client.mjs";
import { Day } from "./day.mjs";
import { Firings, countWords } from "./firings.mjs";
import { Play } from "./play.mjs";
import { Replay, Zones, zoneOf } from "./replay.mjs";
import { Clock, next } from "./time.mjs";
import { truthsAt } from "./truths.mjs";
import { show as showWhy } from "./why.mjs";
import { Year } from "./year.mjs";

const element = (id) => document.getElementById(id);

/** The most rows of one Opp that are shown. */
const rowLimit = 4;

/** The fewest days of which a year is drawn; fewer are turned over one by one. */
const yearLimit = 15;

/** The time for which a second has to stay before it is looked ahead of it, in milliseconds. */
const rest = 300;

/** The replay, and what of it is shown. */
export class Timeline {
  #page;
  /** The answers to questions about days and seconds: the live replay, or the one that was computed ahead. */
  #replay;
  /** What would it take, once the module is there. @type {Promise<import("./take.mjs").Take | undefined> | undefined} */
  #take;
  /** The charts of the file that is shown, once the module is there. @type {Promise<import("./charts.mjs").Charts | undefined> | undefined} */
  #charts;
  /** The replay in its worker, once the module is there. */
  #live;
  #zones = new Zones();
  #clock = new Clock("UTC");
  #begun;
  /** The second that the replay has come to. */
  #reached = -Infinity;
  /** Whether the day that is wanted was not reached yet. */
  #isAwaited = false;
  #firings = new Firings();
  #lanes = [];
  #rules = [];
  #day;
  #chosen;
  #pointed;
  #latestDay = new Latest();
  #latestMoment = new Latest();
  #latestReasons = new Latest();
  #isAnnounced = false;
  #rest = 0;

  /** @param {object} page the playground */
  constructor(page) {
    this.#page = page;
    this.year = new Year(element("year"), (date) => this.#turnTo(date));
    this.lanes = new Day(element("lanes"), {
      pointed: (lane, second) => this.#point(lane, second),
      chosen: (lane, second, isByKeys) => this.#choose(lane, second, isByKeys),
      left: () => this.#leave(),
      turned: (days) => this.#turn(days),
    });
    this.cards = new Cards(element("firings"), (firing) => this.#chooseFiring(firing));
    this.changes = new Changes({
      redraw: () => {
        this.#compare();
        this.#showDay();
      },
      turned: (date) => this.#turnTo(date),
    });
    this.play = new Play(element("play"), element("lanes"), {
      day: () => this.#shown && { ...this.#shown, lanes: this.#lanes, firings: this.#dayFirings },
      second: () => this.#chosen?.second,
      show: (second) => this.#pass(second),
      stop: (second) => this.#stop(second),
      fired: ({ second, opp, text }) => this.announce(`${this.#clock.time(second)}, ${opp}${text ? `: ${text}` : ""}`),
    });
    element("day-before").addEventListener("click", () => this.#turn(-1));
    element("day-after").addEventListener("click", () => this.#turn(1));
    element("scope").addEventListener("change", () => this.#showDay());
  }

  /**
   * Replays in a worker from now on.
   *
   * @param {WebAssembly.Module} module
   * @param {(reason: string) => void} trapped
   */
  connect(module, trapped) {
    this.#charts = import("./charts.mjs").then(({ Charts }) => new Charts(this.#page, element("charts"), module), () => undefined);
    this.#take = import("./take.mjs").then(({ Take }) => new Take(this.#page, module), () => undefined);
    this.#live = new Replay(module, {
      advanced: (slice) => this.#advanced(slice),
      tested: (tests) => this.#tested(tests),
      trapped,
    });
  }

  /** The findings of `opp import` about a file; undefined before the module is there. */
  async importFile(name, answers) { return this.#live?.importFile(name, answers); }

  /** Draws what was computed ahead of a rule set. @param {import("./ahead.mjs").Ahead} ahead */
  foresee(project, ahead, stand) {
    this.#live?.end();
    this.#asked = undefined;
    this.#replay = new Foreseen(ahead);
    this.#begin(project, ahead.begun, ahead.zone);
    this.#reached = Infinity;
    this.year.add(this.#firings.foresee(ahead.seconds), ahead.begun.to);
    this.#stand({ ...stand, day: stand?.day ?? ahead.day });
    this.#showDay();
  }

  /** Shows that a day is being made ready, or waits for the rules to be mended. */
  #await(project, words) {
    this.#begun = undefined;
    this.#lanes = [];
    this.#clock = new Clock(zoneOf(project));
    this.year.element.hidden = element("year-tools").hidden = true;
    this.#shown = undefined;
    element("day-title").textContent = "The day";
    element("firings").replaceChildren();
    this.lanes.wait(words);
  }

  /** The rules are edited: what stood before is what the next replay is compared with. */
  edited() { this.changes.comparison.edited(); }

  /** Says and draws what has changed against an earlier replay. */
  #compare() {
    this.changes.show(this.#clock, this.#day);
    this.year.changes = this.changes.days;
  }

  /** Forgets the rule set before: another one is loaded. */
  clear(project) {
    this.#live?.end();
    this.#asked = undefined;
    this.changes.comparison.clear();
    this.#wanted = undefined;
    this.#chosen = undefined;
    this.#day = undefined;
    // A reason that comes late is of the rules before.
    this.#pointed = undefined;
    element("why").replaceChildren(this.#invitation);
    this.#await(project, "");
  }

  /** The words where no second has been chosen. */
  #invitation = element("why").firstElementChild;

  /** The place at which the timeline stands, for a link. */
  stand() {
    const { lane, second } = this.#chosen ?? {};
    return { ...(this.#day && { day: this.#day }), ...(second !== undefined && { second }), ...(lane && { opp: lane.opp }) };
  }

  /** Replays a project; `stand` says where to begin, if it is another than before. */
  async load(project, stand) {
    if (!this.#live) return;
    this.#asked = stand ?? this.#asked;
    let begun;
    try {
      begun = await this.#live.load(project, this.#zones);
    } catch {
      return;
    }
    if (!begun) return;
    this.#report(begun);
    this.#page.tour.checked(begun);
    const hasBegun = begun.from !== null;
    element("lanes").classList.toggle("is-old", !hasBegun && this.#begun !== undefined);
    if (!hasBegun) {
      if (!this.#begun) this.#await(project, "Mend the mistake, and the day appears here.");
      return;
    }
    this.#replay = this.#live;
    this.#begin(project, begun, zoneOf(project));
    if (this.#asked) this.#stand(this.#asked);
    this.#asked = undefined;
    if (!this.year.has(this.#day)) this.#day = this.year.dates[0];
    this.#showDay();
  }

  /** The place at which the next replay is to begin, also where an edit ends the one that was to go there. */
  #asked;

  /** Takes the rules that are replayed from now on. */
  #begin(project, begun, zone) {
    this.#begun = begun;
    this.#reached = begun.from;
    this.#rules = project.files.map(({ name, text }) => ({ name, text }));
    this.#firings = new Firings();
    this.#clock = new Clock(zone);
    this.year.begin(this.#clock, begun.from, begun.to);
    this.year.element.hidden = element("year-tools").hidden = this.year.dates.length < yearLimit;
    for (const id of ["day-before", "day-after"]) element(id).hidden = this.year.dates.length === 1;
  }

  /** Goes to the place that a link asks for. */
  #stand(stand) {
    this.#chosen = undefined;
    this.#wanted = stand;
    this.#day = this.year.has(stand.day) ? stand.day : undefined;
  }

  /** The place that a link asks for, until the firings of its day are known. */
  #wanted;

  /** The caret has come to a place: its Opp is marked in the lanes. */
  caretMoved(name, offset) {
    const opp = this.#oppAt(name, offset)?.name;
    if (opp === this.#marked) return;
    this.#marked = opp;
    this.lanes.opp = opp;
    if (opp) this.lanes.reveal(opp);
  }

  #marked;

  /** Another file is shown. */
  opened() {
    if (this.#begun) this.#showDay();
  }

  /** Says something to screen readers. */
  announce(text) {
    element("announcer").textContent = text;
  }

  /** The Opp that a place is in, if the text is the one that is replayed. */
  #oppAt(name, offset) {
    const file = this.#rules.findIndex((rule) => rule.name === name);
    return this.#begun?.opps.find((opp) => opp.file === file && opp.start <= offset && offset <= opp.end);
  }

  #advanced(slice) {
    this.year.add(this.#firings.add(slice.firings, slice.records), slice.at);
    this.#reached = slice.done ? Infinity : slice.at;
    if (this.#isAwaited) this.#showDay();
    if (slice.done) {
      this.#note(this.#summary(), false);
      this.changes.comparison.replayed(this.#firings.all, this.#begun.opps);
      this.#compare();
      this.#showDay();
      if (this.#wanted && !this.#wanted.day) this.#turnToFiring();
    } else {
      const { from, to } = this.#begun;
      this.#note(`Replaying: ${Math.floor(((slice.at - from) / (to - from)) * 100)} %`, false);
    }
  }

  #summary() {
    const [from, to] = [this.#clock.date(this.#begun.from), this.#clock.date(this.#begun.to - 1)];
    const days = from === to ? `on ${from}` : `from ${from} to ${to}`;
    return `${countWords(this.#firings.count, this.#firings.notifying)} ${days}, ${this.#clock.zone}.`;
  }

  /** Shows the first day on which something fires, where none was asked for. */
  #turnToFiring() {
    const { first } = this.#firings;
    if (!first) return;
    this.#day = this.#clock.date(first.second);
    this.#showDay();
  }

  /** Says what is wrong with the rules or the data, as far as the replay is concerned. */
  #report({ from, problems }) {
    const ofData = problems.filter((problem) => !problem.path?.endsWith(".opp"));
    this.#page.ownData.report(ofData, from !== null || ofData.length === problems.length);
    this.#remark = ofData.length === 0 ? ""
      : ` The data have ${ofData.length === 1 ? "a problem" : `${ofData.length} problems`}: see below the rules.`;
    if (from !== null) return;
    document.querySelector(".tests").hidden = true;
    this.#note(problems.length > ofData.length
      ? "The rules have errors: below is the replay from before." : "The recording has no period: no reading has a time.", true);
  }

  /** The sentence about the data. */
  #remark = "";

  /** Says how far the module is loaded, while something is drawn already. */
  noteLoading(text) { this.#note(text, false); }

  #note(text, isError) {
    const note = element("replay-note");
    note.textContent = text + this.#remark;
    note.classList.toggle("is-error", isError || this.#remark !== "");
  }

  #tested({ passed, text, results }) {
    this.#page.tour.tested(results, this.#clock, this.year.dates.length > 1);
    const lines = text.trim().split("\n");
    const summary = lines.pop();
    document.querySelector(".tests").hidden = /^(no|0) /i.test(summary);
    const title = element("tests-title");
    title.textContent = summary;
    title.className = passed ? "is-passed" : "has-error";
    const item = document.createElement("li");
    item.textContent = lines.join("\n");
    element("tests").replaceChildren(...(passed ? [] : [item]));
  }

  #turn(days) {
    const date = next(this.#day, days);
    if (this.year.has(date)) this.#turnTo(date);
  }

  #turnTo(date) {
    this.#wanted = this.#asked = undefined;
    this.#day = date;
    if (this.#chosen) {
      // The same time of the other day.
      const time = this.#clock.time(this.#chosen.second);
      this.#chosen = { ...this.#chosen, second: this.#clock.second(`${date}T${time.length === 5 ? `${time}:00` : time}`) };
    }
    this.#showDay();
    this.#page.keep();
  }

  /** Asks for the day's lanes, and shows them. */
  #showDay() {
    const date = this.#day;
    if (!date) return;
    this.play.pause();
    const [from, to] = [this.#clock.start(date), this.#clock.start(next(date))];
    element("day-title").textContent = this.#clock.words(from + 43_200);
    element("day-before").disabled = !this.year.has(next(date, -1));
    element("day-after").disabled = !this.year.has(next(date));
    this.year.day = date;
    this.changes.day = date;
    // A day that was replayed already costs a day; one ahead would cost all that is before it.
    this.#isAwaited = this.#reached < to;
    if (this.#isAwaited) return;
    this.#latestDay.run(async () => {
      const day = await this.#replay.day(from, to);
      if (!day || date !== this.#day) return;
      this.#shown = day;
      const opps = this.#inScope(day.opps);
      this.#lanes = opps.flatMap((opp) => lanes(opp, day, this.changes.lost(opp.name, from, to)));
      this.lanes.show(this.#clock, date, from, to, this.#lanes, this.#page.painted);
      this.lanes.opp = this.#marked;
      this.#opps = opps;
      this.#listFirings();
      this.#showWanted(opps);
      this.#keepChosen();
      this.#explain(false);
      if (this.#reached === Infinity) this.#showCharts(to);
    });
  }

  /** Draws the charts of the file that is shown, up to the end of the day. */
  async #showCharts(to) {
    const charts = await this.#charts;
    const { open } = this.#page.files;
    // Most rules have none, and need no worker for them.
    if (!this.#rules.some(({ name, text }) => name === open && /^\s*chart\b/m.test(text))) return charts?.clear();
    const { from, to: end } = this.#begun;
    charts?.show(open, this.#rules, { from, to: end }, to);
  }

  /** The day that is shown, as the core gives it. */
  #shown;

  /** Its firings that are listed. */
  #dayFirings = [];

  /** Shows a second on the way through the day. */
  #pass(second) {
    this.#page.hint.tried("play");
    this.lanes.second = second;
    this.#tint(truthsAt(this.#shown, second));
    this.cards.mark(second);
  }

  /** Stands still at a second of the day, and explains it. */
  #stop(second) {
    this.cards.mark(undefined);
    const firing = this.#dayFirings.find((found) => found.second === second);
    const lane = firing && this.#lanes.find((found) => found.opp === firing.opp);
    this.#chosen = { lane: lane ?? this.#chosen?.lane ?? this.#lanes[0], second };
    this.#explain(false);
  }

  /** The Opps of the day that is shown. */
  #opps = [];

  #inScope(opps) {
    const file = this.#rules.findIndex((rule) => rule.name === this.#page.files.open);
    const own = opps.filter((opp) => opp.file === file);
    return element("scope").value === "file" && own.length > 0 ? own : opps;
  }

  /** Chooses the second that a link names, else the first firing of the first day that is shown. */
  #showWanted(opps) {
    const wanted = this.#wanted;
    if (!wanted || this.#chosen) return;
    const firing = opps.flatMap((opp) => opp.firings.map((found) => ({ opp, second: Date.parse(found.at) / 1000 })))
      .sort((a, b) => a.second - b.second)[0];
    const second = wanted.second ?? firing?.second;
    if (second === undefined) return;
    this.#wanted = undefined;
    const names = [wanted.opp, wanted.second === undefined && firing?.opp.name, this.#marked, firing?.opp.name];
    const lane = names.map((name) => this.#lanes.find((found) => found.opp === name)).find(Boolean) ?? this.#lanes[0];
    this.#chosen = { lane, second };
    this.#reveal(lane);
  }

  /** Scrolls an Opp into view, among the lanes and in the text. */
  #reveal(lane) {
    if (!lane) return;
    this.lanes.reveal(lane.opp);
    const opp = this.#begun.opps.find((found) => found.name === lane.opp);
    const { editor, open } = this.#page.files;
    if (opp && this.#rules[opp.file]?.name === open && this.#rules[opp.file].text === editor.text) {
      editor.reveal(opp.end);
      editor.reveal(opp.start);
    }
  }

  /** Explains another Opp where the one that was chosen is no longer shown. */
  #keepChosen() {
    const chosen = this.#chosen;
    if (!chosen || this.#lanes.some((lane) => lane.opp === chosen.lane?.opp)) return;
    this.#chosen = { lane: this.#lanes[0], second: chosen.second };
  }

  #point(lane, second) {
    // The lanes of another day are shown until those of the chosen one are there.
    if (this.#clock.date(second) !== this.#day) return;
    this.#pointed = { lane, second };
    this.#page.hint.tried("point");
    this.#explain(false);
  }

  #leave() {
    this.#pointed = undefined;
    this.#explain(false);
  }

  #choose(lane, second, isByKeys) {
    if (this.#clock.date(second) !== this.#day) return;
    this.#pointed = undefined;
    this.#chosen = { lane, second };
    this.#reveal(lane);
    this.#explain(isByKeys);
    this.#page.keep();
  }

  /** Explains the second that is pointed at, or the one that is chosen. */
  #explain(isAnnounced) {
    // Another replay may begin before the reasons are there: they are announced once they are.
    this.#isAnnounced ||= isAnnounced;
    const moment = this.#pointed ?? this.#chosen;
    this.lanes.second = moment?.second;
    if (!moment?.lane) {
      this.#tint([]);
      return;
    }
    clearTimeout(this.#rest);
    this.#take?.then((take) => take?.stop());
    const { lane, second } = moment;
    const isCurrent = () => moment === (this.#pointed ?? this.#chosen);
    this.#latestMoment.run(async () => {
      const truths = await this.#replay.truths(second);
      // Those of a second ago are shown as well: while the pointer moves, the next are under way.
      if (truths && (this.#pointed ?? this.#chosen)) this.#tint(truths);
    });
    this.#latestReasons.run(async () => {
      const why = await this.#replay.why(second, lane, false);
      this.#tell(why, isCurrent());
      if (!isCurrent()) return;
      // A look ahead takes longer: first it is said what is so, then until when.
      clearTimeout(this.#rest);
      this.#rest = setTimeout(() => this.#latestReasons.run(async () => {
        const more = isCurrent() && await this.#replay.why(second, lane, true);
        if (!isCurrent()) return;
        this.#tell(more, true);
        this.#offer(more, moment);
      }), rest);
    });
  }

  /** Offers what it would take at the second that is chosen, if its Opp has no rows. */
  async #offer(why, { lane, second }) {
    const opp = this.#opps.find(({ name }) => name === lane.opp);
    const isFalse = why?.explanation?.truth === "false";
    if (!isFalse || !opp || opp.rows.length > 0 || this.#reached !== Infinity || this.#pointed) return;
    const count = this.#firings.all.filter((firing) => firing.opp === lane.opp).length;
    const take = await this.#take;
    if (this.#chosen?.second === second) take?.offer(element("why"), { text: why.text, change: why.take, opp, second, count });
  }

  #tell(why, isCurrent) {
    if (!why || !(this.#pointed ?? this.#chosen)) return;
    const headline = showWhy(element("why"), why.text, this.#page.painted);
    if (!this.#isAnnounced || !isCurrent) return;
    this.announce(headline);
    this.#isAnnounced = false;
  }

  /** Tints the parts of the rules in the texts that are still those that were replayed. */
  #tint(truths) {
    for (const [name, editor] of this.#page.files.editors) {
      const file = this.#rules.findIndex((rule) => rule.name === name);
      if (file < 0 || this.#rules[file].text !== editor.text) continue;
      editor.setTruths(truths.filter((part) => part.file === file));
    }
  }

  /** Lists the firings of the day, of those Opps whose lanes are shown. */
  #listFirings() {
    // Of a replay that was computed ahead only the seconds are known: its lanes have the rest.
    const [from, to] = [this.#clock.start(this.#day), this.#clock.start(next(this.#day))];
    const names = new Set(this.#opps.map(({ name }) => name));
    const own = new Firings();
    if (this.#replay !== this.#live) own.add(this.#opps.flatMap(({ firings }) => firings), []);
    const firings = this.#replay === this.#live ? this.#firings : own;
    this.#dayFirings = firings.between(from, to).filter(({ opp }) => names.has(opp)).map((firing) => ({ ...firing, label: this.#label(firing) }));
    this.cards.show(this.#clock, this.#dayFirings);
  }

  /** The words for the row of a firing. */
  #label({ opp, row }) {
    if (!row) return undefined;
    const key = JSON.stringify(row);
    return this.#opps.find(({ name }) => name === opp)?.rows.find((found) => JSON.stringify(found.key) === key)?.label ?? row.join(", ");
  }

  #chooseFiring({ opp, second }) {
    this.#choose(this.#lanes.find((lane) => lane.opp === opp), second, true);
    this.lanes.reveal(opp);
  }
}

/** The lanes of an Opp: its condition, or its rows, and the parts. */
function lanes(opp, { from, to }, lost) {
  const firings = opp.firings.map((firing) => Date.parse(firing.at) / 1000);
  const lane = (label, runs, more) => ({ opp: opp.name, label, runs, isPart: true, firings: [], ...more });
  const found = [lane(opp.name, opp.whole ?? [[from, to, "events"]], { firings, lost, isPart: false })];
  if (opp.rows.length > 1) {
    // Rows whose truth turns on the day say most, then those that are true.
    const rank = ({ runs }) => 2 * Number(runs.length > 1) + Number(runs.some(([, , truth]) => truth === "true"));
    const rows = [...opp.rows].sort((a, b) => rank(b) - rank(a)).slice(0, rowLimit);
    found.push(...rows.map(({ row, label, runs }) => lane(label, runs, { row })));
  }
  // One part is the condition itself.
  if (opp.parts.length > 1) found.push(...opp.parts.map((part) => lane(part.text.replace(/\s+/g, " "), part.runs)));
  return found;
}
