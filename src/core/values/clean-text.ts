// Text as it can be stored and sent anywhere: PostgreSQL refuses NUL, and a lone surrogate is not valid UTF-8.
// Lone surrogates become U+FFFD and NUL characters are dropped. [conventions.text]

export function cleanText(text: string): string {
  if (isWellFormed(text) && !text.includes('\0')) return text;
  return text.replace(/\0/g, '').replace(loneSurrogate, '\ufffd');
}

/** Whitespace alone, in any script, is blank. */
export function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > space && first < firstBeyondAscii) && !/\S/.test(text);
}

const space = 0x20;
const firstBeyondAscii = 0x80;
// With the u flag a surrogate pair is one character, so this matches only halves that stand alone.
const loneSurrogate = /[\ud800-\udfff]/gu;

// Built into every engine since 2023, and there it does not even look at texts without wide characters.
const builtIn = (String.prototype as { isWellFormed?: () => boolean }).isWellFormed;
const isWellFormed: (text: string) => boolean =
  builtIn === undefined ? (text) => !/[\ud800-\udfff]/.test(text) : (text) => builtIn.call(text);
