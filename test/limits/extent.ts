// How much of the limits a run looks at. `npm test` visits every function and every property of every endpoint, with fewer and
// shorter texts and fewer requests; `npm run test:limits` is the whole.

export const isWhole = process.env['LIMITS'] === 'whole';

/** A number that differs from text to text and is the same in every run: what a sample is drawn by. */
export function drawOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
