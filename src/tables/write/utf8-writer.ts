// Collects text as UTF-8 bytes. Cells are short and there are millions of them: putting their bytes in place one by one
// costs a fraction of joining strings and encoding the result.

const pieceBytes = 64 * 1024;
const replacement = 0xfffd;

export class Utf8Writer {
  #bytes = Buffer.allocUnsafeSlow(2 * pieceBytes);
  #length = 0;

  /** A piece is large enough to be handed on; work between two pieces stays short. */
  get isFull(): boolean {
    return this.#length >= pieceBytes;
  }

  write(text: string): void {
    this.#reserve(text.length * 3);
    const bytes = this.#bytes;
    let length = this.#length;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 0x80) {
        bytes[length++] = code;
      } else {
        length = putWide(bytes, length, text, at, code);
        if (isPairAt(text, at, code)) at++;
      }
    }
    this.#length = length;
  }

  /** What is written again and again is quickest as bytes. */
  writeBytes(written: Uint8Array): void {
    this.#reserve(written.length);
    const bytes = this.#bytes;
    let length = this.#length;
    for (let at = 0; at < written.length; at++) bytes[length++] = written[at]!;
    this.#length = length;
  }

  /** Writes `start` and the text; nothing when the text has a character that `stops` marks, or one that is none. */
  writeUnless(text: string, stops: Uint8Array, start?: Uint8Array): boolean {
    const before = this.#length;
    if (start !== undefined) this.writeBytes(start);
    this.#reserve(text.length * 3);
    const bytes = this.#bytes;
    let length = this.#length;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code < 0x80) {
        if (stops[code] === 1) return this.#goBack(before);
        bytes[length++] = code;
      } else {
        if (code >= 0xfffe) return this.#goBack(before);
        length = putWide(bytes, length, text, at, code);
        if (isPairAt(text, at, code)) at++;
      }
    }
    this.#length = length;
    return true;
  }

  /** What was written since the last time. */
  take(): Buffer {
    const piece = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return piece;
  }

  #goBack(length: number): false {
    this.#length = length;
    return false;
  }

  #reserve(count: number): void {
    if (this.#length + count <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(2 * (this.#length + count));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/** Marks characters below U+0080. */
export function markCharacters(characters: string): Uint8Array {
  const marks = new Uint8Array(0x80);
  for (const character of characters) marks[character.charCodeAt(0)] = 1;
  return marks;
}

function isPairAt(text: string, at: number, code: number): boolean {
  return code >= 0xd800 && code < 0xdc00 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}

function putWide(bytes: Buffer, start: number, text: string, at: number, code: number): number {
  let length = start;
  if (code < 0x800) {
    bytes[length++] = 0xc0 | (code >> 6);
  } else if (isPairAt(text, at, code)) {
    const whole = 0x1_0000 + ((code - 0xd800) << 10) + (text.charCodeAt(at + 1) - 0xdc00);
    bytes[length++] = 0xf0 | (whole >> 18);
    bytes[length++] = 0x80 | ((whole >> 12) & 0x3f);
    bytes[length++] = 0x80 | ((whole >> 6) & 0x3f);
    bytes[length++] = 0x80 | (whole & 0x3f);
    return length;
  } else {
    // Half a surrogate pair alone is not a character.
    if (code >= 0xd800 && code < 0xe000) return putWide(bytes, start, text, at, replacement);
    bytes[length++] = 0xe0 | (code >> 12);
    bytes[length++] = 0x80 | ((code >> 6) & 0x3f);
  }
  bytes[length++] = 0x80 | (code & 0x3f);
  return length;
}
