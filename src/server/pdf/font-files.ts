// The fonts of every PDF, in the order they are tried: Latin and Hebrew first, then letters of other scripts, then signs.
// They come from the npm registry as TrueType files and are embedded into each PDF as far as it uses them.

import packageFiles from './package-files.json' with { type: 'json' };
import { readPackageFile } from './read-package-file.ts';

export const fontFamilies = ['Heebo', 'Noto Sans', 'Noto Sans Arabic', 'Noto Emoji', 'Noto Sans Symbols 2'] as const;

export function readFontFiles(): Uint8Array[] {
  return packageFiles.filter((file) => file.endsWith('.ttf')).map(readPackageFile);
}
