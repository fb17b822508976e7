// A color text as hex, for its swatch: hex of any length and rgb(). Other color texts are printed without one.

const maxLength = 60;

export function colorHex(text: string): string | undefined {
  // No color is this long, and the pattern below would take its time.
  if (text.length > maxLength) return undefined;
  const color = text.trim().toLowerCase();
  if (/^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/.test(color)) return color;
  const parts = /^rgba?\(\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*[, ]\s*(\d{1,3})\s*(?:[,/]\s*[\d.]+%?\s*)?\)$/.exec(color);
  if (parts === null) return undefined;
  const channels = parts.slice(1, 4).map(Number);
  if (channels.some((channel) => channel > 255)) return undefined;
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
