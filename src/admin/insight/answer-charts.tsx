// Charts of answers that are one of a few: choices, yes or no, ratings.
import { type Bar, BarChart, useBarsPicture } from './bar-chart.tsx';
import { ChartCard, type KindProps } from './chart-card.tsx';
import type { ChartTable } from './chart-csv.ts';
import { useChartFormats } from './chart-formats.ts';
import { highest, isolated, labelOf, mostNamed } from './chart-texts.ts';
import { useInsightTexts } from './insight-texts.ts';

export function ChoiceChart({ frame, fields, names, onFilter }: KindProps<'choice'>) {
  const t = useInsightTexts();
  const { percent, list } = useChartFormats();
  const bars = barsOf(fields, (value) => labelOf(value, t('noLabel')), onFilter);
  const rows = withOthers(bars, { label: t('others'), counts: fields.map(({ otherCount }) => otherCount) });
  const most = highest(bars.map(({ label, counts }) => ({ label, count: counts[0]! })));
  const share = percent(most[0]?.count ?? 0, fields[0]!.answered);
  const summary =
    most.length === 0
      ? undefined
      : most.length === 1
        ? t('mostChosen', { label: isolated(most[0]!.label), percent: share })
        : most.length <= mostNamed
          ? t('mostChosenTie', { labels: list(most.map(({ label }) => isolated(label))), percent: share })
          : t('mostChosenMany', { count: most.length, percent: share });
  return (
    <SharesCard frame={frame} summary={summary} first={t('value')} bars={rows} fields={fields} names={names}>
      {fields[0]!.isMulti && <p class="quiet-text">{t(fields[0]!.places ? 'ranked' : 'several')}</p>}
      {fields[0]!.places && <Places places={fields[0]!.places} />}
    </SharesCard>
  );
}

/** Of a ranking: the best placed first. */
function Places({ places }: { places: NonNullable<KindProps<'choice'>['fields'][0]['places']> }) {
  const t = useInsightTexts();
  const { mean } = useChartFormats();
  return (
    <ol class="plain-list">
      {places.map(({ value, label, meanPlace, firstCount }) => (
        <li key={String(value)}>
          <bdi>{label}</bdi>
          {' – '}
          {meanPlace === null ? t('neverPlaced') : t('placed', { mean: mean(meanPlace), count: firstCount })}
        </li>
      ))}
    </ol>
  );
}

export function BoolChart({ frame, fields, names, onFilter }: KindProps<'bool'>) {
  const t = useInsightTexts();
  const { percent } = useChartFormats();
  const bars = barsOf(fields, ({ value }) => t(value ? 'yes' : 'no'), onFilter);
  const yes = bars[0]?.counts[0] ?? 0;
  const summary = t('boolSummary', { percent: percent(yes, fields[0]!.answered) });
  return <SharesCard frame={frame} summary={summary} first={t('value')} bars={bars} fields={fields} names={names} />;
}

export function RatingChart({ frame, fields, names, onFilter }: KindProps<'rating'>) {
  const t = useInsightTexts();
  const { mean } = useChartFormats();
  // A scale that begins at 0 has numbers, not stars.
  const isNumbers = fields[0]!.values[0]?.value === 0;
  const words = (value: number) => (isNumbers ? String(value) : t('stars', { count: value }));
  const top = fields[0]!.values.at(-1)?.value ?? 0;
  // The best first, as people are used to.
  const bars = barsOf(fields, ({ value }) => words(value), onFilter)
    .map((bar, at) => (isNumbers ? bar : { ...bar, drawn: <Stars count={at + 1} of={top} words={bar.label} /> }))
    .reverse();
  const rows = withOthers<Bar>(bars, { label: t('others'), counts: fields.map(({ otherCount }) => otherCount) });
  const means = fields.flatMap((field) => (field.mean === null ? [] : mean(field.mean)));
  const summary =
    means.length === 0
      ? undefined
      : means.length === 1
        ? t('ratingSummary', { mean: means[0]!, max: top })
        : t('ratingCompared', { mean: means[0]!, other: means[1]!, max: top });
  return <SharesCard frame={frame} summary={summary} first={t('rating')} bars={rows} fields={fields} names={names} />;
}

interface SharesCardProps extends Pick<KindProps<'choice'>, 'frame' | 'names'> {
  readonly summary: string | undefined;
  /** What the first column of the table is. */
  readonly first: string;
  readonly bars: readonly Bar[];
  readonly fields: readonly { readonly answered: number }[];
  readonly children?: preact.ComponentChildren;
}

function SharesCard({ frame, summary, first, bars, fields, names, children }: SharesCardProps) {
  const t = useInsightTexts();
  const { number, percent } = useChartFormats();
  const drawBars = useBarsPicture();
  const of = fields.map(({ answered }) => answered);
  const heads = names ?? [undefined];
  const titled = (head: string, name: string | undefined) => (name === undefined ? head : `${head}: ${name}`);
  const table: ChartTable = {
    head: [first, ...heads.flatMap((name) => [titled(t('count'), name), titled(t('part'), name)])],
    rows: bars.map(({ label, counts }) => [
      label,
      ...counts.flatMap((count, series) => [
        { text: number(count), value: count },
        { text: percent(count, of[series]!), value: of[series] === 0 ? 0 : count / of[series]! },
      ]),
    ]),
  };
  return (
    <ChartCard {...frame} summary={summary} table={table} picture={[drawBars(bars, of)]}>
      <BarChart bars={bars} of={of} names={names} />
      {children}
    </ChartCard>
  );
}

interface Counted<Value> {
  readonly values: readonly { readonly value: Value; readonly count: number }[];
}

/** The answers of all views, each once: those of the first in their order, then what only another has. */
function barsOf<Value extends string | number | boolean, Field extends Counted<Value>>(
  fields: readonly Field[],
  words: (value: Field['values'][number]) => string,
  onFilter: ((value: Value) => void) | undefined,
): Bar[] {
  const keyOf = (value: Value) => `${typeof value} ${value}`;
  const found = new Map<string, Field['values'][number]>();
  for (const { values } of fields)
    for (const one of values) if (!found.has(keyOf(one.value))) found.set(keyOf(one.value), one);
  const counts = fields.map(({ values }) => new Map(values.map(({ value, count }) => [keyOf(value), count])));
  return [...found].map(([key, one]) => ({
    label: words(one),
    counts: counts.map((of) => of.get(key) ?? 0),
    onFilter: onFilter && (() => onFilter(one.value)),
  }));
}

/** Answers outside the list stand below it. */
function withOthers<One extends Bar>(bars: readonly One[], others: Bar): readonly Bar[] {
  return others.counts.every((count) => count === 0) ? bars : [...bars, { ...others, isRest: true }];
}

const mostStars = 10;

function Stars({ count, of, words }: { count: number; of: number; words: string }) {
  if (of > mostStars) return <>{words}</>;
  return (
    <>
      <span class="stars" aria-hidden="true">
        {'★'.repeat(Math.max(0, count))}
        <span class="no-stars">{'★'.repeat(Math.max(0, of - count))}</span>
      </span>
      <span class="visually-hidden">{words}</span>
    </>
  );
}
