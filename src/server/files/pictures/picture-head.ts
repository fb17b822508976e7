// The first bytes of a picture: which format it is, and whether it is one that can be drawn. Too many pixels would fill the
// memory of the typesetter, and four-color JPEGs are not allowed in an archive (PDF/A) without a print profile.

export type PictureFormat = 'png' | 'jpg' | 'gif' | 'webp';

// JPEG data is copied into the PDF as it is; other formats are decoded and compressed again.
const maxJpegPixels = 120_000_000;
const maxDecodedPixels = 20_000_000;

/** Undefined for what is not a picture, a broken one, or one that cannot be drawn. */
export function readPictureHead(content: Uint8Array): PictureFormat | undefined {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return isSmall(readPngPixels(bytes)) ? 'png' : undefined;
  if (start.startsWith('\xff\xd8\xff')) return isDrawableJpeg(bytes) ? 'jpg' : undefined;
  if (/^GIF8[79]a/.test(start)) return isSmall(readGifPixels(bytes)) ? 'gif' : undefined;
  if (start.startsWith('RIFF') && start.endsWith('WEBP')) return isSmall(readWebpPixels(bytes)) ? 'webp' : undefined;
  return undefined;
}

function isSmall(pixels: number): boolean {
  return pixels > 0 && pixels <= maxDecodedPixels;
}

function readPngPixels(bytes: Buffer): number {
  return bytes.length < 33 ? 0 : bytes.readUInt32BE(16) * bytes.readUInt32BE(20);
}

function readGifPixels(bytes: Buffer): number {
  return bytes.length < 14 ? 0 : bytes.readUInt16LE(6) * bytes.readUInt16LE(8);
}

function readWebpPixels(bytes: Buffer): number {
  if (bytes.length < 30) return 0;
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return (bytes.readUInt16LE(26) & 0x3fff) * (bytes.readUInt16LE(28) & 0x3fff);
    case 'VP8L': {
      const size = bytes.readUInt32LE(21);
      return ((size & 0x3fff) + 1) * (((size >>> 14) & 0x3fff) + 1);
    }
    case 'VP8X':
      return (bytes.readUIntLE(24, 3) + 1) * (bytes.readUIntLE(27, 3) + 1);
    default:
      return 0;
  }
}

const cmykComponents = 4;

/** Walks the segments to the frame header, which holds the size and the number of colors. */
function isDrawableJpeg(bytes: Buffer): boolean {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return false;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) {
      const pixels = bytes.readUInt16BE(at + 5) * bytes.readUInt16BE(at + 7);
      return pixels > 0 && pixels <= maxJpegPixels && bytes[at + 9]! < cmykComponents;
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return false;
}
