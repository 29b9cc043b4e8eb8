// Headless Chromium over pipes (--remote-debugging-pipe): the DevTools protocol, each message JSON that a zero byte ends.
// Nothing but Node is needed.

import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The program to start; undefined where there is none. */
export function chromium() {
  return ["chromium", "chromium-browser", "google-chrome"]
    .find((name) => spawnSync("sh", ["-c", `command -v ${name}`]).status === 0);
}

/** Waits some milliseconds. */
export const sleep = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** A browser with a profile of its own, which is deleted with it. */
export class Browser {
  #calls = new Map();
  #number = 0;
  #rest = Buffer.alloc(0);
  #pages = new Map();

  constructor(program) {
    this.folder = mkdtempSync(join(tmpdir(), "opp-chromium-"));
    this.process = spawn(program, [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
      `--user-data-dir=${this.folder}`, "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    this.process.stdio[4].on("data", (bytes) => this.#receive(bytes));
  }

  /** The result of a command of the browser, or of a page's session. */
  send(method, params = {}, sessionId) {
    this.#number += 1;
    const id = this.#number;
    this.process.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((resolve, reject) => this.#calls.set(id, { resolve, reject, method }));
  }

  /** A page in a context of its own: nothing is stored in it, and nothing is cached. */
  async page(options) {
    const { browserContextId } = await this.send("Target.createBrowserContext");
    const { targetId } = await this.send("Target.createTarget", { url: "about:blank", browserContextId });
    const { sessionId } = await this.send("Target.attachToTarget", { targetId, flatten: true });
    const page = new Page(this, sessionId, browserContextId);
    this.#pages.set(sessionId, page);
    await page.prepare(options ?? {});
    return page;
  }

  async close() {
    const ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.send("Browser.close").catch(() => {});
    await Promise.race([ended, sleep(5000).then(() => this.process.kill("SIGKILL"))]);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  #receive(bytes) {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let end = this.#rest.indexOf(0); end >= 0; end = this.#rest.indexOf(0)) {
      const message = JSON.parse(this.#rest.subarray(0, end).toString());
      this.#rest = this.#rest.subarray(end + 1);
      const call = this.#calls.get(message.id);
      this.#calls.delete(message.id);
      if (message.error) call?.reject(new Error(`${call.method}: ${message.error.message}`));
      else if (message.id) call?.resolve(message.result);
      else this.#pages.get(message.sessionId)?.heard(message.method, message.params);
    }
  }
}

/** The codes of keys that are not characters. */
const keys = {
  Tab: 9, Enter: 13, Escape: 27, " ": 32, PageUp: 33, PageDown: 34, End: 35, Home: 36, ArrowLeft: 37, ArrowUp: 38,
  ArrowRight: 39, ArrowDown: 40, Delete: 46, Backspace: 8, F1: 112, F2: 113, F12: 123,
};

/** A page: its events are collected, what a person does is done with events of the browser. */
export class Page {
  /** The lines of the console, and errors that were thrown. */
  said = [];
  /** The addresses that were requested. */
  requested = [];
  #listeners = new Set();

  constructor(browser, session, context) {
    Object.assign(this, { browser, session, context });
  }

  send(method, params) { return this.browser.send(method, params, this.session); }

  async prepare({ width = 1280, height = 900, theme = "light", motion = "no-preference", touch = false, slowness = 1 }) {
    for (const domain of ["Page", "Runtime", "Log", "Network"]) await this.send(`${domain}.enable`);
    if (slowness > 1) await this.send("Emulation.setCPUThrottlingRate", { rate: slowness });
    await this.resize(width, height);
    if (touch) await this.send("Emulation.setTouchEmulationEnabled", { enabled: true });
    await this.send("Emulation.setEmulatedMedia", {
      features: [{ name: "prefers-color-scheme", value: theme }, { name: "prefers-reduced-motion", value: motion }],
    });
  }

  resize(width, height, scale = 1) {
    return this.send("Emulation.setDeviceMetricsOverride", {
      width, height, deviceScaleFactor: scale, mobile: width < 500,
    });
  }

  heard(method, params) {
    if (method === "Log.entryAdded" && params.entry.level === "error") this.said.push(params.entry.text);
    if (method === "Runtime.consoleAPICalled") this.said.push(params.args.map((arg) => arg.value).join(" "));
    if (method === "Runtime.exceptionThrown") {
      this.said.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text);
    }
    if (method === "Page.javascriptDialogOpening") this.send("Page.handleJavaScriptDialog", { accept: true });
    if (method === "Network.requestWillBeSent") this.requested.push(params.request.url);
    for (const listener of this.#listeners) listener(method);
  }

  /** Waits for an event. */
  event(name) {
    return new Promise((resolve) => {
      const listener = (method) => {
        if (method !== name) return;
        this.#listeners.delete(listener);
        resolve();
      };
      this.#listeners.add(listener);
    });
  }

  async open(url) {
    const loaded = this.event("Page.loadEventFired");
    // Another fragment alone would not load the page.
    await this.send("Page.navigate", { url: "about:blank" });
    await loaded;
    const ready = this.event("Page.loadEventFired");
    await this.send("Page.navigate", { url });
    await ready;
  }

  async reload() {
    const loaded = this.event("Page.loadEventFired");
    await this.send("Page.reload");
    await loaded;
  }

  /** The value of an expression in the page. */
  async value(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", {
      expression, returnByValue: true, awaitPromise: true,
    });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }

  /** Waits until an expression is true of the page. */
  async until(expression, time = 60_000) {
    const end = Date.now() + time;
    for (;;) {
      const found = await this.value(expression);
      if (found) return found;
      if (Date.now() > end) throw new Error(`never: ${expression}`);
      await sleep(25);
    }
  }

  /** Presses a key, with modifiers: 1 Alt, 2 Control, 4 Meta, 8 Shift. */
  async press(key, modifiers = 0, commands = undefined) {
    const isCharacter = key.length === 1 && !(modifiers & 7);
    const code = keys[key] ?? (/^[a-z0-9]$/i.test(key) ? key.toUpperCase().charCodeAt(0) : 0);
    const text = key === "Enter" ? "\r" : isCharacter ? key : undefined;
    const common = { key, modifiers, windowsVirtualKeyCode: code, code: keys[key] ? key : undefined };
    await this.send("Input.dispatchKeyEvent", { type: text ? "keyDown" : "rawKeyDown", text, commands, ...common });
    await this.send("Input.dispatchKeyEvent", { type: "keyUp", ...common });
  }

  async type(text) {
    for (const character of text) await this.press(character === "\n" ? "Enter" : character);
  }

  undo() { return this.press("z", 2, ["undo"]); }

  selectAll() { return this.press("a", 2, ["selectAll"]); }

  /** The middle of an element on the screen. */
  place(selector) {
    return this.value(`(() => {
      const element = document.querySelector(${JSON.stringify(selector)});
      element.scrollIntoView({ block: "nearest" });
      const box = element.getBoundingClientRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2, left: box.x, width: box.width, top: box.y };
    })()`);
  }

  async move(x, y) { await this.send("Input.dispatchMouseEvent", { type: "mouseMoved", x, y }); }

  /** Clicks at a pixel: a click has whole coordinates, which the pointer's movement before it is to have as well. */
  async clickAt(left, top) {
    const [x, y] = [Math.floor(left), Math.floor(top)];
    await this.move(x, y);
    for (const type of ["mousePressed", "mouseReleased"]) {
      await this.send("Input.dispatchMouseEvent", { type, x, y, button: "left", clickCount: 1 });
    }
  }

  /** Clicks on an element once it has stayed at its place for two frames. */
  async click(selector) {
    let before = {};
    for (let place; ; before = place) {
      place = await this.place(selector);
      if (place.x === before.x && place.y === before.y) break;
      await this.value("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    }
    await this.clickAt(before.x, before.y);
  }

  /** Chooses files with a control. */
  async choose(selector, files) {
    const { result } = await this.send("Runtime.evaluate", { expression: `document.querySelector(${JSON.stringify(selector)})` });
    await this.send("DOM.setFileInputFiles", { files, objectId: result.objectId });
  }

  async shot(path, isWhole = false) {
    const { data } = await this.send("Page.captureScreenshot", { captureBeyondViewport: isWhole });
    writeFileSync(path, Buffer.from(data, "base64"));
  }

  /** The seconds of processor time that the page's thread has taken. */
  async processorTime() {
    const { metrics } = await this.send("Performance.getMetrics");
    const found = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
    return { task: found.TaskDuration, script: found.ScriptDuration, layout: found.LayoutDuration + found.RecalcStyleDuration };
  }

  close() { return this.browser.send("Target.disposeBrowserContext", { browserContextId: this.context }); }
}
