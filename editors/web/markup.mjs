// The little Markdown that the language server writes in hovers: paragraphs, `code`, fences, emphasis, links, lists.

import { escaped } from "./paint.mjs";

/** Markdown as HTML. @param {(code: string) => string} painted colours a snippet of Opp */
export function html(markdown, painted) {
  return markdown.split(/^```/m).map((piece, index) => {
    if (index % 2 === 0) return piece.split(/\n{2,}/).map(block).join("");
    const [, language, code] = /^(\w*)[^\n]*\n?([\s\S]*?)\n?$/.exec(piece);
    return `<pre><code>${language === "opp" ? painted(code) : escaped(code)}</code></pre>`;
  }).join("");
}

function block(text) {
  const trimmed = text.trim();
  if (!trimmed) return "";
  if (/^-{3,}$/.test(trimmed)) return "<hr>";
  if (/^[-*] /.test(trimmed)) {
    return `<ul>${trimmed.split(/\n?^[-*] /m).filter(Boolean).map((item) => `<li>${inline(item)}</li>`).join("")}</ul>`;
  }
  return `<p>${inline(trimmed.replace(/^#+ /, ""))}</p>`;
}

function inline(text) {
  return text.split(/(`[^`]+`)/).map((piece, index) => {
    if (index % 2 === 1) return `<code>${escaped(piece.slice(1, -1))}</code>`;
    // A link leads into the site or nowhere: its text is enough.
    return escaped(piece.replace(/\[([^\]]+)\]\([^)]*\)/g, "$1"))
      .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>").replace(/\*([^*\s][^*]*)\*/g, "<em>$1</em>");
  }).join("");
}
