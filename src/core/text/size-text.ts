// How large something is, as people read it: `100 bytes`, `2.5 MB`. A megabyte is a million bytes, as the builder counts
// when it sets the limit of a file field.

export function sizeText(bytes: number, locale: string): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const format = new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power]!,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  });
  return format.format(bytes / 1000 ** power);
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'];
