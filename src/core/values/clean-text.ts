// Text as it can be stored and sent anywhere: PostgreSQL refuses NUL, and a lone surrogate is not valid UTF-8.
// CONTRACT.md section 4: lone surrogates become U+FFFD and NUL characters are dropped.

export function cleanText(text: string): string {
  if (!suspicious.test(text)) return text;
  return text.replace(/\0/g, '').replace(loneSurrogate, '\ufffd');
}

export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

const suspicious = /[\0\ud800-\udfff]/;
// With the u flag a surrogate pair is one character, so this matches only halves that stand alone.
const loneSurrogate = /[\ud800-\udfff]/gu;
