// Questions with the same answers, as a table.
import type { MatrixInsight } from '../../api-types/insight.ts';
import { ChartCard, type KindProps } from './chart-card.tsx';
import { useChartFormats } from './chart-formats.ts';
import { highest, isolated, labelOf, mostNamed } from './chart-texts.ts';
import { type Grid, GridChart, gridRows, useGridPicture } from './grid-chart.tsx';
import { useInsightTexts } from './insight-texts.ts';
import type { FieldOf } from './insight-types.ts';

export function MatrixChart({ frame, fields, names }: KindProps<'matrix'>) {
  const t = useInsightTexts();
  const { number } = useChartFormats();
  const drawGrid = useGridPicture();
  const grids = fields.map((field) => gridOf(field, t));
  const summary = useMatrixSummary(grids[0]!);
  const isWide = grids.some(({ head }) => head.length > 4);
  return (
    <ChartCard
      {...frame}
      summary={summary}
      {...(isWide && { isWide })}
      hidesTable
      table={{
        head: [...(names === undefined ? [] : [t('view')]), t('question'), ...grids[0]!.head],
        rows: grids.flatMap((grid, at) =>
          gridRows(grid, number).map((row) => (names === undefined ? row : [names[at]!, ...row])),
        ),
      }}
      picture={grids.map((grid, at) => drawGrid(grid, names?.[at]))}
    >
      {grids.map((grid, at) => (
        <div key={at} class={`chart-series series-${at}`}>
          {names !== undefined && (
            <h3 class="series-name">
              <bdi>{names[at]}</bdi>
            </h3>
          )}
          <GridChart title={names === undefined ? frame.title : `${frame.title}, ${names[at]}`} grid={grid} />
        </div>
      ))}
    </ChartCard>
  );
}

/** What was answered most often to which question; all of them where several are equal. */
function useMatrixSummary({ head, rows }: Grid): string | undefined {
  const t = useInsightTexts();
  const { percent, list } = useChartFormats();
  const cells = rows.flatMap(({ name, total, counts }) =>
    counts.map((count, at) => ({ question: isolated(name), label: isolated(head[at]!), count, total })),
  );
  const most = highest(cells);
  const [first] = most;
  if (first === undefined) return undefined;
  const { question, label, count, total } = first;
  if (most.length === 1) return t('matrixSummary', { question, label, percent: percent(count, total) });
  if (most.length > mostNamed) return t('matrixMany', { count: most.length, times: count });
  const pairs = most.map((one) => t('matrixPair', { question: one.question, label: one.label }));
  return t('matrixTie', { pairs: list(pairs), times: count });
}

function gridOf(field: FieldOf<'matrix'>, t: ReturnType<typeof useInsightTexts>): Grid {
  const answers = answersOf(field, { value: '', label: t('others') });
  return {
    corner: t('question'),
    head: answers.map((answer) => labelOf(answer, t('noLabel'))),
    rows: field.questions.map((question) => ({
      name: question.label.trim() || question.value,
      total: question.answered,
      counts: answers.map(({ countOf }) => countOf(question)),
    })),
  };
}

type Question = MatrixInsight['questions'][number];

/** The answers of all questions, and the rest in a column of its own where there is one. */
function answersOf({ questions }: MatrixInsight, others: { value: string; label: string }) {
  const labels = new Map(questions.flatMap(({ values }) => values.map(({ value, label }) => [value, label] as const)));
  const answers = [...labels].map(([value, label]) => ({
    value,
    label,
    countOf: (question: Question) => question.values.find((one) => one.value === value)?.count ?? 0,
  }));
  const hasOthers = questions.some(({ otherCount }) => otherCount > 0);
  return hasOthers ? [...answers, { ...others, countOf: (question: Question) => question.otherCount }] : answers;
}
