// The replay on the page: the year, a day, a second with its reasons, and the firings.

import { Latest } from "./client.mjs";
import { Day } from "./day.mjs";
import { Replay, Zones, zoneOf } from "./replay.mjs";
import { Clock, next } from "./time.mjs";
import { show as showWhy } from "./why.mjs";
import { Year } from "./year.mjs";

const element = (id) => document.getElementById(id);

/** The most rows of one Opp that are shown. */
const rowLimit = 4;

/** The time for which a second has to stay before it is looked ahead of it, in milliseconds. */
const rest = 300;

/** The replay, and what of it is shown. */
export class Timeline {
  #page;
  #replay;
  #zones = new Zones();
  #clock = new Clock("UTC");
  #begun;
  /** The second that the replay has come to. */
  #reached = -Infinity;
  /** Whether the day that is wanted was not reached yet. */
  #isAwaited = false;
  #firings = [];
  #records = 0;
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

  /**
   * @param {object} page the playground
   * @param {WebAssembly.Module} module
   * @param {(reason: string) => void} trapped
   */
  constructor(page, module, trapped) {
    this.#page = page;
    this.#replay = new Replay(module, {
      advanced: (slice) => this.#advanced(slice),
      tested: (tests) => this.#tested(tests),
      trapped,
    });
    this.year = new Year(element("year"), (date) => this.#turnTo(date));
    this.lanes = new Day(element("lanes"), {
      pointed: (lane, second) => this.#point(lane, second),
      chosen: (lane, second, isByKeys) => this.#choose(lane, second, isByKeys),
      left: () => this.#leave(),
      turned: (days) => this.#turn(days),
    });
    element("day-before").addEventListener("click", () => this.#turn(-1));
    element("day-after").addEventListener("click", () => this.#turn(1));
    element("scope").addEventListener("change", () => this.#showDay());
  }

  /** The place at which the timeline stands, for a link. */
  stand() {
    const { lane, second } = this.#chosen ?? {};
    return { ...(this.#day && { day: this.#day }), ...(second !== undefined && { second }), ...(lane && { opp: lane.opp }) };
  }

  /** Replays a project; `stand` says where to begin, if it is another than before. */
  async load(project, stand) {
    const rules = project.files.map(({ name, text }) => ({ name, text }));
    let begun;
    try {
      begun = await this.#replay.load(project, this.#zones);
    } catch {
      return;
    }
    if (!begun) return;
    this.#report(begun);
    element("lanes").classList.toggle("is-old", begun.from === null);
    if (begun.from === null) return;
    this.#begun = begun;
    this.#reached = begun.from;
    this.#rules = rules;
    this.#firings = [];
    this.#records = 0;
    this.#clock = new Clock(zoneOf(project));
    this.year.begin(this.#clock, begun.from, begun.to);
    if (stand) {
      this.#chosen = undefined;
      this.#wanted = stand;
      this.#day = this.year.has(stand.day) ? stand.day : undefined;
    }
    if (!this.year.has(this.#day)) this.#day = this.year.dates[0];
    this.#showDay();
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
    const firings = slice.firings.map((firing) => ({ ...firing, second: Date.parse(firing.at) / 1000 }));
    this.#firings.push(...firings);
    this.#records += slice.records.length;
    this.year.add(firings, slice.at);
    this.#reached = slice.done ? Infinity : slice.at;
    if (this.#isAwaited) this.#showDay();
    if (slice.done) {
      this.#note(this.#summary(), false);
      if (this.#wanted && !this.#wanted.day) this.#turnToFiring();
    } else {
      this.#note(`Replayed until ${this.#clock.date(slice.at)} …`, false);
    }
  }

  #summary() {
    const [from, to] = [this.#clock.date(this.#begun.from), this.#clock.date(this.#begun.to - 1)];
    const counted = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
    const records = this.#records > 0 ? `, ${counted(this.#records, "record")}` : "";
    return `${counted(this.#firings.length, "firing")}${records} from ${from} to ${to}, ${this.#clock.zone}.`;
  }

  /** Shows the first day on which something fires, where none was asked for. */
  #turnToFiring() {
    const first = this.#firings[0];
    if (!first) return;
    this.#day = this.#clock.date(first.second);
    this.#showDay();
  }

  /** Says what is wrong with the rules or the data, as far as the replay is concerned. */
  #report({ from, problems }) {
    const ofData = problems.filter((problem) => !problem.path?.endsWith(".opp"));
    this.#page.ownData.report(ofData);
    this.#remark = ofData.length === 0 ? ""
      : ` The data have ${ofData.length === 1 ? "a problem" : `${ofData.length} problems`}: see below the rules.`;
    if (from !== null) return;
    document.querySelector(".tests").hidden = true;
    this.#note(problems.length > ofData.length
      ? "The rules have errors: below is the replay of before." : "The recording has no period: no reading has a time.", true);
  }

  /** The sentence about the data. */
  #remark = "";

  #note(text, isError) {
    const note = element("replay-note");
    note.textContent = text + this.#remark;
    note.classList.toggle("is-error", isError || this.#remark !== "");
  }

  #tested({ passed, text }) {
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
    this.#wanted = undefined;
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
    const [from, to] = [this.#clock.start(date), this.#clock.start(next(date))];
    element("day-title").textContent = this.#clock.words(from + 43_200);
    element("day-before").disabled = !this.year.has(next(date, -1));
    element("day-after").disabled = !this.year.has(next(date));
    this.year.day = date;
    // A day that was replayed already costs a day; one ahead would cost all that is before it.
    this.#isAwaited = this.#reached < to;
    if (this.#isAwaited) return;
    this.#latestDay.run(async () => {
      const day = await this.#replay.day(from, to);
      if (!day || date !== this.#day) return;
      const opps = this.#inScope(day.opps);
      this.#lanes = opps.flatMap((opp) => lanes(opp, day));
      this.lanes.show(this.#clock, date, from, to, this.#lanes, this.#page.painted);
      this.lanes.opp = this.#marked;
      this.#listFirings(opps);
      this.#showWanted(opps);
      this.#keepChosen();
      this.#explain(false);
    });
  }

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
      this.#rest = setTimeout(() => this.#latestReasons.run(async () => {
        const more = isCurrent() && await this.#replay.why(second, lane, true);
        if (isCurrent()) this.#tell(more, true);
      }), rest);
    });
  }

  #tell(why, isCurrent) {
    if (!why) return;
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

  #listFirings(opps) {
    const firings = opps.flatMap((opp) => opp.firings.map((firing) => ({ opp, firing })))
      .sort((a, b) => (a.firing.at < b.firing.at ? -1 : 1));
    const items = firings.map(({ opp, firing }) => {
      const second = Date.parse(firing.at) / 1000;
      const button = document.createElement("button");
      button.type = "button";
      const time = button.appendChild(document.createElement("time"));
      time.dateTime = firing.at;
      time.textContent = this.#clock.time(second);
      button.append(firing.opp);
      const text = button.appendChild(document.createElement("span"));
      text.textContent = firing.text ?? "";
      button.addEventListener("click", () => {
        const lane = this.#lanes.find((found) => found.opp === opp.name);
        this.#choose(lane, second, true);
        this.lanes.reveal(opp.name);
      });
      const item = document.createElement("li");
      item.append(button);
      return item;
    });
    if (items.length === 0) {
      const item = document.createElement("li");
      item.className = "none";
      item.textContent = "Nothing fires on this day.";
      items.push(item);
    }
    element("firings").replaceChildren(...items);
  }
}

/** The lanes of an Opp: its condition, or its rows, and the parts. */
function lanes(opp, { from, to }) {
  const firings = opp.firings.map((firing) => Date.parse(firing.at) / 1000);
  const lane = (label, runs, more) => ({ opp: opp.name, label, runs, isPart: true, firings: [], ...more });
  const found = [lane(opp.name, opp.whole ?? [[from, to, "events"]], { firings, isPart: false })];
  if (opp.rows.length > 1) {
    // Rows whose truth turns on the day say most, then those that are true.
    const rank = ({ runs }) => 2 * Number(runs.length > 1) + Number(runs.some(([, , truth]) => truth === "true"));
    const rows = [...opp.rows].sort((a, b) => rank(b) - rank(a)).slice(0, rowLimit);
    found.push(...rows.map(({ row, runs }) => lane(row, runs, { row })));
  }
  // One part is the condition itself.
  if (opp.parts.length > 1) found.push(...opp.parts.map((part) => lane(part.text.replace(/\s+/g, " "), part.runs)));
  return found;
}
