// How a registry's text becomes a value: padding, stray line breaks, doubled quotes and bidi marks go, letters and
// quotes stay as published, because validate compares exactly.

const bidiMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

export function cleanText(text: string): string {
  return text.replace(bidiMarks, '').replace(/""/g, '"').replace(/\s+/g, ' ').trim();
}

/** Older exports mirror parentheses: a text whose first one closes has them all turned round. */
export function cleanName(text: string): string {
  const clean = cleanText(text);
  if (clean.search(/[()]/) < 0 || clean[clean.search(/[()]/)] === '(') return clean;
  return clean.replace(/[()]/g, (parenthesis) => (parenthesis === '(' ? ')' : '('));
}

/** Registries keep numbers as text with spaces; undefined unless a whole number of zero or more. */
export function readCode(text: string): number | undefined {
  const clean = cleanText(text);
  return /^\d{1,9}(\.0+)?$/.test(clean) ? Number(clean) : undefined;
}
