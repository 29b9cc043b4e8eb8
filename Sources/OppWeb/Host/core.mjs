// The core of Opp as a WebAssembly module: files in, what the tool prints out; and what an editor and a page of a replay
// ask of it.
//
//   const core = new Core(await WebAssembly.compileStreaming(fetch("opp.wasm")));
//   core.addRules("rules.opp", new TextEncoder().encode('opp "Warm" when temp > 20C'));
//   const { status, output, errors } = core.check();

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The streams that a command printed, and its exit status.
 * @typedef {{ status: number, output: Uint8Array, errors: Uint8Array }} Printed
 */

/** One instance of the core. After a trap it is of no use any more; make another. */
export class Core {
  #exports;

  /**
   * @param {WebAssembly.Module} module
   * @param {WebAssembly.Instance} instance one of its instances that nothing else uses
   */
  constructor(module, instance = new WebAssembly.Instance(module)) {
    this.#exports = instance.exports;
    const now = new Date();
    this.setToday(now.getFullYear(), now.getMonth() + 1, now.getDate());
  }

  /**
   * A core outside of a worker, where some browsers make no instance of more than 8 MB at once.
   * @param {WebAssembly.Module} module
   */
  static async made(module) { return new Core(module, await WebAssembly.instantiate(module)); }

  // Files

