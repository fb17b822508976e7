// A table whose cells are the darker the larger their share. Every cell has its number, so nothing is expressed by color alone.
import { useChartFormats } from './chart-formats.ts';
import type { GridPart } from './chart-picture.ts';
import { useInsightTexts } from './insight-texts.ts';

export interface Grid {
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    /** What the shares of its cells are of. */
    readonly total: number;
    readonly counts: readonly number[];
  }[];
  /** Shares are of other totals than the rows': by column. */
  readonly columnTotals?: readonly number[] | undefined;
  /** What the names of the rows are. */
  readonly corner: string;
}

export function GridChart({ title, grid }: { title: string; grid: Grid }) {
  const t = useInsightTexts();
  const { number, percent } = useChartFormats();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard.
    <section class="matrix-box" tabIndex={0} aria-label={`${title}. ${t('scrollable')}`}>
      <table class="matrix-chart">
        <thead>
          <tr>
            <th scope="col">
              <span class="visually-hidden">{grid.corner}</span>
            </th>
            {grid.head.map((head, at) => (
              <th key={at} scope="col" dir="auto">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {grid.rows.map(({ name, counts }, row) => (
            <tr key={row}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {counts.map((count, column) => (
                <td key={column} style={{ '--share': `${shareAt(grid, row, column) * 40}%` }}>
                  <b>{number(count)}</b>
                  <span>{percent(shareAt(grid, row, column), 1)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function shareAt({ rows, columnTotals }: Grid, row: number, column: number): number {
  const total = columnTotals?.[column] ?? rows[row]!.total;
  return total === 0 ? 0 : rows[row]!.counts[column]! / total;
}

export function useGridPicture(): (grid: Grid, caption?: string) => GridPart {
  const { number, percent } = useChartFormats();
  return (grid, caption) => ({
    kind: 'grid',
    caption,
    head: grid.head,
    rows: grid.rows.map(({ name, counts }, row) => ({
      name,
      cells: counts.map((count, column) => {
        const share = shareAt(grid, row, column);
        return { share, lines: [number(count), percent(share, 1)] };
      }),
    })),
  });
}

/** The numbers for a file: counts only, since shares follow from them. */
export function gridRows({ rows }: Grid, number: (value: number) => string) {
  return rows.map(({ name, counts }) => [name, ...counts.map((value) => ({ text: number(value), value }))]);
}
