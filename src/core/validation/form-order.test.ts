// [messages] in form order: rows, nested sections, names with quotes.
import { expect, test } from 'vitest';
import type { Element, JsonObject } from '../definition/form-definition.ts';
import { compileForm } from '../plan/compile-form.ts';
import { compileTools } from '../plan/compile-tools.ts';
import { inFormOrder } from './form-order.ts';
import { validateEntry } from './validate-entry.ts';
import { formOf } from './validation-case.ts';

const field = (name: string): Element => ({ type: 'fInput', name, reqValidator: true });
const plan = compileForm(
  formOf(
    field("it's [0]"),
    {
      type: 'cRepeat',
      name: 'rows',
      repMaxRows: 2,
      children: [field('a'), { type: 'cRepeat', name: 'in', children: [field('b')] }],
    },
    { type: 'cSection', name: 'home', secFlat: false, children: [field('city')] },
    field('last'),
  ),
  compileTools,
);

test('[validation.messages.order] any order comes back to that of the form', () => {
  const input: JsonObject = { rows: [{ in: [{ b: '' }, null] }, null, { a: 'x', in: [{}] }] };
  const { messages } = validateEntry(plan, input, { rules: 'all', context: { cleanHtml: (html) => html } });
  expect(messages.map(({ modelPath }) => modelPath)).toEqual([
    "model['it\\'s [0]']",
    "model['rows']",
    "model['rows'][0]['a']",
    "model['rows'][0]['in'][0]['b']",
    "model['rows'][0]['in'][1]['b']",
    "model['rows'][1]['a']",
    "model['rows'][2]['in'][0]['b']",
    "model['home']['city']",
    "model['last']",
  ]);
  expect(inFormOrder(plan, messages.toReversed())).toEqual(messages);
});

test('[validation.messages.order] one about something the form does not have comes first, and breaks nothing', () => {
  const message = { message: '', type: 'error', value: null } as const;
  const paths = ["model['last']", "model['gone']", 'model', "model['rows'][x"];
  const ordered = inFormOrder(
    plan,
    paths.map((modelPath) => ({ ...message, modelPath })),
  );
  expect(ordered.at(-1)?.modelPath).toBe("model['last']");
});
