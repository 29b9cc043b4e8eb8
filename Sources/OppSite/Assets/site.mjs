// The parts of a page that need a script: the search, and the playground on the first page. A page is whole without them.

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

for (const link of document.querySelectorAll("a[data-frame]")) {
  link.addEventListener("click", (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = document.createElement("iframe");
    frame.src = link.dataset.frame;
    frame.title = "Playground";
    frame.loading = "lazy";
    link.closest("section").replaceChildren(frame);
    frame.focus();
  });
}
