// Rules on their way out of the page: a link that holds them, a folder for the tool, the link that shows a bug.

import { encode } from "./share.mjs";

const element = (id) => document.getElementById(id);

/** The most characters of a link that all usual programs hand on whole. */
const limit = 8000;

/** Share, Download, and the report of a trap. */
export class Publishing {
  #page;
  #isEmbedded = false;

  /** @param {object} page the playground */
  constructor(page) {
    this.#page = page;
    element("share").addEventListener("click", () => this.#share());
    element("share-copy").addEventListener("click", () => this.#copy());
    element("download").addEventListener("click", () => this.download());
    // The address is there before a click follows it.
    for (const name of ["pointerenter", "focus"]) {
      element("whole").addEventListener(name, async () => { element("whole").href = await this.link(); });
    }
  }

  /** Whether the page is a frame of another. */
  get isEmbedded() { return this.#isEmbedded; }

  set isEmbedded(isEmbedded) {
    this.#isEmbedded = isEmbedded;
    element("whole").hidden = !isEmbedded;
  }

  /** The address that holds what the page shows. */
  async link() {
    return `${location.origin}${location.pathname}#${await encode(this.#page.shared())}`;
  }

  /** Says that the core has trapped, with the link that shows it. */
  async trapped(reason) {
    this.#page.say(
      `The core of Opp has stopped (${reason}) and was started again. That is a bug of Opp: please report it.`,
      await this.link());
  }

  async #share() {
    const link = await this.link();
    element("share-link").value = link;
    element("share-done").textContent = link.length > limit
      ? `The link is long (${link.length} characters): some programs cut it. Download keeps all.` : "";
    element("share-data").textContent = this.#page.project.hasOwnData ? "Your data are not in it." : "";
    element("share-dialog").showModal();
    element("share-link").select();
    history.replaceState(null, "", link);
  }

  async #copy() {
    element("share-link").select();
    try {
      await navigator.clipboard.writeText(element("share-link").value);
    } catch {
      document.execCommand("copy");
    }
    element("share-done").textContent = "Copied";
  }

  /** Downloads rules, tests and data as a folder for the tool. */
  async download() {
    const { project } = this.#page;
    const folder = project.example ?? "rules";
    const rules = project.test ? [...project.files.map(inOwnZone), project.test] : project.files;
    const files = rules.map(({ name, text }) => ({
      name: `${folder}/${name}`, bytes: new TextEncoder().encode(text),
    }));
    for (const [name, bytes] of project.data) files.push({ name: `${folder}/data/${name}`, bytes });
    const { archive } = await import("./archive.mjs");
    const address = URL.createObjectURL(archive(files));
    const link = document.createElement("a");
    Object.assign(link, { href: address, download: `${folder}.zip` });
    link.click();
    // The browser takes what it needs of the address before the next turn.
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  }
}

/** Rules of the tour with the browser's own zone, unless the learner has written another than that of the lesson. */
function inOwnZone({ name, text }) {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return { name, text: timeZone.includes("/") ? text.replace('set zone "Europe/London"', `set zone "${timeZone}"`) : text };
}
