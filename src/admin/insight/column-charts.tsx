// Charts of answers along a line: numbers and dates. Of two views each has a chart of its own, since their steps may differ.
import type { ComponentChildren } from 'preact';
import { ChartCard, type KindProps } from './chart-card.tsx';
import type { ChartTable, TableCell } from './chart-csv.ts';
import { useChartFormats } from './chart-formats.ts';
import type { ColumnsPart } from './chart-picture.ts';
import { highest, mostNamed } from './chart-texts.ts';
import { type ChartColumn, ColumnChart, columnsPicture } from './column-chart.tsx';
import { useInsightTexts } from './insight-texts.ts';

export function NumberChart({ frame, fields, names }: KindProps<'number'>) {
  const t = useInsightTexts();
  const { number, mean, percent } = useChartFormats();
  const intervalText = ({ from, to }: { from: number; to: number }) =>
    from === to ? number(from) : t('upTo', { from: number(from), to: number(to) });
  const series = fields.map(({ histogram, answered, min, max, median, mean: average }) => ({
    columns: histogram.map((bin) => ({ short: number(bin.from), long: intervalText(bin), count: bin.count })),
    cells: ({ count }: ChartColumn): TableCell[] => [
      { text: percent(count, answered), value: answered === 0 ? 0 : count / answered },
    ],
    facts: {
      min: number(min ?? 0),
      median: mean(median ?? 0),
      mean: mean(average ?? 0),
      max: number(max ?? 0),
    },
    answered,
  }));
  return (
    <SeriesCard
      frame={frame}
      names={names}
      summary={names === undefined ? t('numberSummary', series[0]!.facts) : undefined}
      heads={[t('interval'), t('count'), t('part')]}
      series={series}
      below={({ facts, answered }) =>
        answered > 0 && (
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
        )
      }
    />
  );
}

export function DateChart({ frame, fields, names }: KindProps<'date'>) {
  const t = useInsightTexts();
  const { columnsOf, list } = useChartFormats();
  const series = fields.map(({ points, unit }) => ({ columns: columnsOf(points, unit) }));
  const most = highest(series[0]!.columns);
  const when = most.map(({ long }) => long);
  const summary =
    most.length === 0
      ? undefined
      : most.length === 1
        ? t('dateSummary', { when: when[0]!, most: most[0]!.count })
        : most.length <= mostNamed
          ? t('dateTie', { when: list(when), most: most[0]!.count })
          : t('dateMany', { count: most.length, most: most[0]!.count });
  return <SeriesCard frame={frame} names={names} summary={summary} heads={[t('when'), t('count')]} series={series} />;
}

export interface Series {
  readonly columns: readonly ChartColumn[];
  /** Further cells of a row. */
  readonly cells?: (column: ChartColumn) => readonly TableCell[];
}

interface SeriesCardProps<One extends Series> {
  readonly frame: { readonly title: string; readonly note?: string; readonly legend?: readonly string[] | undefined };
  readonly names?: readonly string[] | undefined;
  readonly summary: string | undefined;
  readonly heads: readonly string[];
  readonly series: readonly One[];
  readonly isTall?: boolean;
  readonly isWide?: boolean;
  readonly above?: ComponentChildren;
  readonly below?: (one: One) => ComponentChildren;
}

export function SeriesCard<One extends Series>(props: SeriesCardProps<One>) {
  const { frame, names, summary, heads, series, isTall, isWide, above, below } = props;
  const t = useInsightTexts();
  const { number } = useChartFormats();
  const table: ChartTable = {
    head: names === undefined ? heads : [t('view'), ...heads],
    rows: series.flatMap(({ columns, cells }, at) =>
      columns.map((column) => [
        ...(names === undefined ? [] : [names[at]!]),
        column.long,
        { text: number(column.count), value: column.count },
        ...(cells?.(column) ?? []),
      ]),
    ),
  };
  const picture = series.map(
    ({ columns }, at): ColumnsPart => ({ ...columnsPicture(columns, number), caption: names?.[at], series: at }),
  );
  return (
    <ChartCard {...frame} summary={summary} table={table} picture={picture} {...(isWide && { isWide })}>
      {above}
      {series.map((one, at) => (
        <div key={at} class={`chart-series series-${at}`}>
          {names !== undefined && (
            <h3 class="series-name">
              <bdi>{names[at]}</bdi>
            </h3>
          )}
          {one.columns.length === 0 ? (
            <p class="quiet-text">{t('noAnswers')}</p>
          ) : (
            <ColumnChart columns={one.columns} {...(isTall && { isTall })} />
          )}
          {below?.(one)}
        </div>
      ))}
    </ChartCard>
  );
}
