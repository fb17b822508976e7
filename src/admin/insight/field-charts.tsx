// The chart of one field, by the kind of its answers; of two views beside each other, where two are compared.

import { BoolChart, ChoiceChart, RatingChart } from './answer-charts.tsx';
import { ChartCard, type FieldChartProps } from './chart-card.tsx';
import { DateChart, NumberChart } from './column-charts.tsx';
import { useInsightTexts } from './insight-texts.ts';
import { MatrixChart } from './matrix-chart.tsx';

export function FieldChart({ fields, names, onFilter }: FieldChartProps) {
  const t = useInsightTexts();
  const field = fields[0]!;
  const notes = fields.map(({ answered, outOf }) => t('answers', { answered, entries: outOf }));
  const frame = { title: field.label.trim() || field.name, note: notes.join(' · '), legend: names };
  if (fields.every(({ answered }) => answered === 0)) return <ChartCard {...frame}>{t('noAnswers')}</ChartCard>;
  const shared = { frame, fields: fields as never, names, onFilter };
  switch (field.kind) {
    case 'choice':
      return <ChoiceChart {...shared} />;
    case 'bool':
      return <BoolChart {...shared} />;
    case 'rating':
      return <RatingChart {...shared} />;
    case 'number':
      return <NumberChart {...shared} />;
    case 'date':
      return <DateChart {...shared} />;
    case 'matrix':
      return <MatrixChart {...shared} />;
  }
}
