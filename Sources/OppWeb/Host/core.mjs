// The core of Opp as a WebAssembly module: files in, what the tool prints out.
//
//   const core = new Core(await WebAssembly.compileStreaming(fetch("opp.wasm")));
//   core.addRules("rules.opp", new TextEncoder().encode('opp "Warm" when temp > 20C'));
//   const { status, output, errors } = core.check();

/** One instance of the core. After a trap it is of no use any more; make another. */
export class Core {
  #exports;

  /** @param {WebAssembly.Module} module */
  constructor(module) {
    this.#exports = new WebAssembly.Instance(module).exports;
  }

  /** Forgets all files. */
  clear() { this.#exports.opp_clear(); }

  /** Sets the name of the recording's folder, as problems show it. */
  setDataFolder(path) { this.#named(path, (...name) => this.#exports.opp_set_data_folder(...name)); }

  /** Adds a file of rules; all together are one rule set. */
  addRules(path, bytes) { this.#add("opp_add_rules", path, bytes); }

  /** Adds a file of the recording, by its name in the folder. */
  addData(name, bytes) { this.#add("opp_add_data", name, bytes); }

  /** Adds a time zone as a TZif file. */
  addZone(name, bytes) { return this.#add("opp_add_zone", name, bytes) === 1; }

  check(json = false) { return this.#printed(this.#exports.opp_check(json ? 1 : 0)); }
  format(index) { return this.#printed(this.#exports.opp_format(index)); }
  evaluate(json = false) { return this.#printed(this.#exports.opp_evaluate(json ? 1 : 0)); }

  /** Explains an Opp at a second since 1970. */
  explain(name, second, json = false) {
    return this.#printed(
      this.#named(name, (...text) => this.#exports.opp_explain(...text, second, json ? 1 : 0)));
  }

  /** The bytes of memory that the module has taken. */
  get memorySize() { return this.#exports.memory.buffer.byteLength; }

  #put(bytes) {
    const address = this.#exports.opp_allocate(Math.max(bytes.length, 1)) >>> 0;
    // Memory that grows gets another buffer, so no view of it is kept.
    new Uint8Array(this.#exports.memory.buffer).set(bytes, address);
    return [address, bytes.length];
  }

  /** Calls a function with the address and the length of a text. */
  #named(text, call) {
    const [address, length] = this.#put(new TextEncoder().encode(text));
    const result = call(address, length);
    this.#exports.opp_free(address);
    return result;
  }

  #add(call, name, bytes) {
    const content = this.#put(bytes);
    const result = this.#named(name, (...text) => this.#exports[call](...text, ...content));
    this.#exports.opp_free(content[0]);
    return result;
  }

  #printed(status) {
    const stream = (number) => {
      const address = this.#exports.opp_stream(number) >>> 0;
      const length = this.#exports.opp_length(number) >>> 0;
      return new Uint8Array(this.#exports.memory.buffer.slice(address, address + length));
    };
    return { status, output: stream(0), errors: stream(1) };
  }
}
