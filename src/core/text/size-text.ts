// How large something is, as people read it: `100 bytes`, `2.5 MB`. A megabyte is a million bytes, as the builder counts
// when it sets the limit of a file field.

import type { Locale } from '../locale/locale.ts';

export function sizeText(bytes: number, locale: Locale): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  return formatOf(locale, power).format(bytes / 1000 ** power);
}

/** Making a format takes longer than using it many times. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: Locale, power: number): Intl.NumberFormat {
  const unit = units[power]!;
  const key = `${locale} ${unit}`;
  const unitDisplay = power === 0 ? 'long' : 'short';
  const format =
    formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 });
  formats.set(key, format);
  return format;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
