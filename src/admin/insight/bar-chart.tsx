// One bar per answer, from the side where reading starts, each with its words, number and share; of two views, two bars.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../ui/button.tsx';
import { useChartFormats } from './chart-formats.ts';
import type { BarsPart } from './chart-picture.ts';
import { useInsightTexts } from './insight-texts.ts';

export interface Bar {
  /** What is drawn; the words where it is missing. */
  readonly drawn?: ComponentChildren;
  readonly label: string;
  /** One for each view. */
  readonly counts: readonly number[];
  /** Not an answer of its own, but the rest. */
  readonly isRest?: boolean;
  /** Shows only the entries with this answer. */
  readonly onFilter?: (() => void) | undefined;
}

export interface BarChartProps {
  readonly bars: readonly Bar[];
  /** Of how many, for each view. */
  readonly of: readonly number[];
  /** The names of two views. */
  readonly names?: readonly string[] | undefined;
}

const shownBars = 10;

export function BarChart({ bars, of, names }: BarChartProps) {
  const t = useInsightTexts();
  const { number, percent } = useChartFormats();
  const [isWhole, setWhole] = useState(false);
  // One bar more is shorter than a button that shows it.
  const isLong = bars.length > shownBars + 1;
  const kind = of.length > 1 ? 'bar-chart compared' : 'bar-chart';
  return (
    <>
      <ul class={isLong && !isWhole ? `${kind} shortened` : kind}>
        {bars.map((bar, index) => (
          <li key={index} class={bar.isRest ? 'rest' : ''}>
            <BarLabel bar={bar} />
            {bar.counts.map((count, series) => (
              <>
                <span class="bar-count">
                  {names !== undefined && <span class="visually-hidden">{names[series]}: </span>}
                  <b>{number(count)}</b> {percent(count, of[series]!)}
                </span>
                <span class={`bar-track series-${series}`}>
                  <i style={{ inlineSize: `${shareOf(count, of[series]!) * 100}%` }} />
                </span>
              </>
            ))}
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

function BarLabel({ bar: { drawn, label, onFilter } }: { bar: Bar }) {
  const t = useInsightTexts();
  const words = <bdi>{drawn ?? label}</bdi>;
  return (
    <span class="bar-label">
      {onFilter === undefined ? (
        words
      ) : (
        <button type="button" class="bar-filter" title={t('onlyThese')} onClick={onFilter}>
          {words}
        </button>
      )}
    </span>
  );
}

export function shareOf(count: number, of: number): number {
  return of === 0 ? 0 : Math.min(1, count / of);
}

export function useBarsPicture(): (bars: readonly Bar[], of: readonly number[]) => BarsPart {
  const { number, percent } = useChartFormats();
  return (bars, of) => ({
    kind: 'bars',
    bars: bars.map(({ label, isRest, counts }) => ({
      label,
      isRest,
      values: counts.map((count, series) => ({
        share: shareOf(count, of[series]!),
        text: `${number(count)} · ${percent(count, of[series]!)}`,
      })),
    })),
  });
}
