import { expect, test } from 'vitest';
import { file } from '../../../test/cases/file-cases.ts';
import { cases } from '../../../test/cases/validation-cases.ts';
import type { JsonObject } from '../definition/form-definition.ts';
import { compileTemplate } from '../text/template.ts';
import { validateEntry } from '../validation/validate-entry.ts';
import { formOf, text } from '../validation/validation-case.ts';
import { compileForm } from './compile-form.ts';
import { compileTools } from './compile-tools.ts';
import { fileSizeMessage, filesIn, foreignFileMessage } from './files-in-entry.ts';
import { inspectEntry } from './inspect-entry.ts';
import { modelScope } from './model-scope.ts';

const form = formOf(
  text('a'),
  { type: 'cSection', name: 's', secFlat: false, secCollapse: true, children: [text('b')] },
  { type: 'cRepeat', name: 'r', children: [text('c'), { type: 'fFile', name: 'f' }] },
  { type: 'cRepeat', name: 'none', children: [text('d')] },
);

test('[expressions.names] the model has every declared field, null when empty, and no screen state', () => {
  const scope = modelScope(
    compileForm(form, compileTools),
    { s: { __isCollapsed: true }, r: [{ c: 'x' }, null] },
    { entry: { id: '1' } },
  );
  expect({ model: scope['model'], data: scope['data'] }).toEqual({
    model: {
      a: null,
      s: { b: null },
      r: [
        { c: 'x', f: null },
        { c: null, f: null },
      ],
      none: null,
    },
    data: { entry: { id: '1' }, form: null },
  });
  expect(compileTemplate('{{ { id: data.entry.id, a: model.a } | json:0 }}', { mode: 'text' }).render(scope)).toBe(
    '{"id":"1","a":null}',
  );
});

test('[files.object] the files of an entry with their places, and what the server says of them', () => {
  const plan = compileForm(form, compileTools);
  const files = filesIn(plan, { r: [null, { f: [file(), file({ size: 5 })] }] });
  expect(files.map(({ modelPath, element, file: { size } }) => [modelPath, element.name, size])).toEqual([
    ["model['r'][1]['f']", 'f', 1000],
    ["model['r'][1]['f']", 'f', 5],
  ]);
  const about = { modelPath: "model['r'][1]['f']", type: 'error', value: [file(), file({ size: 5 })] };
  expect(fileSizeMessage(plan, files[1]!, 7)).toEqual({
    ...about,
    message: 'Reported size 5 does not match actual size 7',
  });
  expect(foreignFileMessage(plan, files[0]!)).toEqual({ ...about, message: 'Invalid data type.' });
});

test('[validation.relevant] what a page shows: elements, content and tabs by their place in the definition, per row', () => {
  const plan = compileForm(
    formOf(
      text('a'),
      { type: 'eText', name: 't', relevant: 'model.a' },
      { type: 'cTabs', name: 'tabs', tabs: [{ relevant: 'model.a' }, {}], children: [[], []] },
      { type: 'cRepeat', name: 'r', children: [text('b'), text('c', { relevant: 'row.b' })] },
    ),
    compileTools,
  );
  const { isHidden } = inspectEntry(plan, { r: [{ b: 'x' }, {}] }, { cleanHtml: (html) => html });
  const children = 'formSchema.rootElem.children';
  expect(isHidden(`${children}.0`)).toBe(false);
  expect(isHidden(`${children}.1`)).toBe(true);
  expect(isHidden(`${children}.2.tabs.0`)).toBe(true);
  expect(isHidden(`${children}.2.tabs.1`)).toBe(false);
  expect(isHidden(`${children}.3.children.1`, "model['r'][0]")).toBe(false);
  expect(isHidden(`${children}.3.children.1`, "model['r'][1]")).toBe(true);
});

test.each(cases.filter(({ rules }) => rules !== 'types'))(
  '[validation.same-on-page] one reading tells the same as three: $title',
  (one) => {
    const plan = compileForm(one.form, compileTools);
    const context = { cleanHtml: (html: string) => html };
    const { check, model } = inspectEntry(plan, one.input as JsonObject, context);
    const { remoteChecks, ...expected } = validateEntry(plan, one.input, { rules: 'all', context });
    expect(check).toMatchObject(expected);
    expect(check.remoteChecks.map(({ url, qs }) => [url, qs])).toEqual(remoteChecks.map(({ url, qs }) => [url, qs]));
    expect(model).toEqual(modelScope(plan, expected.data, {})['model']);
  },
);
