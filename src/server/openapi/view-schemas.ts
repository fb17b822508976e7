// JSON Schemas of saved views.
import { array, data, flag, id, number, object, oneOf, schema, text, time } from './schema-parts.ts';

const layout = object(
  {
    widths: schema<Readonly<Record<string, number>>>({ type: 'object', additionalProperties: number }),
    order: array(text),
    isWrapped: flag,
    density: oneOf('comfortable', 'compact'),
  },
  ['widths', 'order', 'isWrapped', 'density'],
);

const state = object(
  {
    status: oneOf('all', 'submitted', 'saved', 'created', 'template', 'render'),
    since: text,
    search: text,
    where: data,
    sort: text,
    columns: array(text),
    layout,
  },
  ['status', 'since', 'search', 'where', 'sort', 'columns', 'layout'],
);

export const viewSchemas = {
  EntryView: object(
    { id, name: text, isShared: flag, by: object({ id, name: text }), createTime: time, modifyTime: time, state },
    ['by'],
  ),
};
