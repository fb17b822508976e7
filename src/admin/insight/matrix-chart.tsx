// Questions with the same answers: a table whose cells are the darker the more people chose them. Every cell has its number, so
// nothing is expressed by color alone.

import type { MatrixInsight } from '../../api-types/insight.ts';
import { ChartCard } from './chart-card.tsx';
import { useChartFormats } from './chart-formats.ts';
import { type Frame, highest, isolated, labelOf } from './chart-texts.ts';
import { useInsightTexts } from './insight-texts.ts';
import type { FieldOf } from './insight-types.ts';

export function MatrixChart({ frame, field }: { frame: Frame; field: FieldOf<'matrix'> }) {
  const t = useInsightTexts();
  const { number, percent } = useChartFormats();
  const answers = answersOf(field, { value: '', label: t('others') });
  const rows = field.questions.map((question) => ({
    value: question.value,
    name: question.label.trim() || question.value,
    total: question.answered,
    values: answers.map((answer) => ({ ...answer, count: answer.countOf(question) })),
  }));
  const top = highest(rows.map((row) => ({ row, count: highest(row.values)?.count ?? 0 })));
  const best = top && highest(top.row.values);
  const summary =
    top && best && top.count > 0
      ? t('matrixSummary', {
          question: isolated(top.row.name),
          label: isolated(labelOf(best, t('noLabel'))),
          percent: percent(best.count, top.row.total),
        })
      : undefined;
  return (
    <ChartCard {...frame} summary={summary} isWide={answers.length > 4}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard. */}
      <section class="matrix-box" tabIndex={0} aria-label={`${frame.title}. ${t('scrollable')}`}>
        <table class="matrix-chart">
          <thead>
            <tr>
              <th scope="col">
                <span class="visually-hidden">{t('question')}</span>
              </th>
              {answers.map((answer) => (
                <th key={String(answer.value)} scope="col" dir="auto">
                  {labelOf(answer, t('noLabel'))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ value: question, name, values, total }) => (
              <tr key={question}>
                <th scope="row" dir="auto">
                  {name}
                </th>
                {values.map(({ value, count }) => (
                  <td key={String(value)} style={{ '--share': `${total === 0 ? 0 : (count / total) * 40}%` }}>
                    <b>{number(count)}</b>
                    <span>{percent(count, total)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </ChartCard>
  );
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
