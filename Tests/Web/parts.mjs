// The parts of the playground that need no page: edits, links, archives, clocks, Markdown.
//
//   node Tests/Web/parts.mjs

import { deepStrictEqual as equal, rejects } from "node:assert";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { archive, checksum } from "../../editors/web/archive.mjs";
import { Comparison } from "../../editors/web/comparison.mjs";
import { Firings, countWords } from "../../editors/web/firings.mjs";
import { testNames, verdictOfRules, verdictOfTests } from "../../editors/web/goal.mjs";
import { Language } from "../../editors/web/language.mjs";
import { Lines, difference, edited, moved } from "../../editors/web/lines.mjs";
import { html } from "../../editors/web/markup.mjs";
import { numberAt, stepped } from "../../editors/web/numbers.mjs";
import { Painter, painted } from "../../editors/web/paint.mjs";
import { Project } from "../../editors/web/project.mjs";
import { decode, encode } from "../../editors/web/share.mjs";
import { topParts } from "../../editors/web/take.mjs";
import { Clock, next } from "../../editors/web/time.mjs";
import { Tokens } from "../../editors/web/tokens.mjs";

/** Node 18 does not know deflate without a header; the tests in Chromium make links as well. */
const hasLinks = (() => {
  try {
    return new CompressionStream("deflate-raw") !== undefined;
  } catch {
    return false;
  }
})();

