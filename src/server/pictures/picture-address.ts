// The addresses of pictures, and which of them a definition names. [forms.pictures]

/** 128 random bits in base64url. */
const idText = '[A-Za-z0-9_-]{22}';
const idPattern = new RegExp(`^${idText}$`);
const named = new RegExp(`/pictures/(${idText})(?![A-Za-z0-9_-])`, 'g');

export function isPictureId(text: string): boolean {
  return idPattern.test(text);
}

/** More than any form shows. */
const maxNamed = 5_000;

/** `text` is the JSON of a definition: elements, texts of emails, thank-you pages. */
export function picturesNamedIn(text: string): string[] {
  if (!text.includes('/pictures/')) return [];
  const ids = new Set<string>();
  for (const [, id] of text.matchAll(named)) {
    ids.add(id!);
    if (ids.size >= maxNamed) break;
  }
  return [...ids];
}
