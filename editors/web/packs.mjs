// Files that the build has packed: JSON, compressed where the browser can decompress it.

/** Whether the browser decompresses by itself. */
export const canDecompress = "DecompressionStream" in globalThis;

/** The file at a path, or a sentence about why it is not there. */
async function response(path) {
  const found = await fetch(path);
  if (!found.ok) throw new Error(`${path} is not there (${found.status})`);
  return found;
}

/** The value in a packed file. @param {string} path as `tour/index.json` */
export async function unpacked(path) {
  if (!canDecompress) return (await response(path)).json();
  return new Response(decompressed((await response(`${path}.gz`)).body)).json();
}

/**
 * A stream of what a stream holds compressed. A host may have decompressed it on the way, which its first bytes show.
 *
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {ReadableStream<Uint8Array>}
 */
export function decompressed(stream) {
  const { readable, writable } = new TransformStream();
  (async () => {
    const reader = stream.getReader();
    const { value = new Uint8Array(0), done } = await reader.read();
    reader.releaseLock();
    const isCompressed = value[0] === 0x1f && value[1] === 0x8b;
    const rest = done ? new ReadableStream({ start: (control) => control.close() }) : stream;
    const whole = rest.pipeThrough(new TransformStream({ start: (control) => control.enqueue(value) }));
    await (isCompressed ? whole.pipeThrough(new DecompressionStream("gzip")) : whole).pipeTo(writable);
  })().catch((error) => writable.abort(error).catch(() => {}));
  return readable;
}
