// A client of the language server in the core (Language Server Protocol 3.17): documents, requests, published problems.

/** The address under which the server knows a file. */
export function address(name) {
  return `file:///play/${encodeURIComponent(name)}`;
}

/** The name of the file at an address. */
export function fileAt(uri) {
  return decodeURIComponent(uri.slice(uri.lastIndexOf("/") + 1));
}

const capabilities = {
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix"] } } },
    completion: { completionItem: { snippetSupport: false, documentationFormat: ["markdown"] } },
    hover: { contentFormat: ["markdown"] },
    publishDiagnostics: { codeDescriptionSupport: true, relatedInformation: true, versionSupport: true },
  },
};

/** The documents that the language server knows, and requests about them. */
export class Language {
  #send;
  #published;
  #versions = new Map();
  #requests = new Map();
  #number = 0;
  /** The version of the document that was changed last: no two texts have the same. */
  #version = 0;
  #waiting = [];
  #isSending = false;
  #isStarted = false;

  /**
   * @param {(messages: object[]) => Promise<object[]>} send hands messages to the server; the result are those it sends
   * @param {(name: string, diagnostics: object[]) => void} published called with the problems of a file's newest text
   */
  constructor(send, published) {
    this.#send = send;
    this.#published = published;
  }

  /** Ends the conversation, after a trap. */
  stop() {
    this.#isStarted = false;
    for (const { reject } of this.#requests.values()) reject(new Error("the language server has stopped"));
    this.#requests.clear();
    this.#versions.clear();
    this.#waiting = [];
  }

  /** Makes the server's documents those of some files; begins the conversation if there is none. */
  update(files) {
    if (!this.#isStarted) this.#start();
    this.#synchronize(files);
  }

  #start() {
    this.#isStarted = true;
    this.request("initialize", { processId: null, rootUri: null, capabilities }).catch(() => {});
    this.#notify("initialized", {});
  }

  #synchronize(files) {
    const names = new Set(files.map((file) => file.name));
    for (const name of [...this.#versions.keys()]) {
      if (names.has(name)) continue;
      this.#versions.delete(name);
      this.#notify("textDocument/didClose", { textDocument: { uri: address(name) } });
    }
    for (const { name, text } of files) {
      const known = this.#versions.get(name);
      if (known?.text === text) continue;
      const version = this.#version += 1;
      this.#versions.set(name, { version, text });
      const uri = address(name);
      if (known) {
        this.#notify("textDocument/didChange", { textDocument: { uri, version }, contentChanges: [{ text }] });
      } else {
        this.#notify("textDocument/didOpen", { textDocument: { uri, languageId: "opp", version, text } });
      }
    }
  }

  /** The result of a request. */
  request(method, params) {
    if (!this.#isStarted) return Promise.reject(new Error("the language server has stopped"));
    return new Promise((resolve, reject) => {
      this.#number += 1;
      this.#requests.set(this.#number, { resolve, reject });
      this.#post({ id: this.#number, method, params });
    });
  }

  /** The result of a request about a place in a file. */
  at(method, name, position, more = {}) {
    return this.request(`textDocument/${method}`, { textDocument: { uri: address(name) }, position, ...more });
  }

  /** The text of a file that the server knows. */
  text(name) { return this.#versions.get(name)?.text; }

  #notify(method, params) { this.#post({ method, params }); }

  /** Sends a message with those that wait; of changes of one document only the last is sent. */
  #post(message) {
    if (message.method === "textDocument/didChange") {
      const { uri } = message.params.textDocument;
      const last = this.#waiting.at(-1);
      if (last?.method === message.method && last.params.textDocument.uri === uri) this.#waiting.pop();
    }
    this.#waiting.push({ jsonrpc: "2.0", ...message });
    this.#flush();
  }

  async #flush() {
    if (this.#isSending) return;
    this.#isSending = true;
    while (this.#waiting.length > 0) {
      // Messages of one turn of the page go together.
      await undefined;
      const messages = this.#waiting.splice(0);
      try {
        for (const message of await this.#send(messages)) this.#receive(message);
      } catch {
        // The core trapped: whoever started the worker knows, and has called `stop`.
      }
    }
    this.#isSending = false;
  }

  #receive(message) {
    if (message.method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics, version } = message.params;
      const name = fileAt(uri);
      // Those of an older text come to nothing: the newest is checked next.
      if (version === undefined || version === this.#versions.get(name)?.version) this.#published(name, diagnostics);
    } else if (message.method && message.id !== undefined) {
      // Configuration and registrations: there are none.
      this.#post({ id: message.id, result: null });
    } else if (message.id !== undefined) {
      const { resolve, reject } = this.#requests.get(message.id) ?? {};
      this.#requests.delete(message.id);
      if (message.error) reject?.(new Error(message.error.message)); else resolve?.(message.result);
    }
  }
}
