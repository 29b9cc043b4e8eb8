// A server of a folder on a port of this machine, as any static host is one.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { brotliCompressSync } from "node:zlib";

const types = {
  ".html": "text/html; charset=utf-8", ".css": "text/css", ".mjs": "text/javascript", ".js": "text/javascript",
  ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml",
};

/** A folder as it is served below a path, so that links that begin with `/` would fail. */
export class Server {
  /** Texts that are served in place of files, by their paths. */
  replaced = new Map();
  /** Paths whose responses wait until they are released. */
  held = new Set();
  /** Whether files are sent in brotli, as many hosts do. */
  compresses = false;
  #packed = new Map();
  #waiting = [];
  #paths = [];
  #sockets = new Set();

  constructor(folder, base = "/some/where") {
    Object.assign(this, { folder, base });
    this.server = createServer((request, response) => this.#respond(request, response));
    this.server.on("connection", (socket) => {
      this.#sockets.add(socket);
      socket.on("close", () => this.#sockets.delete(socket));
    });
  }

  async start(port = 0) {
    await new Promise((resolve) => this.server.listen(port, "127.0.0.1", resolve));
    this.port = this.server.address().port;
    this.origin = `http://127.0.0.1:${this.port}`;
    return `${this.origin}${this.base}/`;
  }

  /** Sends the responses that were held back; no more are. */
  release() {
    this.held.clear();
    for (const respond of this.#waiting.splice(0)) respond();
  }

  /** The number of requests for a path. */
  count(path) { return this.#paths.filter((other) => other === path).length; }

  /** Ends the server and all its connections: the network is gone. */
  async stop() {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  #respond(request, response) {
    const path = decodeURIComponent(new URL(request.url, "http://localhost").pathname);
    let file = path.startsWith(this.base) ? normalize(join(this.folder, path.slice(this.base.length))) : "";
    if (file.startsWith(this.folder) && existsSync(file) && statSync(file).isDirectory()) file = join(file, "index.html");
    if (!file.startsWith(this.folder) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    const own = path.slice(this.base.length);
    this.#paths.push(own);
    if (this.held.has(own)) {
      this.#waiting.push(() => this.#respond(request, response));
      this.#paths.pop();
      return;
    }
    const content = this.replaced.get(own) ?? readFileSync(file);
    const headers = { "Content-Type": types[extname(file)] ?? "text/plain; charset=utf-8" };
    if (!this.compresses || extname(file) === ".gz") {
      response.writeHead(200, headers).end(content);
      return;
    }
    if (!this.#packed.has(file)) this.#packed.set(file, brotliCompressSync(content));
    response.writeHead(200, { ...headers, "Content-Encoding": "br" }).end(this.#packed.get(file));
  }
}
