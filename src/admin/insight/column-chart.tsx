// Numbers along a line: columns, or an area under a line when there are too many for columns. Decoration for those who see; the
// card around it has the words and the table.
import { useChartFormats } from './chart-formats.ts';
import type { ColumnsPart } from './chart-picture.ts';
import { countScale, labelPlaces } from './chart-scale.ts';

export interface ChartColumn {
  readonly short: string;
  readonly long: string;
  readonly count: number;
}

const mostColumns = 64;
const mostLabels = 7;

export function ColumnChart({ columns, isTall }: { columns: readonly ChartColumn[]; isTall?: boolean }) {
  const { number } = useChartFormats();
  const scale = countScale(columns.reduce((max, { count }) => Math.max(max, count), 0));
  const top = scale.at(-1)!;
  const labels = labelPlaces(columns.length, mostLabels);
  return (
    <div class={isTall ? 'column-chart tall' : 'column-chart'} aria-hidden="true">
      <div class="chart-scale">
        {[...scale].reverse().map((line) => (
          <span key={line}>{number(line)}</span>
        ))}
      </div>
      <div class="chart-field">
        <div class="chart-lines">
          {scale.map((line) => (
            <span key={line} />
          ))}
        </div>
        {columns.length > mostColumns ? <Area columns={columns} top={top} /> : <Columns columns={columns} top={top} />}
      </div>
      <div class="chart-labels">
        {columns.map(
          ({ short }, index) =>
            labels.has(index) && (
              <span key={index} style={{ insetInlineStart: `${((index + 0.5) / columns.length) * 100}%` }}>
                {short}
              </span>
            ),
        )}
      </div>
    </div>
  );
}

interface FieldProps {
  readonly columns: readonly ChartColumn[];
  readonly top: number;
}

function Columns({ columns, top }: FieldProps) {
  const { number } = useChartFormats();
  return (
    <div class="chart-columns">
      {columns.map(({ long, count }, index) => (
        <span key={index} title={`${long}: ${number(count)}`}>
          <i style={{ blockSize: `${(count / top) * 100}%` }} />
        </span>
      ))}
    </div>
  );
}

/** The line turns round with the page's direction, by its style. */
function Area({ columns, top }: FieldProps) {
  const height = 100;
  const points = columns.map(({ count }, index) => `${index + 0.5},${height - (count / top) * height}`).join(' ');
  const last = columns.length - 0.5;
  return (
    <svg
      class="chart-area"
      viewBox={`0 0 ${columns.length} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <polygon points={`0.5,${height} ${points} ${last},${height}`} />
      <polyline points={points} />
    </svg>
  );
}

/** The same for a picture. */
export function columnsPicture(columns: readonly ChartColumn[], number: (value: number) => string): ColumnsPart {
  const scale = countScale(columns.reduce((max, { count }) => Math.max(max, count), 0));
  return {
    kind: 'columns',
    columns,
    scale: scale.map((value) => ({ value, text: number(value) })),
    labelled: labelPlaces(columns.length, mostLabels),
  };
}
