// The form's own color, made readable: as text and lines on the page's ground, in light and in dark. Under the text of the main
// button it stays as it is, and the text is dark or light; its border is what stands out from the ground. WCAG 2.2 1.4.3 and 1.4.11.

type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const night: Rgb = [12, 18, 16];
/** Readable on every color that neither of the others is readable on. */
const black: Rgb = [0, 0, 0];
/** The papers of tokens.css, with a little to spare. */
const lightPaper: Rgb = [244, 246, 244];
const darkPaper: Rgb = [34, 41, 44];
const enough = 4.6;

/** To the page, or to the part of it that shows the form. */
export function applyTheme(color: string, { style } = document.documentElement): void {
  if (!/^#[0-9a-f]{6}$/i.test(color)) return;
  const brand = readColor(color);
  const text = [white, night].find((one) => contrast(one, brand) >= enough) ?? black;
  style.setProperty('--brand', color);
  style.setProperty('--on-brand', cssColor(text));
  style.setProperty('--brand-far', cssColor(text === white ? black : white));
  for (const [scheme, paper, towards] of [
    ['light', lightPaper, night],
    ['dark', darkPaper, white],
  ] as const) {
    const accent = readableOn(paper, brand, towards);
    style.setProperty(`--accent-${scheme}`, cssColor(accent));
    style.setProperty(`--on-accent-${scheme}`, cssColor(contrast(accent, white) >= enough ? white : night));
  }
}

function cssColor(color: Rgb): string {
  return `rgb(${color.join(' ')})`;
}

function readColor(hex: string): Rgb {
  return [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
}

function readableOn(paper: Rgb, color: Rgb, towards: Rgb): Rgb {
  for (let part = 0; part < 1; part += 0.05) {
    const mixed = color.map((one, at) => Math.round(one + (towards[at]! - one) * part)) as unknown as Rgb;
    if (contrast(mixed, paper) >= enough) return mixed;
  }
  return towards;
}

function contrast(one: Rgb, two: Rgb): number {
  const [dark, light] = [luminance(one), luminance(two)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((one) => {
    const part = one / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
