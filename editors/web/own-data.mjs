// A person's own rules and data: dropped on the page or chosen, listed, removed. They stay in the page.

import { chosen, dropped, read, sizeText } from "./data.mjs";
import { Imports } from "./imports.mjs";

const element = (id) => document.getElementById(id);

/** The data of the rule set, and the ways to add to them. */
export class OwnData {
  #page;
  #depth = 0;

  /** @param {object} page the playground */
  constructor(page) {
    this.#page = page;
    this.imports = new Imports(page, element("imports"), () => this.show());
    addEventListener("dragenter", (event) => this.#drag(event, 1));
    addEventListener("dragleave", (event) => this.#drag(event, -1));
    addEventListener("dragover", (event) => { if (hasFiles(event)) event.preventDefault(); });
    addEventListener("drop", (event) => this.#drop(event));
    for (const id of ["choose-files", "choose-folder"]) {
      element(id).addEventListener("change", async ({ target }) => {
        await this.#take(chosen(target.files), id === "choose-folder");
        target.value = "";
      });
    }
  }

  /** Lists the files of the recording. */
  show() {
    const { data } = this.#page.project;
    const size = [...data.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    element("data").querySelector("summary").textContent = data.size === 0 ? "Data: none"
      : `Data: ${data.size} ${data.size === 1 ? "file" : "files"}, ${sizeText(size)}`;
    element("data-files").replaceChildren(...[...data].map(([name, bytes]) => this.#item(name, bytes)));
  }

  /**
   * Lists what is wrong with the data, as the replay has found it.
   *
   * @param {boolean} isWhole whether the rules could be read, so that nothing else is wrong with the data
   */
  report(all, isWhole) {
    if (isWhole) this.imports.show(all);
    // A card says more of these.
    const problems = all.filter((problem) => !this.imports.has(problem));
    const list = element("data-problems");
    list.hidden = problems.length === 0;
    list.replaceChildren(...problems.map(({ path, line, message, help }) => {
      const item = document.createElement("li");
      const place = path ? `${path.replace(/^data\//, "")}${line ? `:${line}` : ""}: ` : "";
      item.textContent = [place + message, ...(help ?? [])].join("; ");
      return item;
    }));
    if (all.length > 0 && this.#page.project.hasOwnData) element("data").open = true;
  }

  #item(name, bytes) {
    const item = document.createElement("li");
    const label = item.appendChild(document.createElement("span"));
    label.textContent = name;
    const size = item.appendChild(document.createElement("span"));
    size.className = "size";
    size.textContent = sizeText(bytes.length);
    const button = item.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = "Remove";
    button.setAttribute("aria-label", `Remove ${name}`);
    button.addEventListener("click", () => {
      this.#page.project.removeData(name);
      this.show();
      this.#page.replay();
    });
    return item;
  }

  #drag(event, step) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    this.#depth = Math.max(0, this.#depth + step);
    element("drop").hidden = this.#depth === 0;
  }

  async #drop(event) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    this.#depth = 0;
    element("drop").hidden = true;
    const isFolder = [...event.dataTransfer.items].some((item) => item.webkitGetAsEntry?.()?.isDirectory);
    await this.#take(await dropped(event.dataTransfer), isFolder);
  }

  /** Takes files: a folder with rules in it is another rule set, anything else is added to this one. */
  async #take(found, isFolder) {
    const { rules, data, others } = await read(found);
    if (isFolder && rules.length > 0) await this.#page.load({ files: rules });
    const { project, files } = this.#page;
    for (const { name, bytes } of data) project.addData(name, bytes);
    if (!isFolder || rules.length === 0) {
      for (const { name, text } of rules) {
        const isKnown = project.file(name) !== undefined;
        project.setText(name, text);
        const { text: lines } = project.file(name);
        if (isKnown) this.#page.apply({ [name]: lines }); else files.add(name, lines);
      }
    }
    this.show();
    const count = rules.length + data.length;
    const added = `${count} ${count === 1 ? "file" : "files"} read`;
    element("data-note").textContent = others.length === 0 ? `${added}.`
      : `${added}; not read: ${others.join(", ")}.`;
    element("data").open = true;
    this.#page.added();
    await this.#page.replay(true);
  }
}

function hasFiles(event) {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
