// The frame of every chart: what it is about, a summary in words, the chart, and the same numbers as a table.
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { useInsightTexts } from './insight-texts.ts';

export interface ChartTable {
  readonly head: readonly string[];
  /** The first cell names the row. */
  readonly rows: readonly (readonly string[])[];
}

export interface ChartCardProps {
  readonly title: string;
  /** How many answered. */
  readonly note?: string;
  readonly summary?: string | undefined;
  readonly isWide?: boolean;
  /** Missing when the chart is a table already. */
  readonly table?: ChartTable;
  readonly children: ComponentChildren;
}

export function ChartCard({ title, note, summary, isWide, table, children }: ChartCardProps) {
  const t = useInsightTexts();
  const id = useId();
  return (
    <section class={isWide ? 'card chart-card wide' : 'card chart-card'} aria-labelledby={id}>
      <div>
        <h2 id={id}>
          <bdi>{title}</bdi>
        </h2>
        {note !== undefined && <p class="quiet-text">{note}</p>}
      </div>
      {summary !== undefined && <p class="chart-summary">{summary}</p>}
      {children}
      {table !== undefined && (
        <details class="chart-table">
          <summary>{t('asTable')}</summary>
          <NumbersTable title={title} table={table} />
        </details>
      )}
    </section>
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
            {table.head.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(([name, ...cells], index) => (
            <tr key={index}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
