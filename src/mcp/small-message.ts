// Whether a message has no more parts than messages have. The protocol's library looks at every one of them, but for what is inside of a tool's
// arguments: there may be 2 MB of them, and that would hold the event loop for most of a second. [mcp.http.bounds]

/** Those of an ordinary client have some dozens. */
const maxParts = 500;

export function isSmallMessage(message: unknown): boolean {
  const waiting: unknown[] = [message];
  let parts = 0;
  while (waiting.length > 0) {
    const part = waiting.pop();
    if (typeof part !== 'object' || part === null) continue;
    const isArguments = part === argumentsOf(message);
    for (const name in part) {
      parts += 1;
      if (parts > maxParts) return false;
      if (!isArguments) waiting.push((part as Record<string, unknown>)[name]);
    }
  }
  return true;
}

function argumentsOf(message: unknown): unknown {
  const { params } = (message ?? {}) as { params?: { arguments?: unknown } | null };
  return params?.arguments;
}
