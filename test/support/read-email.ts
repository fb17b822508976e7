// Reads an email as a mail program does: headers, parts, encodings. Just enough of MIME for what the service sends.

export interface ReadEmail {
  /** Names in lower case; encoded words decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string | undefined;
  readonly html: string | undefined;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly content: Buffer }[];
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly type: string;
  readonly content: Buffer;
}

export function readEmail(raw: Buffer): ReadEmail {
  const parts = readParts(raw.toString('latin1'));
  const bodies = parts.filter(({ headers }) => !headers.get('content-disposition')?.startsWith('attachment'));
  const textOf = (type: string) => bodies.find((part) => part.type === type)?.content.toString('utf8');
  return {
    headers: readHead(raw.toString('latin1')).headers,
    text: textOf('text/plain')?.replaceAll('\r\n', '\n'),
    html: textOf('text/html')?.replaceAll('\r\n', '\n'),
    attachments: parts
      .filter((part) => !bodies.includes(part))
      .map(({ headers, type, content }) => ({ name: nameOf(headers.get('content-disposition') ?? ''), type, content })),
  };
}

function readParts(source: string): Part[] {
  const { headers, body } = readHead(source);
  const contentType = headers.get('content-type') ?? 'text/plain';
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1];
  if (contentType.startsWith('multipart/') && boundary !== undefined) {
    const pieces = `\r\n${body}`.split(`\r\n--${boundary}`).slice(1, -1);
    return pieces.flatMap((piece) => readParts(piece.replace(/^\r\n/, '')));
  }
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase();
  return [{ headers, type: contentType.split(';', 1)[0] as string, content: decode(body, encoding) }];
}

function readHead(source: string): { headers: Map<string, string>; body: string } {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()));
  }
  return { headers, body: source.slice(end + 4) };
}

function decode(body: string, encoding: string | undefined): Buffer {
  if (encoding === 'base64') return Buffer.from(body, 'base64');
  if (encoding !== 'quoted-printable') return Buffer.from(body, 'latin1');
  return decodeQuoted(body.replace(/[ \t]+\r\n/g, '\r\n').replace(/=\r\n/g, ''));
}

function decodeQuoted(text: string): Buffer {
  const bytes = text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** RFC 2047. White space between two encoded words is none. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : decodeQuoted(word.replaceAll('_', ' ')).toString('latin1'),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));
}

/** RFC 2231 or plain. */
function nameOf(disposition: string): string {
  const pieces = [...disposition.matchAll(/filename\*(?:\d+\*?)?=(?:utf-8'')?"?([^;"]*)"?/gi)].map(
    ([, piece]) => piece,
  );
  if (pieces.length > 0) return decodeURIComponent(pieces.join(''));
  return /filename="?([^";]*)"?/.exec(disposition)?.[1] ?? '';
}
