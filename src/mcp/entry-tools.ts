// Tools for entries: list, count, read, submit, and the figures of a form. [mcp.tools] [mcp.bounds]
import { nextCursor } from './form-tools.ts';
import { readBounded } from './read-bounded.ts';
import { type Arguments, entryId, formId, ofPeople, type Tool } from './tool.ts';
import { ToolError } from './tool-error.ts';

const statuses = ['created', 'saved', 'submitted', 'deleted', 'template', 'render'] as const;
/** What an agent can still read; larger pages are asked for again with fewer entries. */
const maxPageLength = 200_000;
/** The same in bytes, when each character is a long one. */
const maxPageBytes = 4 * maxPageLength;

const search = { type: 'string', maxLength: 1000, description: 'Words to find in any answer.' };
const where = {
  type: 'object',
  description:
    'A condition on answers: {"path": "city", "op": "eq", "value": "Haifa"}, or {"and": [...]}, {"or": [...]}. Ops: eq, ne, in, contains, startsWith, empty, notEmpty, lt, lte, gt, gte.',
};
const status = {
  type: 'string',
  enum: ['submitted', 'saved', 'created', 'template'],
  default: 'submitted',
  description: 'submitted: sent; saved and created: drafts.',
};

function selection({ search: words, where: condition, status: wanted = 'submitted' }: Arguments) {
  return {
    query: JSON.stringify({ status: statuses.indexOf(wanted) }),
    ...(words !== undefined && words !== '' && { search: words as string }),
    ...(condition !== undefined && { where: conditionText(condition) }),
  };
}

/** It travels in an address, which has a bound of its own. */
const maxConditionLength = 5_000;

function conditionText(condition: object): string {
  const text = JSON.stringify(condition);
  if (text.length > maxConditionLength)
    throw new ToolError(`The condition has more than ${maxConditionLength} characters.`, ['where']);
  return text;
}

const listEntries: Tool = {
  name: 'list_entries',
  title: 'List entries of a form',
  description: 'Entries of a form, newest first, with their answers. Large ones make pages shorter; `next` leads on.',
  kind: 'reads',
  input: {
    formId,
    search,
    where,
    status,
    sort: {
      type: 'string',
      maxLength: 1000,
      description: 'The path of a field, with a minus before it the other way round.',
    },
    fields: {
      type: 'array',
      items: { type: 'string', maxLength: 500 },
      maxItems: 100,
      description:
        'Only these properties, such as "id" and "data.city". Without it id, numbers, times and all answers.',
    },
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    after: { type: 'string', maxLength: 1000, description: '`next` of the page before.' },
  },
  required: ['formId'],
  run: async (given, { client }, signal) => {
    const {
      fields = ['id', 'submitIdx', 'status', 'submitTime', 'modifyTime', 'data'],
      sort,
      after,
      limit = 20,
    } = given;
    for (let most: number = limit; ; most = Math.max(1, Math.floor(most / 4))) {
      const query = {
        ...selection(given),
        ...{ fields: JSON.stringify(fields), limit: most, ...(sort && { sort }), ...(after && { after }) },
      };
      const params = { path: { formId: given['formId'] }, query };
      const { data, response } = await client.api.GET('/form/{formId}/entries', { params, signal, parseAs: 'stream' });
      const page = (await readBounded(data, maxPageBytes)) as { data: object[] } | undefined;
      if (page !== undefined && JSON.stringify(page.data).length <= maxPageLength)
        return ofPeople({ entries: page.data, next: nextCursor(response) });
      if (most === 1)
        throw new ToolError('One entry alone is too large. Ask for single fields, such as "data.name".', ['fields']);
    }
  },
};

const countEntries: Tool = {
  name: 'count_entries',
  title: 'Count entries of a form',
  description: 'How many entries there are, or match a search or condition. Exact up to 10,000; more: `isMore`.',
  kind: 'reads',
  input: { formId, search, where, status },
  required: ['formId'],
  run: async (given, { client }, signal) => {
    const params = { path: { formId: given['formId'] }, query: selection(given) };
    const { data } = await client.api.GET('/form/{formId}/entries/count', { params, signal });
    return data as object;
  },
};

const getEntry: Tool = {
  name: 'get_entry',
  title: 'Read an entry',
  description: 'One entry with its answers and its history.',
  kind: 'reads',
  input: { entryId },
  required: ['entryId'],
  run: async (given, { client }, signal) => {
    const params = { path: { entryId: given['entryId'] } };
    const { data } = await client.api.GET('/entry/{entryId}', { params, signal, parseAs: 'stream' });
    const read = (await readBounded(data, maxPageBytes)) as Record<string, unknown> | undefined;
    // The links open a draft without a credential: nothing that belongs into an agent's memory.
    const { bewit: _, resumeUrlBewit: __, ...entry } = read ?? {};
    if (read === undefined || JSON.stringify(entry).length > maxPageLength)
      throw new ToolError('The entry is too large. Use list_entries with single fields.', ['entryId']);
    return ofPeople({ entry });
  },
};

const submitEntry: Tool = {
  name: 'submit_entry',
  title: 'Submit an entry',
  description:
    'Fills in a form. `data` has a value for each field by its name. What breaks a rule stores nothing and comes back as `items`. Emails of the form are sent unless skipEmails is true.',
  kind: 'writes',
  input: {
    formId,
    data: { type: 'object', description: 'Answers by the names of fields.' },
    skipEmails: { type: 'boolean', default: false },
    idempotencyKey: {
      type: 'string',
      minLength: 16,
      maxLength: 255,
      pattern: '^[!-~]+$',
      description: 'The same key and data make one entry, however often they are sent.',
    },
  },
  required: ['formId', 'data'],
  run: async ({ formId: form, data, skipEmails, idempotencyKey }, { client }, signal) => {
    const entry = { form, data, ...(skipEmails !== undefined && { skipEmails }) };
    const options = { signal, ...(idempotencyKey !== undefined && { idempotencyKey }) };
    const made = await client.entries.submit(entry, options);
    const { id, submitIdx, submitTime, data: stored } = made.entry;
    return ofPeople({ entryId: id, submitIdx, submitTime, data: stored });
  },
};

const insight: Tool = {
  name: 'insight',
  title: 'Figures of a form',
  description:
    'How many entries came when, and how often each answer was given. Texts, files and signatures are not counted.',
  kind: 'reads',
  input: {
    formId,
    from: { type: 'string', maxLength: 40, description: 'A day such as 2026-05-04, included.' },
    to: { type: 'string', maxLength: 40, description: 'A day, included.' },
    search,
    where,
  },
  required: ['formId'],
  run: async ({ formId: id, from, to, search: words, where: condition }, { client }, signal) => {
    const query = {
      ...{ ...(from && { from }), ...(to && { to }), ...(words && { search: words }) },
      ...(condition !== undefined && { where: conditionText(condition) }),
    };
    const { data } = await client.api.GET('/form/{formId}/insight', {
      params: { path: { formId: id }, query },
      signal,
    });
    return ofPeople({ insight: data as object });
  },
};

const deleteEntry: Tool = {
  name: 'delete_entry',
  title: 'Delete an entry',
  description: 'Deletes one entry for ever.',
  kind: 'deletes',
  input: { entryId },
  required: ['entryId'],
  run: async ({ entryId: id }, { client }, signal) => {
    await client.api.DELETE('/entry/{entryId}', { params: { path: { entryId: id } }, signal });
    return { deleted: id };
  },
};

export const entryTools: readonly Tool[] = [listEntries, countEntries, getEntry, submitEntry, insight, deleteEntry];
