// JSON Schema of what GET /form/{formId}/insight answers: insight.ts says the same in types.
import { array, count, object, type Schema, text } from './schema-parts.ts';

const valueCounts = {
  values: array(object({ value: { type: ['string', 'number', 'boolean'] }, label: text, count })),
  otherCount: count,
};
const maybeNumber: Schema = { type: ['number', 'null'] };
const maybeText: Schema = { type: ['string', 'null'] };
const points = array(object({ from: text, count }));
const ofKind = (kind: string, properties: Record<string, Schema>): Schema =>
  object({ kind: { const: kind }, ...properties });

export const insightSchema: Schema = object({
  entries: count,
  firstTime: { ...maybeText, format: 'date-time' },
  lastTime: { ...maybeText, format: 'date-time' },
  overTime: object({ unit: { type: 'string', enum: ['day', 'week', 'month', 'year'] }, points }),
  fields: array({
    allOf: [
      object({ path: text, name: text, label: text, type: text, answered: count, outOf: count }),
      {
        oneOf: [
          ofKind('choice', { isMulti: { type: 'boolean' }, ...valueCounts }),
          ofKind('number', {
            min: maybeNumber,
            max: maybeNumber,
            mean: maybeNumber,
            median: {
              ...maybeNumber,
              description: 'Within about a hundredth where there are very many different numbers.',
            },
            histogram: array(object({ from: { type: 'number' }, to: { type: 'number' }, count })),
          }),
          ofKind('rating', {
            mean: maybeNumber,
            values: array(object({ value: { type: 'integer' }, count })),
            otherCount: count,
          }),
          ofKind('date', {
            min: maybeText,
            max: maybeText,
            unit: { type: 'string', enum: ['hour', 'day', 'month', 'year', 'decade', 'century'] },
            points,
          }),
          ofKind('bool', { values: array(object({ value: { type: 'boolean' }, count })) }),
          ofKind('matrix', { questions: array(object({ value: text, label: text, answered: count, ...valueCounts })) }),
        ],
      },
    ],
  }),
});
