// The answers to two questions against each other.
import { useState } from 'preact/hooks';
import type { CrossAxis, CrossTab, Insight } from '../../api-types/insight.ts';
import { useApp } from '../app-context.ts';
import { SelectField } from '../ui/fields.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { useLoad } from '../use-load.ts';
import { ChartCard } from './chart-card.tsx';
import { useChartFormats } from './chart-formats.ts';
import { isolated, labelOf } from './chart-texts.ts';
import { type Grid, GridChart, gridRows, useGridPicture } from './grid-chart.tsx';
import type { InsightAddress } from './insight-address.ts';
import { useInsightTexts } from './insight-texts.ts';

export interface Question {
  readonly path: string;
  readonly title: string;
}

interface CrossCardProps {
  readonly form: string;
  readonly questions: readonly Question[];
  /** Of the insight that the page shows. */
  readonly query: Readonly<Record<string, string>>;
  readonly address: InsightAddress;
  readonly onChange: (address: InsightAddress) => void;
}

export function CrossCard({ form, questions, query, address, onChange }: CrossCardProps) {
  const { api } = useApp();
  const t = useInsightTexts();
  const { rows, columns } = address;
  const isAsked = rows !== undefined && columns !== undefined;
  const load = useLoad(
    async (signal) =>
      isAsked
        ? (await api.call<Insight>(`/form/${form}/insight`, { query: { ...query, rows, columns }, signal })).cross
        : undefined,
    [form, JSON.stringify(query), rows, columns],
  );
  const choices = [
    { value: '', label: t('choose') },
    ...questions.map(({ path, title }) => ({ value: path, label: title })),
  ];
  const choosers = (
    <div class="cross-choosers">
      <SelectField
        label={t('crossRows')}
        value={rows ?? ''}
        choices={choices}
        onChange={(path) => onChange({ ...address, rows: path || undefined })}
      />
      <SelectField
        label={t('crossColumns')}
        value={columns ?? ''}
        choices={choices}
        onChange={(path) => onChange({ ...address, columns: path || undefined })}
      />
    </div>
  );
  const value = isAsked ? load.value : undefined;
  if (value === undefined) {
    return (
      <ChartCard title={t('cross')} isWide>
        {choosers}
        {load.error !== undefined && <ErrorNotice error={load.error} onRetry={load.reload} />}
        {!isAsked && <p class="quiet-text">{t('crossHint')}</p>}
      </ChartCard>
    );
  }
  return <CrossChart value={value} choosers={choosers} isLoading={load.isLoading} />;
}

type Base = 'row' | 'column' | 'all';

function CrossChart(props: { value: CrossTab; choosers: preact.ComponentChildren; isLoading: boolean }) {
  const { value, choosers, isLoading } = props;
  const t = useInsightTexts();
  const { number } = useChartFormats();
  const drawGrid = useGridPicture();
  const [base, setBase] = useState<Base>('row');
  const grid = useGrid(value, base);
  const title = `${isolated(value.rows.label)} × ${isolated(value.columns.label)}`;
  return (
    <ChartCard
      title={t('cross')}
      note={t('crossAnswered', { count: value.answered })}
      summary={title}
      isWide
      hidesTable
      table={{ head: [value.rows.label, ...grid.head], rows: gridRows(grid, number) }}
      picture={[drawGrid(grid)]}
    >
      {choosers}
      {value.answered === 0 ? (
        <p class="quiet-text">{t('noAnswers')}</p>
      ) : (
        <div class={isLoading ? 'charts-part old' : 'charts-part'}>
          <div class="cross-base">
            <SelectField<Base>
              label={t('sharesOf')}
              value={base}
              choices={(['row', 'column', 'all'] as const).map((one) => ({ value: one, label: t(`shares-${one}`) }))}
              onChange={setBase}
            />
          </div>
          <GridChart title={title} grid={grid} />
          {(value.rows.isMulti || value.columns.isMulti) && <p class="quiet-text">{t('several')}</p>}
        </div>
      )}
    </ChartCard>
  );
}

function useGrid({ answered, rows, columns, counts }: CrossTab, base: Base): Grid {
  const t = useInsightTexts();
  const words = (axis: CrossAxis) => [
    ...axis.values.map((value) =>
      typeof value.value === 'boolean' ? t(value.value ? 'yes' : 'no') : labelOf(value, t('noLabel')),
    ),
    ...(axis.otherCount > 0 ? [t('others')] : []),
  ];
  const totals = (axis: CrossAxis) => [...axis.values.map(({ count }) => count), axis.otherCount];
  const names = words(rows);
  const rowTotals = totals(rows);
  return {
    corner: rows.label,
    head: words(columns),
    rows: counts.map((line, at) => ({
      name: names[at] ?? '',
      total: base === 'all' ? answered : (rowTotals[at] ?? 0),
      counts: line,
    })),
    columnTotals: base === 'column' ? totals(columns) : undefined,
  };
}
