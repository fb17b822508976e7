// Code of the page that is loaded later, and can be asked for again. Some engines remember a module that did not come for as
// long as the page is open, so another try asks at a fresh address; what that part imports keeps its plain addresses, so
// modules that are loaded already are not loaded twice. [fill-links.late-code]

/** Sent to the window when no further try can help: the code is gone, or a module it needs is remembered as failed. */
export const staleEvent = 'stale';

/** How often each part did not come, by its address: as long-lived as the engine's own memory. */
const failures: Record<string, number> = {};

/** `load` holds nothing but one `import()`: the address that the build put into it is read from its text. */
export async function importPart<Part>(load: () => Promise<Part>): Promise<Part> {
  const address = String(load).split(/["'`]/)[1] as string;
  const failed = failures[address] ?? 0;
  try {
    return await (failed > 0 ? import(`${address}?retry=${failed}`) : load());
  } catch (error) {
    failures[address] = failed + 1;
    // No connection: later tries may well succeed.
    const found = await fetch(`/assets/${address}`).catch(() => undefined);
    if (found && (failed > 0 || !found.ok)) dispatchEvent(new Event(staleEvent));
    throw error;
  }
}
