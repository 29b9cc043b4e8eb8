// The little Markdown of hovers and lessons: paragraphs, `code`, fences, emphasis, links, lists.

import { escaped } from "./paint.mjs";

/**
 * Markdown as HTML.
 *
 * @param {(code: string) => string} painted colours a snippet of Opp
 * @param {{ hasLinks?: boolean }} options whether links into the site are kept; else their texts are enough
 */
export function html(markdown, painted, { hasLinks = false } = {}) {
  return markdown.split(/^```/m).map((piece, index) => {
    if (index % 2 === 0) return piece.split(/\n{2,}/).map((text) => block(text, hasLinks)).join("");
    const [, language, code] = /^(\w*)[^\n]*\n?([\s\S]*?)\n?$/.exec(piece);
    return `<pre><code>${language === "opp" ? painted(code) : escaped(code)}</code></pre>`;
  }).join("");
}

function block(text, hasLinks) {
  const trimmed = text.trim();
  if (!trimmed) return "";
  if (/^-{3,}$/.test(trimmed)) return "<hr>";
  if (/^[-*] /.test(trimmed)) {
    return `<ul>${trimmed.split(/\n?^[-*] /m).filter(Boolean).map((item) => `<li>${inline(item, hasLinks)}</li>`).join("")}</ul>`;
  }
  return `<p>${inline(trimmed.replace(/^#+ /, ""), hasLinks)}</p>`;
}

function inline(text, hasLinks) {
  return text.split(/(`[^`]+`|\[[^\]]+\]\([^)]*\))/).map((piece, index) => {
    if (index % 2 === 0) return emphasized(escaped(piece));
    if (piece.startsWith("`")) return `<code>${escaped(piece.slice(1, -1))}</code>`;
    const [, words, address] = /^\[([^\]]+)\]\(([^)]*)\)$/.exec(piece);
    const content = emphasized(escaped(words));
    return hasLinks && address.startsWith("../") ? `<a href="${escaped(address)}">${content}</a>` : content;
  }).join("");
}

function emphasized(text) {
  return text.replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>").replace(/\*([^*\s][^*]*)\*/g, "<em>$1</em>");
}