  /** Forgets all files and zones, and the replay and the conversation over them. */
  clear() { this.#exports.opp_clear(); }

  /** Forgets the files of rules. What was read of the recording is kept for as long as the new rules read it alike. */
  clearRules() { this.#exports.opp_clear_rules(); }

  /** Forgets the files of the recording. */
  clearData() { this.#exports.opp_clear_data(); }

  /** Sets the date for rules of the linter about what is past; it is that of the host otherwise. */
  setToday(year, month, day) {
    this.#exports.opp_set_today(Math.round(Date.UTC(year, month - 1, day) / 86_400_000));
  }

  /** Sets the name of the recording's folder, as problems show it. */
  setDataFolder(path) { this.#with([path], (text) => this.#exports.opp_set_data_folder(...text)); }

  /** Adds a file of rules; all together are one rule set. */
  addRules(path, content) { this.#add("opp_add_rules", path, content); }

  /** Adds a file of the recording, by its name in the folder. */
  addData(name, content) { this.#add("opp_add_data", name, content); }

  /** Adds a time zone as a TZif file. */
  addZone(name, content) { return this.#add("opp_add_zone", name, content) === 1; }

  // Commands, each with the bytes that the tool prints

  /** @returns {Printed} */
  check({ json = false } = {}) { return this.#printed(this.#exports.opp_check(json ? 1 : 0)); }

  /** @returns {Printed} */
  lint({ json = false } = {}) { return this.#printed(this.#exports.opp_lint(json ? 1 : 0)); }

  /** @returns {Printed} */
  test({ json = false } = {}) { return this.#printed(this.#exports.opp_test(json ? 1 : 0)); }

  /** Formats the file of an index. @returns {Printed} */
  format(index) { return this.#printed(this.#exports.opp_format(index)); }

  /** @returns {Printed} */
  evaluate({ json = false } = {}) {
    return this.#printed(this.#exports.opp_evaluate(json ? 1 : 0));
  }

  /** Explains an Opp at a second since 1970. @returns {Printed} */
  explain(name, second, { json = false } = {}) {
    return this.#printed(this.#with(
      [name], (text) => this.#exports.opp_explain(...text, second, json ? 1 : 0)));
  }

  // A file of one's own

  /**
   * Looks at a file of the recording that no rule reads yet, as `opp import FILE --format json` does: the lines that
   * declare and connect it, or questions. The lines name the file as the recording has to: `data/NAME.csv` for `name`.
   * @param {{ as?: string, answers?: { option: string, value: string }[] }} options the name of the source or table, else
   *   that of the file; the answers to questions, all of them so far
   * @returns {{ file: string, name?: string, summary?: string, findings?: { subject: string, text: string }[],
   *   columns?: { header: string, meaning: string, values: string }[],
   *   questions?: { text: string, answers: { option: string, value: string, consequence: string }[] }[],
   *   unread?: { line: number, message: string }[], error?: string, help?: string, declaration?: string,
   *   connection?: string, rule?: string, recording?: { name: string, text: string },
   *   companion?: { name: string, text: string } } | null} null for a file that was not added
   */
  importFile(file, { as = "", answers = [] } = {}) {
    const given = answers.map(({ option, value }) => `${option}\0${value}\0`).join("");
    this.#with([file, as, given], (texts) => this.#exports.opp_import(...texts));
    return this.#json();
  }

  // Editing

  /** The names of the classes of words, by their numbers in `tokens`. */
  get tokenClasses() {
    this.#exports.opp_token_classes();
    return this.#text().split(" ");
  }

  /**
   * The words of a text: three numbers each, the start, the length in units of UTF-16, and the class. They ascend and do
   * not meet; white space, brackets and commas are none.
   * @param {string | Uint8Array} text
   */
  tokens(text) {
    this.#with([text], (content) => this.#exports.opp_tokens(...content));
    return new Int32Array(this.#output(0).buffer);
  }

  /**
   * Hands the language server a message, and takes those that it has for the client: responses, and diagnostics with the
   * findings of the linter after each change. The conversation begins with `initialize`; documents are opened as
   * `file:///play/NAME.opp`, and those of a folder are one rule set.
   * @param {object | string} message an object, or its JSON
   * @returns {object[]}
   */
  message(message) {
    const json = typeof message === "string" ? message : JSON.stringify(message);
    this.#with([json], (content) => this.#exports.opp_message(...content));
    return this.#json();
  }

  // Replaying. Instants are seconds since 1970; places in texts are the index of the file and units of UTF-16.

  /**
   * Begins a replay of the rules over the recording. Where the recording has no beginning or end, it takes `from` and `to`.
   * Problems are those of rules or data, as `opp eval --format json` prints them; without a period `from` is null.
   * @returns {{ from: number | null, to: number | null, problems: object[], opps: { name: string, file: number,
   *   start: number, end: number, hasEvents: boolean, hasCondition: boolean, hasRows: boolean }[] }}
   */
  begin({ from = NaN, to = NaN } = {}) {
    this.#exports.opp_begin(from, to);
    return this.#json();
  }

  /**
   * Runs on up to a second, or by about so many steps, whichever is less: `at` is the second that was reached. A firing
   * whose delivery was not known yet comes again in `settled` once it is.
   * @returns {{ at: number, done: boolean, firings: object[], records: object[], settled: object[] }}
   */
  advance(second, { steps = 0x7FFF_FFFF } = {}) {
    this.#exports.opp_advance(second, steps);
    return this.#json();
  }

  /**
   * The lanes of a part of the recording. A run is `[from, to, "true" | "false" | "unknown"]`; `whole` is null for an Opp
   * that has events and no condition.
   * @returns {{ from: number, to: number, opps: { name: string, file: number, start: number, end: number,
   *   whole: Array | null, rows: { row: string, label: string, key: Array | null, runs: Array }[], parts: { text: string, file: number, start: number,
   *   end: number, runs: Array }[], firings: object[] }[] }}
   */
  day(from, to) {
    this.#exports.opp_day(from, to);
    return this.#json();
  }

  /**
   * The truth at a second of each condition where it stands in the texts, those of `let`s included.
   * @returns {{ file: number, start: number, end: number, truth: "true" | "false" | "unknown" }[]}
   */
  truths(second) {
    this.#exports.opp_truths(second);
    return this.#json();
  }

  /**
   * Explains an Opp at a second: the object of `opp why --format json`, and the sentences for people. Without `ahead` it
   * does not say until when a part holds. `take` is the literal by which the condition would be true. Null where there is
   * no such Opp or row.
   * @param {string | null} row as in `day`; null for the row that is nearest to being true
   * @returns {{ explanation: object, text: string, take: { file: number, start: number, end: number, text: string } | null } | null}
   */
  why(name, row, second, { ahead = true } = {}) {
    this.#withRow(name, row, (texts) => this.#exports.opp_why(...texts, second, ahead ? 1 : 0));
    return this.#json();
  }

  /**
   * Lives on for explanations of an Opp up to a second, by about so many steps, so that `why` need not.
   * @returns {boolean} whether there is more to do
   */
  prepare(name, row, second, { steps = 1000 } = {}) {
    return this.#withRow(
      name, row, (texts) => this.#exports.opp_prepare(...texts, second, steps)) === 1;
  }

  /**
   * The charts of the rules as of a second, the one after the last that is known to them, each as a piece of a page.
   * @returns {{ name: string, file: number, html: string }[]}
   */
  charts(to) {
    this.#exports.opp_charts(to);
    return this.#json();
  }

  /** The bytes of memory that the module has taken. */
  get memorySize() { return this.#exports.memory.buffer.byteLength; }

  // Memory

  /** Calls a function with the addresses and lengths of texts. */
  #with(texts, call) {
    const places = texts.map((text) => {
      const bytes = typeof text === "string" ? encoder.encode(text) : text;
      const address = this.#exports.opp_allocate(Math.max(bytes.length, 1)) >>> 0;
      // Memory that grows gets another buffer, so no view of it is kept.
      new Uint8Array(this.#exports.memory.buffer).set(bytes, address);
      return [address, bytes.length];
    });
    const result = call(places.flat());
    for (const [address] of places) this.#exports.opp_free(address);
    return result;
  }

  #withRow(name, row, call) {
    return row === null || row === undefined
      ? this.#with([name], (text) => call([...text, 0, 0]))
      : this.#with([name, row], call);
  }

  #add(call, name, content) {
    return this.#with([name, content], (texts) => this.#exports[call](...texts));
  }

  /** The bytes of the last result: of standard output (0) or error (1). */
  #output(stream) {
    const address = this.#exports.opp_stream(stream) >>> 0;
    const length = this.#exports.opp_length(stream) >>> 0;
    return new Uint8Array(this.#exports.memory.buffer.slice(address, address + length));
  }

  #text() { return decoder.decode(this.#output(0)); }
  #json() { return JSON.parse(this.#text()); }

  #printed(status) { return { status, output: this.#output(0), errors: this.#output(1) }; }
}
