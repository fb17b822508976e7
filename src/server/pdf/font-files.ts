// The fonts of every PDF, in the order they are tried: Latin and Hebrew first, then letters of other scripts, then signs.
// They come from the npm registry as TrueType files and are embedded into each PDF as far as it uses them.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

export const fontFamilies = ['Heebo', 'Noto Sans', 'Noto Sans Arabic', 'Noto Emoji', 'Noto Sans Symbols 2'] as const;

const files = [
  'heebo/400Regular/Heebo_400Regular.ttf',
  'heebo/500Medium/Heebo_500Medium.ttf',
  'heebo/600SemiBold/Heebo_600SemiBold.ttf',
  'heebo/700Bold/Heebo_700Bold.ttf',
  'noto-sans/400Regular/NotoSans_400Regular.ttf',
  'noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  'noto-sans/700Bold/NotoSans_700Bold.ttf',
  'noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf',
  'noto-sans-arabic/400Regular/NotoSansArabic_400Regular.ttf',
  'noto-sans-arabic/700Bold/NotoSansArabic_700Bold.ttf',
  'noto-emoji/400Regular/NotoEmoji_400Regular.ttf',
  'noto-sans-symbols-2/400Regular/NotoSansSymbols2_400Regular.ttf',
];

export function readFontFiles(): Uint8Array[] {
  const { resolve } = createRequire(import.meta.url);
  return files.map((file) => readFileSync(resolve(`@expo-google-fonts/${file}`)));
}
