// The colours of lines of a text as HTML: tokens, the truth of conditions, problems.
//
//   opp "Warm" when temp > 20C
//   ─── ────── ──── ────────── tokens: the lexer's, as triples of start, length and class
//                   ══════════ truth: the innermost part counts
//                   ~~~~       problems: the worst counts

const severities = ["", "error", "warning", "information", "information"];

/** The text with what HTML would read as markup escaped. */
export function escaped(text) {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Paints the lines of a text. */
export class Painter {
  /** The names of token classes, from the core. @type {string[]} */
  classes = [];
  /** @type {Int32Array} */
  tokens = new Int32Array(0);
  /** @type {{ start: number, end: number, truth: string }[]} */
  truths = [];
  /** @type {{ start: number, end: number, severity: number }[]} */
  problems = [];

  /** The HTML of a line, from its first offset to its last. */
  line(text, start, end) {
    const length = end - start;
    if (length === 0) return "";
    // One number for each character: eight bits for each of the three.
    const marks = new Uint32Array(length);
    const fill = (from, to, shift, value) => {
      const last = Math.min(to, end) - start;
      for (let index = Math.max(from, start) - start; index < last; index += 1) {
        marks[index] = (marks[index] & ~(0xff << shift)) | (value << shift);
      }
    };
    for (let index = this.#firstToken(start); index < this.tokens.length && this.tokens[index] < end; index += 3) {
      fill(this.tokens[index], this.tokens[index] + this.tokens[index + 1], 0, this.tokens[index + 2] + 1);
    }
    for (const part of this.truths) fill(part.start, part.end, 8, { true: 1, false: 2, unknown: 3 }[part.truth]);
    for (const problem of this.problems) fill(problem.start, problem.end, 16, problem.severity);

    let html = "";
    for (let from = 0, to = 1; from < length; from = to, to += 1) {
      while (to < length && marks[to] === marks[from]) to += 1;
      const content = escaped(text.slice(start + from, start + to));
      const names = this.#names(marks[from]);
      html += names ? `<span class="${names}">${content}</span>` : content;
    }
    return html;
  }

  /** Sets the parts of conditions, the larger ones first so that the inner ones are painted over them. */
  setTruths(parts) {
    this.truths = [...parts].sort((a, b) => b.end - b.start - (a.end - a.start));
  }

  /** Sets the problems, the worst last. */
  setProblems(problems) {
    this.problems = [...problems].sort((a, b) => b.severity - a.severity);
  }

  #names(mark) {
    const [token, truth, problem] = [mark & 0xff, (mark >> 8) & 0xff, (mark >> 16) & 0xff];
    const names = [];
    if (token) names.push(`tok-${this.classes[token - 1]}`);
    if (truth) names.push(`is-${["true", "false", "unknown"][truth - 1]}`);
    if (problem) names.push(`has-${severities[problem]}`);
    return names.join(" ");
  }

  /** The index of the first token that ends behind an offset. */
  #firstToken(offset) {
    let [low, high] = [0, this.tokens.length / 3];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.tokens[middle * 3] + this.tokens[middle * 3 + 1] <= offset) low = middle + 1; else high = middle;
    }
    return low * 3;
  }
}

/** A whole text in colours, for snippets. */
export function painted(text, classes, tokens) {
  const painter = new Painter();
  Object.assign(painter, { classes, tokens });
  return painter.line(text, 0, text.length);
}
