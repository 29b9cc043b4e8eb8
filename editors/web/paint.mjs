// The colours of lines of a text as HTML: tokens, the truth of conditions, problems.
//
//   opp "Warm" when temp > 20C
//   ─── ────── ──── ────────── tokens: the lexer's, as triples of start, length and class
//                   ══════════ truth: the innermost part counts
//                   ~~~~       problems: the worst counts

import { firstToken } from "./tokens.mjs";

const severities = ["", "error", "warning", "information", "information"];

/** The text with what HTML would read as markup escaped. */
export function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Paints the lines of a text. */
export class Painter {
  /** @type {Int32Array} */
  tokens = new Int32Array(0);
  /** @type {{ start: number, end: number, truth: string }[]} */
  truths = [];
  /** @type {{ start: number, end: number, severity: number }[]} */
  problems = [];
  #classes = [];
  /** One number for each character of a line: eight bits for each of its three colours. */
  #marks = new Uint32Array(256);
  /** The tags of spans by their marks. @type {Map<number, string>} */
  #tags = new Map();

  /** Sets the names of token classes, from the core. @param {string[]} classes */
  set classes(classes) {
    this.#classes = classes;
    this.#tags.clear();
  }

  /** The HTML of the lines from a first one to before a last one. @param {import("./lines.mjs").Lines} lines */
  lines(lines, first, last) {
    const [start, end] = [lines.starts[first], lines.end(last - 1)];
    // Of a long text most parts and problems are out of view, and each line would look at all of them.
    const isInView = (part) => part.start < end && part.end > start;
    const [truths, problems] = [this.truths.filter(isInView), this.problems.filter(isInView)];
    return Array.from({ length: last - first }, (_, index) =>
      this.#line(lines.text, lines.starts[first + index], lines.end(first + index), truths, problems));
  }

  /** The HTML of a line, from its first offset to its last. */
  line(text, start, end) { return this.#line(text, start, end, this.truths, this.problems); }

  #line(text, start, end, truths, problems) {
    const length = end - start;
    if (length === 0) return "";
    this.#clear(length);
    const { tokens } = this;
    for (let index = firstToken(tokens, start); index < tokens.length && tokens[index] < end; index += 3) {
      this.#mark(tokens[index] - start, tokens[index] + tokens[index + 1] - start, length, 0, tokens[index + 2] + 1);
    }
    for (const part of truths) {
      this.#mark(part.start - start, part.end - start, length, 8, { true: 1, false: 2, unknown: 3 }[part.truth]);
    }
    for (const problem of problems) this.#mark(problem.start - start, problem.end - start, length, 16, problem.severity);

    const marks = this.#marks;
    let html = "";
    for (let from = 0, to = 1; from < length; from = to, to += 1) {
      while (to < length && marks[to] === marks[from]) to += 1;
      const content = escaped(text.slice(start + from, start + to));
      html += marks[from] ? `${this.#tag(marks[from])}${content}</span>` : content;
    }
    return html;
  }

  #clear(length) {
    if (this.#marks.length < length) this.#marks = new Uint32Array(2 * length); else this.#marks.fill(0, 0, length);
  }

  #mark(from, to, length, shift, value) {
    const marks = this.#marks;
    const last = Math.min(to, length);
    for (let index = Math.max(from, 0); index < last; index += 1) {
      marks[index] = (marks[index] & ~(0xff << shift)) | (value << shift);
    }
  }

  /** Sets the parts of conditions, the larger ones first so that the inner ones are painted over them. */
  setTruths(parts) {
    this.truths = [...parts].sort((a, b) => b.end - b.start - (a.end - a.start));
  }

  /** Sets the problems, the worst last. */
  setProblems(problems) {
    this.problems = [...problems].sort((a, b) => b.severity - a.severity);
  }

  #tag(mark) {
    let tag = this.#tags.get(mark);
    if (tag === undefined) {
      const [token, truth, problem] = [mark & 0xff, (mark >> 8) & 0xff, (mark >> 16) & 0xff];
      const names = [];
      if (token) names.push(`tok-${this.#classes[token - 1]}`);
      if (truth) names.push(`is-${["true", "false", "unknown"][truth - 1]}`);
      if (problem) names.push(`has-${severities[problem]}`);
      tag = `<span class="${names.join(" ")}">`;
      this.#tags.set(mark, tag);
    }
    return tag;
  }
}

/** A whole text in colours, for snippets. */
export function painted(text, classes, tokens) {
  const painter = new Painter();
  Object.assign(painter, { classes, tokens });
  return painter.line(text, 0, text.length);
}
