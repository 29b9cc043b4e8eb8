// The sentences of `opp why` as the tool prints them, set as a list: a headline, the parts with their truth, notes.

const truths = { "✓": "true", "✗": "false", "?": "unknown" };

/** One line of the tree: its depth, mark, part and words. */
const part = /^((?: {2})+)([✓✗?]) (.*?)(?: {2,}(.*))?$/;

/** Shows an explanation in an element. @param {(code: string) => string} painted colours a part */
export function show(element, text, painted) {
  const [headline, ...lines] = text.split("\n");
  const title = document.createElement("p");
  title.className = "headline";
  title.textContent = headline;
  const pieces = [title];
  // The lists that are open, the outermost first.
  let lists = [];
  for (const line of lines) {
    const found = part.exec(line);
    if (!found) {
      lists = [];
      // The page offers this as a button.
      if (line.startsWith("It would take ")) continue;
      const note = document.createElement("p");
      note.className = "note";
      // The page has the rows as lanes.
      note.append(...withCode(line.trim().replace(" (`--row KEY` explains one)", "")));
      if (line.trim()) pieces.push(note);
      continue;
    }
    const depth = found[1].length / 2;
    lists.length = Math.min(lists.length, depth);
    while (lists.length < depth) {
      const list = document.createElement("ul");
      const parent = lists.at(-1);
      if (parent) (parent.lastElementChild ?? parent).append(list); else pieces.push(list);
      lists.push(list);
    }
    lists.at(-1).append(item(found, painted));
  }
  element.replaceChildren(...pieces);
  return headline;
}

/** A sentence whose words in backticks are code. */
function withCode(sentence) {
  return sentence.split("`").map((piece, index) => {
    if (index % 2 === 0) return piece;
    const code = document.createElement("code");
    code.textContent = piece;
    return code;
  });
}

function item([, , mark, code, words], painted) {
  const element = document.createElement("li");
  const sign = element.appendChild(document.createElement("span"));
  sign.className = `mark is-${truths[mark]}`;
  sign.textContent = mark;
  sign.setAttribute("role", "img");
  sign.setAttribute("aria-label", truths[mark]);
  const condition = element.appendChild(document.createElement("code"));
  condition.innerHTML = painted(code);
  if (words) {
    const said = element.appendChild(document.createElement("span"));
    said.className = "words";
    said.textContent = ` ${words}`;
  }
  return element;
}
