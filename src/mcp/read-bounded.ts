// The JSON of a response as far as an agent could still read it. Entries may be large and many: no more of them is held than is used, and a
// service that answers agents itself must not be filled by one call. [mcp.bounds]

/** Undefined when it is longer than `maxBytes`; the rest is not asked for. */
export async function readBounded(
  body: ReadableStream<Uint8Array> | null | undefined,
  maxBytes: number,
): Promise<unknown> {
  const reader = body?.getReader();
  if (reader === undefined) return undefined;
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    if (bytes > maxBytes) {
      await reader.cancel();
      return undefined;
    }
  }
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}
