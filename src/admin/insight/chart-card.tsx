// The frame of every chart: what it is about, a summary in words, the chart, the same numbers as a table, and all of it as a file.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import type { FieldInsight } from '../../api-types/insight.ts';
import { directionOf } from '../../core/locale/locale.ts';
import { useApp } from '../app-context.ts';
import { Menu } from '../ui/menu.tsx';
import type { ChartTable, TableCell } from './chart-csv.ts';
import type { PicturePart } from './chart-picture.ts';
import { useInsightTexts } from './insight-texts.ts';
import type { FieldOf } from './insight-types.ts';
import { type ChartFile, saveChart } from './save-chart.ts';

export interface FieldChartProps {
  /** Of each view. */
  readonly fields: readonly FieldInsight[];
  readonly names?: readonly string[] | undefined;
  /** Shows only the entries with this answer. */
  readonly onFilter?: ((value: string | number | boolean) => void) | undefined;
}

/** What the charts of each kind are given. */
export interface KindProps<Kind extends FieldInsight['kind']> extends Pick<FieldChartProps, 'names' | 'onFilter'> {
  readonly frame: { readonly title: string; readonly note: string; readonly legend?: readonly string[] | undefined };
  readonly fields: readonly FieldOf<Kind>[];
}

export interface ChartCardProps {
  readonly title: string;
  /** How many answered. */
  readonly note?: string | undefined;
  readonly summary?: string | undefined;
  readonly isWide?: boolean;
  readonly table?: ChartTable;
  /** The chart is a table already: its numbers are only for files. */
  readonly hidesTable?: boolean;
  /** What a picture of the chart shows; missing where there is nothing to save. */
  readonly picture?: readonly PicturePart[];
  /** The names of two views that are compared. */
  readonly legend?: readonly string[] | undefined;
  readonly children: ComponentChildren;
}

export function ChartCard(props: ChartCardProps) {
  const { title, note, summary, isWide, table, hidesTable, picture, children } = props;
  const t = useInsightTexts();
  const id = useId();
  return (
    <section class={isWide ? 'card chart-card wide' : 'card chart-card'} aria-labelledby={id}>
      <div class="chart-head">
        <div>
          <h2 id={id}>
            <bdi>{title}</bdi>
          </h2>
          {note !== undefined && <p class="quiet-text">{note}</p>}
        </div>
        {table !== undefined && picture !== undefined && <SaveMenu {...props} table={table} picture={picture} />}
      </div>
      {summary !== undefined && <p class="chart-summary">{summary}</p>}
      {children}
      {table !== undefined && !hidesTable && (
        <details class="chart-table">
          <summary>{t('asTable')}</summary>
          <NumbersTable title={title} table={table} />
        </details>
      )}
    </section>
  );
}

type Savable = ChartCardProps & Required<Pick<ChartCardProps, 'table' | 'picture'>>;

function SaveMenu({ title, note, summary, legend, table, picture: parts }: Savable) {
  const { locale } = useApp();
  const t = useInsightTexts();
  const save = (file: ChartFile) =>
    void saveChart(file, { table, picture: { title, note, summary, legend, parts } }, directionOf(locale));
  return (
    <Menu
      label={t('saveChart', { title })}
      icon="download"
      isIconOnly
      items={(['png', 'svg', 'csv'] as const).map((file) => ({ label: t(file), onSelect: () => save(file) }))}
    />
  );
}

function NumbersTable({ title, table }: { title: string; table: ChartTable }) {
  const t = useInsightTexts();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard.
    <section class="chart-table-box" tabIndex={0} aria-label={`${title}. ${t('scrollable')}`}>
      <table class="table">
        <thead>
          <tr>
            {table.head.map((head, index) => (
              <th key={index} scope="col">
                <bdi>{head}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([name, ...cells], index) => (
            <tr key={index}>
              <th scope="row">
                <bdi>{name && cellText(name)}</bdi>
              </th>
              {cells.map((cell, at) => (
                <td key={at}>{cellText(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const cellText = (cell: TableCell) => (typeof cell === 'string' ? cell : cell.text);
