// The core as a module of WebAssembly, compiled while it arrives, with its progress.

import { canDecompress, decompressed } from "./packs.mjs";

/**
 * Fetches and compiles the module.
 *
 * @param {string} address that of the compressed module
 * @param {(got: number, all: number | undefined) => void} advanced called with the bytes that have arrived
 * @returns {Promise<WebAssembly.Module>}
 * @throws {Error} where it is not there, or broken
 */
export async function compiled(address, advanced) {
  // What is drawn before it shares the network with it, and comes first.
  const response = await fetch(canDecompress ? address : address.replace(".gz", ""), { priority: "low" });
  if (!response.ok) throw new Error(`the module is not there (${response.status})`);
  const all = Number(response.headers.get("Content-Length")) || undefined;
  const bytes = counted(response.body, (got) => advanced(got, all));
  const module = canDecompress ? decompressed(bytes) : bytes;
  return WebAssembly.compileStreaming(new Response(module, { headers: { "Content-Type": "application/wasm" } }));
}

/** A stream that says how many bytes have gone through it. */
function counted(stream, heard) {
  let got = 0;
  return stream.pipeThrough(new TransformStream({
    transform(bytes, control) {
      got += bytes.length;
      heard(got);
      control.enqueue(bytes);
    },
  }));
}

/** Bytes in words, as `0.9 of 2.4 MB`. */
export function progressWords(got, all) {
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  return all === undefined || got > all ? `${megabytes(got)} MB` : `${megabytes(got)} of ${megabytes(all)} MB`;
}
