// The parts of a page that need a script: the search, which code and tables are scrolled with keys, and the day that plays on the first page.
// A page is whole without them.

const button = document.querySelector("button.find");

/** Opens the search, whose module and index are fetched when they are first wanted. */
async function search() {
  const { open } = await import("./search.mjs");
  await open();
}

if (button) {
  button.hidden = false;
  button.addEventListener("click", search);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    search();
  });
}

/** The tables, each of which is scrolled sideways where it is wider than the page. */
const tables = [...document.querySelectorAll(".scroll")];

/** Lets Tab reach those blocks of code and those tables that scroll, and passes over the others. */
function markScrolling() {
  for (const block of document.querySelectorAll("pre, .scroll")) {
    const scrolls = block.scrollWidth > block.clientWidth || block.scrollHeight > block.clientHeight;
    if (scrolls) {
      block.tabIndex = 0;
      block.setAttribute("role", "region");
    } else {
      block.removeAttribute("tabindex");
      block.removeAttribute("role");
    }
    // A name without a role would be read by nobody.
    if (!scrolls && block.ariaLabel) block.dataset.name = block.ariaLabel;
    block.ariaLabel = scrolls ? block.ariaLabel ?? block.dataset.name ?? (tables.includes(block) ? `Table ${tables.indexOf(block) + 1}` : "Example") : null;
  }
}

if (document.querySelector("pre, .scroll")) {
  markScrolling();
  addEventListener("resize", markScrolling);
}

// The day of the first page plays once, if it is seen and motion is wanted.
const hero = document.querySelector(".hero");
if (hero && matchMedia("(prefers-reduced-motion: no-preference)").matches) {
  const { watch } = await import("./hero.mjs");
  watch(hero);
}
