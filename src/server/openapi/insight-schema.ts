// JSON Schema of what GET /form/{formId}/insight gives.
import type { DropOff, Insight } from '../../api-types/insight.ts';
import {
  array,
  count,
  either,
  flag,
  number,
  object,
  oneOf,
  orNull,
  type Schema,
  schema,
  text,
  time,
} from './schema-parts.ts';

const label = {
  value: schema<string | number | boolean>({ type: ['string', 'number', 'boolean'] }),
  label: text,
  count,
};
const valueCounts = { values: array(object(label)), otherCount: count };
const placed = object({ ...label, meanPlace: orNull(number), firstCount: count });
const points = array(object({ from: text, count }));
const facts = { path: text, name: text, label: text, type: text, answered: count, outOf: count };

const median = schema<number | null>({
  ...orNull(number),
  description: 'Within about a hundredth where there are very many different numbers.',
});

const counts = {
  entries: count,
  firstTime: orNull(time),
  lastTime: orNull(time),
  overTime: object({ unit: oneOf('day', 'week', 'month', 'year'), points }),
  fields: array(
    either(
      object({ ...facts, kind: oneOf('choice'), isMulti: flag, ...valueCounts, places: array(placed) }, ['places']),
      object({
        ...facts,
        kind: oneOf('number'),
        min: orNull(number),
        max: orNull(number),
        mean: orNull(number),
        median,
        histogram: array(object({ from: number, to: number, count })),
      }),
      object({
        ...facts,
        kind: oneOf('rating'),
        mean: orNull(number),
        values: array(object({ value: schema<number>({ type: 'integer' }), count })),
        otherCount: count,
      }),
      object({
        ...facts,
        kind: oneOf('date'),
        min: orNull(text),
        max: orNull(text),
        unit: oneOf('hour', 'day', 'month', 'year', 'decade', 'century'),
        points,
      }),
      object({ ...facts, kind: oneOf('bool'), values: array(object({ value: flag, count })) }),
      object({
        ...facts,
        kind: oneOf('matrix'),
        questions: array(object({ value: text, label: text, answered: count, ...valueCounts })),
      }),
    ),
  ),
};

const axis = object({ path: text, label: text, isMulti: flag, ...valueCounts });
const cross = object({ answered: count, rows: axis, columns: axis, counts: array(array(count)) });

export const insightSchema: Schema<Insight> = object({ ...counts, compared: object(counts), cross }, [
  'compared',
  'cross',
]);

export const dropOffSchema: Schema<DropOff> = object({
  opened: count,
  started: count,
  sent: count,
  since: orNull(time),
  drafts: object({ count, empty: count, last: array(object({ path: text, label: text, count })) }),
});
