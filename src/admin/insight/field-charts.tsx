// The chart of one field, by the kind of its answers.

import type { FieldInsight } from '../../api-types/insight.ts';
import { type Bar, BarChart } from './bar-chart.tsx';
import { ChartCard, type ChartTable } from './chart-card.tsx';
import { useChartFormats } from './chart-formats.ts';
import { type Frame, highest, isolated, labelOf } from './chart-texts.ts';
import { ColumnChart } from './column-chart.tsx';
import { useInsightTexts } from './insight-texts.ts';
import type { FieldOf } from './insight-types.ts';
import { MatrixChart } from './matrix-chart.tsx';

export function FieldChart({ field }: { field: FieldInsight }) {
  const t = useInsightTexts();
  const frame = {
    title: field.label.trim() || field.name,
    note: t('answers', { answered: field.answered, entries: field.outOf }),
  };
  if (field.answered === 0) return <ChartCard {...frame}>{t('noAnswers')}</ChartCard>;
  switch (field.kind) {
    case 'choice':
      return <ChoiceChart frame={frame} field={field} />;
    case 'bool':
      return <BoolChart frame={frame} field={field} />;
    case 'rating':
      return <RatingChart frame={frame} field={field} />;
    case 'number':
      return <NumberChart frame={frame} field={field} />;
    case 'date':
      return <DateChart frame={frame} field={field} />;
    case 'matrix':
      return <MatrixChart frame={frame} field={field} />;
  }
}

function useSharesTable(heads: { first: string }) {
  const t = useInsightTexts();
  const { number, percent } = useChartFormats();
  return (rows: readonly { label: string; count: number }[], of: number): ChartTable => ({
    head: [heads.first, t('count'), t('part')],
    rows: rows.map(({ label, count }) => [label, number(count), percent(count, of)]),
  });
}

function ChoiceChart({ frame, field }: { frame: Frame; field: FieldOf<'choice'> }) {
  const t = useInsightTexts();
  const { percent } = useChartFormats();
  const tableOf = useSharesTable({ first: t('value') });
  const { answered, values, otherCount } = field;
  const bars = values.map((value) => ({ label: labelOf(value, t('noLabel')), count: value.count }));
  const rows = withOthers(bars, { label: t('others'), count: otherCount });
  const most = highest(bars);
  return (
    <ChartCard
      {...frame}
      summary={
        most && most.count > 0
          ? t('mostChosen', { label: isolated(most.label), percent: percent(most.count, answered) })
          : undefined
      }
      table={tableOf(rows, answered)}
    >
      <BarChart bars={rows} of={answered} />
      {field.isMulti && <p class="quiet-text">{t('several')}</p>}
    </ChartCard>
  );
}

/** Answers outside the list stand below it. */
function withOthers<Row extends { readonly count: number }>(
  rows: readonly Row[],
  others: Row,
): readonly (Row & { isRest?: boolean })[] {
  return others.count === 0 ? rows : [...rows, { ...others, isRest: true }];
}

function BoolChart({ frame, field }: { frame: Frame; field: FieldOf<'bool'> }) {
  const t = useInsightTexts();
  const { percent } = useChartFormats();
  const tableOf = useSharesTable({ first: t('value') });
  const countOf = (wanted: boolean) => field.values.find(({ value }) => value === wanted)?.count ?? 0;
  const bars = [
    { label: t('yes'), count: countOf(true) },
    { label: t('no'), count: countOf(false) },
  ];
  return (
    <ChartCard
      {...frame}
      summary={t('boolSummary', { percent: percent(countOf(true), field.answered) })}
      table={tableOf(bars, field.answered)}
    >
      <BarChart bars={bars} of={field.answered} />
    </ChartCard>
  );
}

function RatingChart({ frame, field }: { frame: Frame; field: FieldOf<'rating'> }) {
  const t = useInsightTexts();
  const { mean } = useChartFormats();
  const tableOf = useSharesTable({ first: t('rating') });
  // The best first, as people are used to.
  const values = [...field.values].sort((one, two) => two.value - one.value);
  const top = values[0]?.value ?? 0;
  const words = (value: number) => t('stars', { count: value });
  const others = { label: t('others'), count: field.otherCount };
  const bars = values.map(({ value, count }) => ({
    label: <Stars count={value} of={top} words={words(value)} />,
    count,
  }));
  const rows = values.map(({ value, count }) => ({ label: words(value), count }));
  return (
    <ChartCard
      {...frame}
      summary={field.mean === null ? undefined : t('ratingSummary', { mean: mean(field.mean), max: top })}
      table={tableOf(withOthers(rows, others), field.answered)}
    >
      <BarChart bars={withOthers<Bar>(bars, others)} of={field.answered} />
    </ChartCard>
  );
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

function NumberChart({ frame, field }: { frame: Frame; field: FieldOf<'number'> }) {
  const t = useInsightTexts();
  const { number, mean, percent } = useChartFormats();
  const { min, max, median, answered, histogram } = field;
  const facts = {
    min: number(min ?? 0),
    max: number(max ?? 0),
    median: mean(median ?? 0),
    mean: mean(field.mean ?? 0),
  };
  const intervalText = ({ from, to }: { from: number; to: number }) =>
    from === to ? number(from) : t('upTo', { from: number(from), to: number(to) });
  return (
    <ChartCard
      {...frame}
      summary={t('numberSummary', facts)}
      table={{
        head: [t('interval'), t('count'), t('part')],
        rows: histogram.map((bin) => [intervalText(bin), number(bin.count), percent(bin.count, answered)]),
      }}
    >
      <ColumnChart
        columns={histogram.map((bin) => ({ short: number(bin.from), long: intervalText(bin), count: bin.count }))}
      />
      <dl class="chart-facts">
        {(['min', 'median', 'mean', 'max'] as const).map((key) => (
          <div key={key}>
            <dt>{t(key)}</dt>
            <dd>
              <bdi>{facts[key]}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </ChartCard>
  );
}

function DateChart({ frame, field }: { frame: Frame; field: FieldOf<'date'> }) {
  const t = useInsightTexts();
  const { columnsOf, number } = useChartFormats();
  const columns = columnsOf(field.points, field.unit);
  const most = highest(columns);
  return (
    <ChartCard
      {...frame}
      summary={most && t('dateSummary', { when: most.long, most: most.count })}
      table={{ head: [t('when'), t('count')], rows: columns.map(({ long, count }) => [long, number(count)]) }}
    >
      <ColumnChart columns={columns} />
    </ChartCard>
  );
}
