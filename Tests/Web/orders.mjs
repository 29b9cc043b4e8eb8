// What arrives late: responses of workers and of the server that are about what was there before are not taken for the newest.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { isReplayed, link, overTheYear, paste, text, words } from "./states.mjs";

const folder = fileURLToPath(new URL("../../editors/web/tour/", import.meta.url));
const file = (lesson, name) => readFileSync(`${folder}${lesson}/${name}`, "utf8");
const goal = words("#lesson-goal span:last-child");
const small = (name) => `opp "${name}" when temp > 20C\n  notify "{temp}"\n`;

/**
 * Serves a page that holds back messages of its workers: one for which `holds(url, data)` is true, and those of its worker behind
 * it, wait in `held` until `letGo()`. `called(url, name)` sees each call right after it was sent.
 */
function holdMessages(server) {
  const client = readFileSync(`${server.folder}/play/client.mjs`, "utf8")
    .replace("this.#worker.onmessage = ({ data }) => this.#receive(data);", `this.#worker.onmessage = ({ data }) => {
      if (self.holds?.(this.url, data) || self.held.some(({ client }) => client === this)) {
        self.held.push({ client: this, receive: () => this.#receive(data) });
      } else this.#receive(data);
    };`)
    .replace("this.#worker.postMessage({ call: this.#number, name, values });", "$&\n      self.called?.(this.url, name);");
  server.replaced.set("/play/client.mjs", `
    self.held = [];
    self.letGo = () => { self.holds = self.called = undefined; for (const { receive } of self.held.splice(0)) receive(); };
    ${client}`);
}

/** Holds back what the replay says of each load. */
const holdLoads = `self.holds = (url, data) => url === "replay-worker.mjs" && data.result?.problems !== undefined`;

/** The verdict on a text comes after the worker has the next one: it leads to no replay of its own, which would end the newer one. */
export async function theLatestTextIsJudged({ open, server, expect }) {
  holdMessages(server);
  const page = await open("#tour=17-yours");
  await page.until(`!document.getElementById("format").disabled && ${isReplayed} && ${goal}.startsWith("Not yet: ")`);
  await page.value(holdLoads);
  await page.value(paste(`${file("17-yours", "start.opp")}// one more line\n`));
  await page.until("self.held.length > 0");
  // The response is received right behind the load of the next text.
  await page.value(`self.called = (url, name) => { if (url === "replay-worker.mjs" && name === "load") self.letGo(); }`);
  await page.value(paste(file("17-yours", "solution.opp")));
  await page.until("self.held.length === 0 && !self.called");
  await page.until(`${goal} === "Done"`, 20_000);
  await page.until(isReplayed);
  expect((await page.value(words("#lanes"))).includes("Mine"), "the day is that of the text before");
}

/** A place that a link asks for is gone to by the replay that follows one that an edit has ended. */
export async function placesSurviveEdits({ open, server, expect }) {
  holdMessages(server);
  const page = await open("", { isBlank: true });
  // Held from the first load on.
  server.replaced.set("/play/client.mjs", `${holdLoads};\n${server.replaced.get("/play/client.mjs")}`);
  await page.open(`${server.origin}${server.base}/play/${overTheYear(small("One"))}`);
  await page.until("self.held.length > 0");
  await page.value(`self.called = (url, name) => { if (url === "replay-worker.mjs" && name === "load") self.letGo(); }`);
  await page.value(paste(small("Two")));
  await page.until("!self.called");
  await page.until(`${isReplayed} && ${words("#lanes .name")} === "Two"`);
  const day = await page.value(words("#day-title"));
  expect(day === "Thursday, 27 June 2013", `the link leads to ${day}`);
}

/** Slices of the replay before are no part of the rule set that is shown next, while its data are fetched. */
export async function otherRulesEndAReplay({ open, server, expect }) {
  holdMessages(server);
  server.held.add("/play/examples/flat.data.json.gz");
  const page = await open(overTheYear(small("One")));
  await page.until(isReplayed);
  await page.value(`self.holds = (url, data) => url === "replay-worker.mjs" && data.event?.slice`);
  await page.value(paste(small("Two").replace("20C", "25C")));
  await page.until("self.held.length > 0");
  await page.value(`(() => {
    const select = document.getElementById("example");
    select.value = "flat";
    select.dispatchEvent(new Event("change"));
  })()`);
  await page.until(`${words("#tabs")}.includes("chores.opp") && document.querySelectorAll("#lanes .lane").length > 0`);
  const note = words("#replay-note");
  const before = await page.value(note);
  await page.value("self.letGo()");
  expect(await page.value(note) === before, `of rules that are not replayed yet the page says: ${await page.value(note)}`);
  server.release();
  await page.until(isReplayed);
}

/** Charts that are ready only after the text has none any more are not drawn. */
export async function lateChartsAreDropped({ open, server, expect }) {
  holdMessages(server);
  const page = await open(overTheYear(small("One")));
  await page.until(isReplayed);
  await page.value(`self.holds = (url, data) => Array.isArray(data.result) && data.result[0]?.html !== undefined`);
  await page.value(paste(`${small("One")}\nchart "Warm" of average(temp, since period) per day last 7\n`));
  await page.until("self.held.length > 0");
  await page.value(paste(small("Two")));
  await page.until(`${isReplayed} && ${words("#lanes .name")} === "Two"`);
  await page.value("self.letGo()");
  expect(await page.value(`document.getElementById("charts").hidden`), "the charts of the text before are drawn");
}

/** Of two lessons, and of two links, the one is shown that was asked for last, whichever arrives first. */
export async function theLastLinkIsFollowed({ open, server, expect }) {
  const late = "/play/tour/03-units.json.gz";
  server.held.add(late);
  const page = await open("#tour=01-clock");
  await page.until(`${words("#lesson-number")} === "Lesson 1 of 17"`);
  const opened = async (fragment, state) => {
    await page.value(`location.hash = "tour=03-units"`);
    await page.value(`location.hash = ${JSON.stringify(fragment)}`);
    await page.until(state);
    server.release();
    // The same file arrives after the one that was held back.
    await page.value(`import("./packs.mjs").then(({ unpacked }) => unpacked("tour/03-units.json"))`);
    await page.until(isReplayed);
    expect(await page.value(state), `${fragment} is not what is shown`);
    server.held.add(late);
  };
  await opened("tour=04-unknown", `${words("#lesson-number")} === "Lesson 4 of 17"`);
  await opened(link({ files: [{ name: "rules.opp", text: small("Own") }] }).slice(1),
    `!document.documentElement.classList.contains("is-tour") && ${text} === ${JSON.stringify(small("Own"))}`);
}
