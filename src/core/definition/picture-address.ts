// Addresses of pictures that owners sent for their forms: POST /form/{formId}/pictures. [forms.pictures.address]

/** Of any host: a service may be called by another name than when the form was written. */
export const pictureAddress = /^(?:https?:\/\/[^\s/]+)?\/pictures\/[\w-]{22}$/;

/** The size of a picture as its `width` and `height` say it; undefined unless both do. */
export function pictureSize(read: (name: 'width' | 'height') => string): { width: number; height: number } | undefined {
  const [width, height] = [read('width'), read('height')];
  if (!pixels.test(width) || !pixels.test(height)) return undefined;
  return { width: Number(width), height: Number(height) };
}

const pixels = /^[1-9]\d{0,4}$/;

const named = /\/pictures\/([A-Za-z0-9_-]{22})(?![A-Za-z0-9_-])/g;

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