const tests = {
  "the top parts of an explanation are those below no other"() {
    equal(topParts("Head\n  ✗ free >= 2h   free is 1 h\n    ✓ inner\n  ✓ near park"), [
      { truth: "false", part: "free >= 2h" }, { truth: "true", part: "near park" }]);
  },

  "a number is changed in steps of its last digit, a time in steps of five minutes"() {
    const cases = [
      ["30min", 1, "31min"], ["0.5km", -1, "0.4km"], ["0.5km", -9, "0.0km"], ["95%", 9, "100%"], ["12:00", 6, "12:30"], ["23:58", 1, "24:00"],
      ["0:03", -1, "0:00"], ["8m/s", 2, "10m/s"], ["150%", -1, "149%"],
    ];
    for (const [number, steps, other] of cases) equal(stepped(number, steps), other);
    equal([stepped("30min", 1, true), stepped("9:00", -1, true), stepped("1.5h", 1, true)], ["40min", "8:00", "2.5h"]);
  },

  "a number in a condition or a clause can be changed, one in a text, a comment, a date, a position or a test cannot"() {
    const rules = `place home = @55.95,-3.18 within 400m // near 5km
opp "Walk 5km" when free >= 30min and time in 12:00..13:00 and temp > 20C and humidity < 40%
  notify "At 12:00 for 5min." at most 2 per 3h
  on every 2w from 2026-01-05T19:00
test "a day of 5min"
  given temp = 20C
  at 2026-06-13T12:00 expect "Walk 5km" fires
opp "After" on 7:30 when wind < 8m/s
`;
    const found = [];
    for (let offset = 0; offset < rules.length; offset += 1) {
      const number = numberAt(rules, offset);
      if (number && found.at(-1) !== number.text) found.push(number.text);
    }
    equal(found, ["400m", "30min", "12:00", "13:00", "20C", "40%", "3h", "2w", "7:30", "8m/s"]);
  },

  "firings are gained and lost; one that moves within its day is neither, and a name that changes in place keeps them"() {
    let now = 0;
    const comparison = new Comparison(() => now);
    const dateOf = (second) => String(Math.floor(second / 100));
    const firing = (opp, second) => ({ opp, second });
    const opps = (...names) => names.map((name) => ({ name }));
    comparison.replayed([firing("A", 10), firing("A", 120), firing("B", 30)], opps("A", "B"));
    comparison.edited();
    equal(comparison.changes(dateOf), undefined);
    now = 10_000;
    comparison.edited();
    comparison.replayed([firing("A", 20), firing("A", 230), firing("B", 30)], opps("A", "B"));
    equal(comparison.changes(dateOf), { gained: [firing("A", 230)], lost: [firing("A", 120)] });
    comparison.replayed([firing("A", 10), firing("A", 120), firing("C", 30)], opps("A", "C"));
    equal(comparison.changes(dateOf), { gained: [], lost: [] });
    comparison.pin();
    comparison.replayed([], opps("A", "C"));
    equal(comparison.changes(dateOf).lost.length, 3);
    comparison.unpin();
    equal(comparison.changes(dateOf), undefined);
  },

  "a firing is one Opp, one row and one second, whether it notifies or writes rows"() {
    const firings = new Firings();
    const at = "2026-06-01T08:00:00Z";
    const first = firings.add(
      [{ opp: "Due", row: ["a"], at, text: "Due." }, { opp: "Due", row: ["b"], at, text: "Due." }],
      [{ opp: "Due", row_of: ["a"], table: "log", at }, { opp: "Log", table: "log", at: "2026-06-02T08:00:00Z" }]);
    equal([first.length, firings.count, firings.notifying], [3, 3, 2]);
    equal(firings.all.map(({ tables }) => tables.join()), ["log", "", "log"]);
    equal(firings.first.opp, "Due");
    equal(firings.add([], [{ opp: "Log", table: "other", at: "2026-06-02T08:00:00Z" }]), []);
    equal([countWords(3, 2), countWords(1, 1), countWords(2, 0), countWords(0, 0)],
      ["3 firings, 2 notify", "1 firing", "2 firings, none notifies", "0 firings"]);
  },

  "a lesson is done when a test has run and all have passed"() {
    const test = (name, failures) => ({ type: "test", name, passed: !failures, failures });
    const fired = { opp: "Tea", happened: ['it fired at 2026-06-12 09:00:30 with "Time for tea."'] };
    const said = { opp: "Chores", happened: ["it fired at 2026-06-12 18:00:00 with another text", 'expected: "2."', 'it said:  "3."'] };
    equal(verdictOfTests([test("a")], [], false), { isDone: true });
    equal(verdictOfTests([], [], false).isDone, false);
    equal(verdictOfTests([test("a")], ["b"], false).sentence, 'the test "b" is gone');
    equal(verdictOfTests([test("a"), test("b", [fired])], [], false).sentence, '"Tea" fired at 9:00:30');
    equal(verdictOfTests([test("b", [fired])], [], true).sentence, '"Tea" fired at 9:00:30 on Friday');
    equal(verdictOfTests([test("b", [said])], [], true).sentence, '"Chores" said "3."');
    equal(testNames('test "a cold evening"\n  at 2026-06-13T19:00'), ["a cold evening"]);
    const [warning, error] = ["warning", "error"].map((severity) => ({ severity, message: severity }));
    equal(verdictOfRules({ problems: [warning] }), undefined);
    equal(verdictOfRules({ problems: [warning], testProblems: [error] }), { isDone: false, sentence: "error" });
  },

  async "problems of a text that was edited meanwhile come to nothing"() {
    const published = [];
    const replies = [];
    const send = (messages) => new Promise((resolve) => replies.push(() => resolve(messages
      .filter(({ method }) => /^textDocument\/did(Open|Change)$/.test(method))
      .map(({ params: { textDocument: { uri, version }, contentChanges } }) => ({
        method: "textDocument/publishDiagnostics", params: { uri, version, diagnostics: [contentChanges?.[0].text ?? "opened"] },
      })))));
    const language = new Language(send, (name, diagnostics) => published.push([name, diagnostics]));
    const turn = () => new Promise((resolve) => setTimeout(resolve));
    const answer = async () => {
      await turn();
      replies.shift()();
      await turn();
    };
    language.update([{ name: "a.opp", text: "1" }, { name: "b.opp", text: "1" }]);
    await turn();
    language.update([{ name: "a.opp", text: "2" }, { name: "b.opp", text: "1" }]);
    await answer();
    equal(published, [["b.opp", ["opened"]]]);
    // A file that is there again has another version than the one before.
    language.update([{ name: "b.opp", text: "1" }]);
    language.update([{ name: "a.opp", text: "3" }, { name: "b.opp", text: "1" }]);
    await answer();
    equal(published.length, 1);
    await answer();
    equal(published.slice(1), [["a.opp", ["opened"]]]);
  },

  "places count UTF-16 units"() {
    const lines = new Lines("opp \"🥛\"\n\nwhen x");
    equal(lines.count, 3);
    equal(lines.position(7), { line: 0, character: 7 });
    equal(lines.position(9), { line: 1, character: 0 });
    equal(lines.offset({ line: 2, character: 99 }), 16);
    equal(lines.offset({ line: 9, character: 0 }), 16);
  },

  "the difference of two texts makes one of the other"() {
    let seed = 1;
    const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
    const text = () => Array.from({ length: random(12) }, () => "ab\n"[random(3)]).join("");
    for (let round = 0; round < 2000; round += 1) {
      const [before, after] = [text(), text()];
      const edit = difference(before, after);
      equal(before.slice(0, edit.start) + edit.text + before.slice(edit.end), after);
    }
  },

  "the difference of long texts is found as well"() {
    const before = `${"é🥛a\n".repeat(900)}x${"ab\n".repeat(1300)}`;
    for (const at of [0, 1, 1023, 1024, 4499, 4500, before.length - 1, before.length]) {
      equal(difference(before, `${before.slice(0, at)}Z${before.slice(at)}`), { start: at, end: at, text: "Z" });
    }
    equal(difference("aaaa", "aaa"), { start: 3, end: 4, text: "" });
  },

  "the length of the longest line is known"() {
    equal(["", "ab", "a\nbcd\n", "\nabc\nd", "\n\n"].map((text) => new Lines(text).longest), [0, 2, 3, 3, 0]);
  },

  "tokens follow an edit as if the whole text were read"() {
    let seed = 1;
    const random = (count) => (seed = (seed * 48271) % 2147483647) % count;
    const string = (count) => Array.from({ length: random(count) }, () => "ab \n\n"[random(5)]).join("");
    // The class of a word is the count of words before it in its paragraph.
    const read = (text) => {
      const triples = [];
      let count = 0;
      for (const { index, 0: word } of text.matchAll(/[ab]+|\n\n/g)) {
        if (word === "\n\n") count = 0; else triples.push(index, word.length, count++);
      }
      return Int32Array.from(triples);
    };
    for (let round = 0; round < 300; round += 1) {
      let text = string(60);
      const tokens = new Tokens(read);
      tokens.readAll(text);
      for (let step = 0; step < 10; step += 1) {
        const start = random(text.length + 1);
        const edit = { start, end: Math.min(text.length, start + random(5)), text: string(5) };
        text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
        tokens.edit(text, edit);
        equal([...tokens.triples], [...read(text)], JSON.stringify(text));
        equal(tokens.readAll(text), false);
      }
    }
  },

  "edits of the language server are made at once"() {
    const edit = (line, from, to, newText) => ({
      range: { start: { line, character: from }, end: { line, character: to } }, newText,
    });
    equal(edited("temp>20C\nx", [edit(1, 0, 1, "yy"), edit(0, 4, 5, " > "), edit(0, 0, 0, "// ")]), "// temp > 20C\nyy");
  },

  "ranges follow an edit before them, and end where they are edited"() {
    const ranges = [{ start: 0, end: 4 }, { start: 5, end: 9 }, { start: 10, end: 12 }];
    equal(moved(ranges, { start: 6, end: 7, text: "xyz" }),
      [{ start: 0, end: 4 }, { start: 5, end: 11 }, { start: 12, end: 14 }]);
    equal(moved(ranges, { start: 4, end: 10, text: "" }), [{ start: 0, end: 4 }, { start: 4, end: 6 }]);
  },

  "lines are painted with tokens, truth and problems"() {
    const painter = new Painter();
    painter.classes = ["keyword", "name"];
    painter.tokens = Int32Array.of(0, 4, 0, 5, 4, 1);
    painter.setTruths([{ start: 5, end: 9, truth: "true" }, { start: 0, end: 12, truth: "false" }]);
    painter.setProblems([{ start: 5, end: 6, severity: 1 }]);
    equal(painter.line("when temp<9", 0, 11),
      '<span class="tok-keyword is-false">when</span><span class="is-false"> </span>'
      + '<span class="tok-name is-true has-error">t</span><span class="tok-name is-true">emp</span>'
      + '<span class="is-false">&#60;9</span>');
    equal(painted("<b>", [], new Int32Array(0)), "&#60;b&#62;");
    const lines = new Lines("when temp<9\n\nwhen x");
    equal(painter.lines(lines, 0, 3), [painter.line(lines.text, 0, 11), "", painter.line(lines.text, 13, 19)]);
    equal(painter.lines(lines, 2, 3), ["when x"]);
  },

  async "a link holds what it was made of"() {
    const shared = { example: "flat", files: [{ name: "a.opp", text: 'opp "é 🥛"\n' }], day: "2013-06-20", second: 1371744600 };
    equal(await decode(`#${await encode(shared)}`), { shared, isEmbedded: false });
    equal(await decode(`#${await encode(shared)}&embed`), { shared, isEmbedded: true });
    equal(await decode("#embed"), { isEmbedded: true });
    equal(await decode(""), { isEmbedded: false });
  },

  async "a link of another form or version does no harm"() {
    const odd = { example: 7, files: [{ name: "../../x.opp", text: "a" }, { name: 3 }, null], day: "today", second: 1.5, more: 1 };
    equal((await decode(await encode(odd))).shared, { files: [{ name: "x.opp", text: "a" }] });
    for (const damaged of ["%", "AAAA", "q1ZKrUjML", await encode(null), "text=4pi"]) await rejects(decode(damaged), damaged);
  },

  async "an archive has its files, and a directory that finds them"() {
    const bytes = new TextEncoder().encode("opp");
    // The check value of the catalogue of parametrised CRC algorithms.
    equal(checksum(new TextEncoder().encode("123456789")), 0xcbf43926);
    const whole = new Uint8Array(await archive([{ name: "r/é.opp", bytes }, { name: "r/data/x.csv", bytes }]).arrayBuffer());
    const view = new DataView(whole.buffer);
    const end = whole.length - 22;
    equal([view.getUint32(0, true), view.getUint32(end, true), view.getUint16(end + 10, true)], [0x04034b50, 0x06054b50, 2]);
    equal(view.getUint32(view.getUint32(end + 16, true), true), 0x02014b50);
    equal(view.getUint32(end + 16, true) + view.getUint32(end + 12, true), end);
  },

  "a project gives the changes of its example, and takes them"() {
    const files = [{ name: "a.opp", text: "1" }, { name: "b.opp", text: "2" }];
    const project = Project.of("flat", files, new Map());
    equal(project.changes(), { example: "flat" });
    project.setText("b.opp", "3");
    equal(project.changes(), { example: "flat", files: [{ name: "b.opp", text: "3" }] });
    project.remove("a.opp");
    const changes = project.changes();
    equal(changes, { example: "flat", files: [{ name: "b.opp", text: "3" }], isWhole: true });
    const other = Project.of("flat", files, new Map());
    other.apply(changes);
    equal(other.files, [{ name: "b.opp", text: "3" }]);
    equal(other.freeName("b"), "b-2.opp");
  },

  "data of a link are data, and go into the next link"() {
    const project = new Project();
    const files = [{ name: "rules.opp", text: "1" }, { name: "data/weather.csv", text: "time,temp" }];
    project.apply({ files });
    equal([project.files.length, project.data.get("weather.csv").length], [1, 9]);
    equal(project.changes(), { files, isWhole: true });
    project.removeData("weather.csv");
    equal(project.changes().files.length, 1);
  },

  "zones are found in rules and data"() {
    const project = new Project();
    project.setText("a.opp", 'set zone "Europe/Berlin"');
    project.addData("recording.json", new TextEncoder().encode('{"zone": "America/New_York", "path": "A/B"}'));
    equal(project.zones(), ["Europe/Berlin", "America/New_York"]);
    project.setText("a.opp", 'set zone "US/Eastern" // and/Or');
    equal(project.zones(), ["US/Eastern", "America/New_York"]);
    project.addData("recording.json", new TextEncoder().encode('{"zone": "Asia/Tokyo"}'));
    equal(project.zones(), ["US/Eastern", "Asia/Tokyo"]);
  },

  "every example is in the list, with files that there are"() {
    const root = new URL("../../", import.meta.url);
    const list = JSON.parse(readFileSync(new URL("editors/web/examples.json", root), "utf8"));
    const hasData = (name) => existsSync(new URL(`examples/${name}/data`, root));
    equal(list.map((example) => example.name).sort(), readdirSync(new URL("examples", root)).filter(hasData).sort());
    for (const { name, open } of list) equal(existsSync(new URL(`examples/${name}/${open}`, root)), true, open);
  },

  "a day begins where its date does, also where midnight is left out"() {
    const iso = (second) => new Date(second * 1000).toISOString();
    equal(iso(new Clock("America/Sao_Paulo").start("2017-10-15")), "2017-10-15T03:00:00.000Z");
    equal(iso(new Clock("Europe/London").start("2013-03-31")), "2013-03-31T00:00:00.000Z");
    equal(iso(new Clock("Pacific/Apia").start("2011-12-31")), "2011-12-30T10:00:00.000Z");
    const clock = new Clock("Europe/London");
    equal([clock.hours("2013-03-31").length, clock.hours("2013-10-27").length], [23, 25]);
    equal(clock.dates(clock.start("2013-03-30"), clock.start("2013-04-02")), ["2013-03-30", "2013-03-31", "2013-04-01"]);
    equal([clock.time(clock.second("2013-06-20T12:10:00")), clock.time(clock.second("2013-06-20T12:10:09"))], ["12:10", "12:10:09"]);
    equal(clock.words(clock.second("2013-06-20T12:10:00")), "Thursday, 20 June 2013");
    equal([next("2016-02-28"), next("2013-01-01", -1)], ["2016-02-29", "2012-12-31"]);
    equal(new Clock("No/Where").time(0), "00:00");
  },

  "the Markdown of a hover is escaped"() {
    equal(html("```opp\na < b\n```\n\nIs **so** `x<y`, see [the *manual*](x).", (code) => `(${code})`),
      "<pre><code>(a < b)</code></pre><p>Is <strong>so</strong> <code>x&#60;y</code>, see the <em>manual</em>.</p>");
    equal(html("- one\n- <two>", String), "<ul><li>one</li><li>&#60;two&#62;</li></ul>");
  },
};

let failures = 0;
for (const [name, test] of Object.entries(tests)) {
  if (name.startsWith("a link") && !hasLinks) continue;
  try {
    await test();
  } catch (error) {
    failures += 1;
    console.log(`${name}: ${error.message}`);
  }
}
console.log(`${Object.keys(tests).length} tests of the playground's parts, ${failures} failed`);
process.exit(failures ? 1 : 0);
