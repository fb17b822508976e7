// Labels as plain text: other programs let HTML and Markdown into them. Where there was HTML it is kept for the page, which cleans it.

export interface LabelTexts {
  readonly label: string;
  readonly labelHtml?: string;
}

export function labelTexts(source: string): LabelTexts {
  const text = source.trim();
  if (!hasTags(text)) return { label: withoutMarks(text) };
  const label = plainText(text);
  return isFormatted(text) ? { label, labelHtml: text } : { label };
}

const tag = /<\/?[a-z][^<>]*>/i;

export function hasTags(text: string): boolean {
  return tag.test(text);
}

/** Worth keeping as HTML: a link, a list, something bold. A line break or a colour alone is not. */
function isFormatted(text: string): boolean {
  return /<(?:a|b|strong|i|em|u|ul|ol|table)\b/i.test(text);
}

export function plainText(html: string): string {
  return decodeEntities(
    html.replace(/<(?:br|\/p|\/div|\/li|\/h[1-6])\b[^<>]*>/gi, '\n').replace(/<\/?[a-z][^<>]*>/gi, ''),
  )
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();
}

/** Marks of Markdown around words; a single star may be anything. */
function withoutMarks(text: string): string {
  return text.replace(/^#{1,6} +/gm, '').replace(/(\*\*|__)(?=\S)([^*_]+)\1/g, '$2');
}

const entities = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', '#39': "'", ndash: '–', mdash: '—' }),
);

function decodeEntities(text: string): string {
  return text.replace(/&(#?\w{1,10});/g, (whole, name: string) => entities.get(name.toLowerCase()) ?? whole);
}

/** Text of a template: braces stand for themselves. */
export function templateText(text: string): string {
  return text.replaceAll('{{', '\\{\\{').replaceAll('}}', '\\}\\}');
}
