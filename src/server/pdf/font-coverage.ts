// Which characters the fonts can draw, from their cmap tables, and text without those they cannot: a missing glyph is neither
// readable nor allowed in PDF/UA and PDF/A. OpenType specification, "cmap": formats 4 and 12.

export type HasGlyph = (codePoint: number) => boolean;

const planesEnd = 0x110000;

export function readCoverage(fonts: readonly Uint8Array[]): HasGlyph {
  const covered = new Uint8Array(planesEnd / 8);
  const cover = (codePoint: number) => {
    covered[codePoint >> 3]! |= 1 << (codePoint & 7);
  };
  for (const font of fonts) readFont(new DataView(font.buffer, font.byteOffset, font.byteLength), cover);
  return (codePoint) => (covered[codePoint >> 3]! & (1 << (codePoint & 7))) !== 0;
}

function readFont(view: DataView, cover: (codePoint: number) => void): void {
  const cmap = findTable(view, 'cmap');
  if (cmap === undefined) return;
  for (let record = 0; record < view.getUint16(cmap + 2); record++) {
    const table = cmap + view.getUint32(cmap + 4 + record * 8 + 4);
    const format = view.getUint16(table);
    if (format === 4) readSegments(view, table, cover);
    else if (format === 12) readGroups(view, table, cover);
  }
}

function findTable(view: DataView, name: string): number | undefined {
  for (let at = 12; at < 12 + view.getUint16(4) * 16; at += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((byte) => view.getUint8(at + byte)));
    if (tag === name) return view.getUint32(at + 8);
  }
  return undefined;
}

function readSegments(view: DataView, table: number, cover: (codePoint: number) => void): void {
  const bytes = view.getUint16(table + 6);
  const ends = table + 14;
  const starts = ends + bytes + 2;
  const deltas = starts + bytes;
  const offsets = deltas + bytes;
  for (let at = 0; at < bytes; at += 2) {
    const start = view.getUint16(starts + at);
    const end = view.getUint16(ends + at);
    const offset = view.getUint16(offsets + at);
    for (let code = start; code <= end && code < 0xffff; code++) {
      const glyph =
        offset === 0 ? code + view.getUint16(deltas + at) : view.getUint16(offsets + at + offset + (code - start) * 2);
      if ((glyph & 0xffff) !== 0) cover(code);
    }
  }
}

function readGroups(view: DataView, table: number, cover: (codePoint: number) => void): void {
  for (let at = table + 16, left = view.getUint32(table + 12); left > 0; left--, at += 12) {
    const last = view.getUint32(at + 4);
    for (let code = view.getUint32(at); code <= last && code < planesEnd; code++) cover(code);
  }
}

// Marks that only direct the text around them. Those that override directions could turn a whole line around.
const joiner = /[\u00ad\u200b-\u200f\u2060\u2066\u2069]|\p{Variation_Selector}/u;
const dropped =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2067\u2068\u206a-\u206f\ufeff\u{e0000}-\u{e0fff}]/u;
const plain = /^[\n\x20-\x7e\u00a0-\u00ac\u00ae-\u00ff\u05d0-\u05ea]*$/;
const replacement = '\ufffd';

export function printable(text: string, hasGlyph: HasGlyph): string {
  if (plain.test(text)) return text;
  let clean = '';
  for (const character of text) {
    if (character === '\n' || joiner.test(character)) clean += character;
    else if (character === '\t' || character === '\r') clean += ' ';
    else if (dropped.test(character)) continue;
    else clean += hasGlyph(character.codePointAt(0)!) ? character : replacement;
  }
  return clean;
}
