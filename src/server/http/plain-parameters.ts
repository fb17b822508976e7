// The parameters of a plain query string, as the framework would read them: each name once, nothing but percent signs and plus signs
// to undo. Anything else is left to the framework.

/** What follows the question mark of an address, from `start` on; undefined where it is not plain. */
export function readPlainParameters(address: string, start: number): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  let at = start;
  while (at < address.length) {
    let end = address.indexOf('&', at);
    if (end < 0) end = address.length;
    const equals = address.indexOf('=', at);
    if (equals <= at || equals >= end) return undefined;
    const name = address.slice(at, equals);
    const value = readPlainValue(address.slice(equals + 1, end));
    if (!plainName.test(name) || value === undefined || name in found) return undefined;
    found[name] = value;
    at = end + 1;
  }
  return found;
}

/** None of the names that every object has. */
const plainName = /^[a-z]+$/;

function readPlainValue(text: string): string | undefined {
  if (odd.test(text)) return undefined;
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  try {
    return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
  } catch {
    // The framework takes what it cannot read as it is.
    return undefined;
  }
}

/** A fragment has no place in a request, nor have letters beyond ASCII. */
const odd = /[^!-~]|#/;
