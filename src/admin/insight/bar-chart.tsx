// One bar per answer, from the side where reading starts, each with its words, number and share.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../ui/button.tsx';
import { useChartFormats } from './chart-formats.ts';
import { useInsightTexts } from './insight-texts.ts';

export interface Bar {
  readonly label: ComponentChildren;
  readonly count: number;
  /** Not an answer of its own, but the rest. */
  readonly isRest?: boolean;
}

const shownBars = 10;

export function BarChart({ bars, of }: { bars: readonly Bar[]; of: number }) {
  const t = useInsightTexts();
  const { number, percent } = useChartFormats();
  const [isWhole, setWhole] = useState(false);
  const whole = Math.max(1, of);
  // One bar more is shorter than a button that shows it.
  const isLong = bars.length > shownBars + 1;
  const shown = isLong && !isWhole ? bars.slice(0, shownBars) : bars;
  return (
    <>
      <ul class="bar-chart">
        {shown.map(({ label, count, isRest }, index) => (
          <li key={index} class={isRest ? 'rest' : ''}>
            <span class="bar-label">
              <bdi>{label}</bdi>
            </span>
            <span class="bar-count">
              <b>{number(count)}</b> {percent(count, of)}
            </span>
            <span class="bar-track">
              <i style={{ inlineSize: `${Math.min(1, count / whole) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      {isLong && (
        <div class="buttons">
          <Button kind="quiet" onPress={() => setWhole(!isWhole)}>
            {isWhole ? t('showFewer') : t('showRows', { count: bars.length })}
          </Button>
        </div>
      )}
    </>
  );
}
