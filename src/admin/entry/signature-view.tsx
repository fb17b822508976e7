// A signature on a sheet: its strokes as lines, or the picture that it is. [values.signature]
import { useMemo } from 'preact/hooks';
import { decodeSignature, type Stroke } from '../../fields/sign/decode-signature.ts';
import { useTexts } from '../texts.ts';

export function SignatureView({ value, words }: { value: string; words: string }) {
  const t = useTexts('entries/sheet');
  const drawing = useMemo(() => drawStrokes(decodeSignature(value) ?? []), [value]);
  if (drawing !== undefined) {
    return (
      <svg class="sheet-signature" viewBox={drawing.viewBox} role="img" aria-label={t('signature')}>
        <path d={drawing.lines} />
      </svg>
    );
  }
  const isPicture = /^data:image\/(?:png|jpeg|gif|webp|svg\+xml)[;,]/i.test(value);
  return isPicture ? <img class="sheet-signature" src={value} alt={t('signature')} /> : <span>✓ {words}</span>;
}

/** The width of the paper that all strokes are brought to; the pen is as thick as suits it. */
const width = 480;
const margin = 8;

/** Cut to where something is drawn. undefined where nothing can be. */
function drawStrokes(strokes: readonly Stroke[]): { viewBox: string; lines: string } | undefined {
  let [left, top, right, bottom] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 0];
  const lines: string[] = [];
  for (const { cWidth, points } of strokes) {
    const scale = width / (cWidth > 0 ? cWidth : width);
    const places = points.map(({ x, y }) => [x * scale, y * scale] as const);
    if (places.some((place) => !place.every(Number.isFinite))) return undefined;
    for (const [x, y] of places) {
      [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
    }
    const [first, ...rest] = places.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
    // A dot is a line to where it is.
    if (first !== undefined) lines.push(`M${first}L${(rest.length === 0 ? [first] : rest).join('L')}`);
  }
  if (lines.length === 0) return undefined;
  const [across, down] = [right - left + 2 * margin, bottom - top + 2 * margin];
  return { viewBox: `${left - margin} ${top - margin} ${across} ${down}`, lines: lines.join('') };
}
