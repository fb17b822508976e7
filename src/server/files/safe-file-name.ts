// The file name of an entry's PDF: the form's title, such as `Order form.pdf`; an export numbers the duplicates. It is
// safe in every file system and by the rule for names of uploads, and keeps letters of every script.
// [after-actions.pdfs.names]

export interface FileNameParts {
  readonly title: string;
  /** The layout's name or label, where a form has several; or whatever else tells files of one form apart. */
  readonly layout?: string;
}

const maxNameLength = 255;
const maxLayoutLength = 100;
const ending = '.pdf';

export function safeFileName({ title, layout }: FileNameParts): string {
  const tail = layout === undefined ? '' : cut(safePart(layout), maxLayoutLength);
  const room = maxNameLength - ending.length - Buffer.byteLength(tail) - 1;
  const head = cut(safePart(title), room) || 'form';
  const name = tail === '' ? head : `${head} ${tail}`;
  return (/^(?:con|prn|aux|nul|com\d|lpt\d)$/i.test(name) ? `${name}_` : name) + ending;
}

function safePart(text: string): string {
  const safe = text
    .replace(/[\\/:*?"<>|\s]+/g, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}]+/gu, '')
    .replace(/^[. ]+/, '');
  return withoutEnd(safe);
}

function withoutEnd(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === '.' || text[end - 1] === ' ')) end--;
  return text.slice(0, end);
}

/** By UTF-8 bytes, which is what file systems count, and never inside a character. */
function cut(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > maxBytes) return withoutEnd(text.slice(0, end));
    end += character.length;
  }
  return text;
}
