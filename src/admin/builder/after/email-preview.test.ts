import { expect, test } from 'vitest';
import { checkForm } from '../../../core/definition/check-form.ts';
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { compileForm } from '../../../core/plan/compile-form.ts';
import { compileTools } from '../../../core/plan/compile-tools.ts';
import { validateEntry } from '../../../core/validation/validate-entry.ts';
import { makeSample } from '../../sample/make-sample.ts';
import { fieldNames } from '../expressions/expression-names.ts';
import { conditionHolds, previewEmail } from './email-preview.ts';
import { emailRecipe } from './email-recipes.ts';
import { sampleScope } from './sample-scope.ts';

const children = [
  { type: 'fInput', name: 'name', label: 'Your <b>name</b> {{ x }}' },
  { type: 'fInput', name: 'email', validators: ['str/email'] },
  { type: 'fInput', name: 'age', typeValidator: 'num', validators: [{ type: 'num/min', value: 18 }] },
  { type: 'fDate', name: 'day' },
  { type: 'fDate', name: 'time', typeValidator: { type: 'date', mode: 't' } },
  { type: 'fBool', name: 'yes' },
  { type: 'fSelect', name: 'one', options: [['a', 'A'], 'b'] },
  { type: 'fSelect', name: 'remote', options: { url: '/x' } },
  { type: 'fCheckbox', name: 'many', options: ['a', 'b', 'c'] },
  { type: 'fFile', name: 'files' },
  { type: 'fSign', name: 'sign' },
  { type: 'fRate', name: 'stars' },
  { type: 'fColor', name: 'color' },
  { type: 'fDoc', name: 'doc' },
  { type: 'fLngTxt', name: 'long' },
  { type: 'fMatrix', name: 'matrix', matrixQuestions: ['p', 'q'], options: ['good', 'bad'] },
  { type: 'cSection', name: 'address', secFlat: false, children: [{ type: 'fInput', name: 'city' }] },
  { type: 'cRepeat', name: 'items', children: [{ type: 'fInput', name: 'product' }] },
  { type: 'cRow', name: 'row', children: [[{ type: 'fInput', name: 'left' }], [{ type: 'fInput', name: 'right' }]] },
] as Element[];
const definition: FormDefinition = {
  name: 'Order',
  formSchema: { rootElem: { type: 'cSection', name: 'root', children } },
};
const place = { formId: 'f'.repeat(24), appUrl: 'https://forms.example.com' };
const scope = sampleScope(definition, { data: makeSample(definition), entry: undefined }, place);

test('[builder] samples: made-up data of every kind passes the form’s own check and fills all but files', () => {
  const plan = compileForm(definition, compileTools);
  const sample = makeSample(definition);
  const check = validateEntry(plan, sample, {
    rules: 'all',
    context: { cleanHtml: (html: string) => html },
  } as Parameters<typeof validateEntry>[2]);
  expect(check.messages).toEqual([]);
  const names = children.flatMap(({ type, name }) => (type === 'cRow' ? ['left', 'right'] : [name]));
  expect(Object.keys(sample)).toEqual(names.filter((name) => name !== 'files'));
  expect(makeSample({})).toEqual({});
});

test('[builder] email preview: as the server renders it: values escaped in HTML, one address per template', () => {
  const rule = {
    to: ['boss@example.com, other@example.com', '{{ model.email }}', '{{ "a@x.org,b@x.org" }}', '{{ null }}'],
    subject: 'Entry {{ data.entry.idx }}\nof {{ data.form.name }}',
    html: '<p>{{ "<script>" }}</p>',
  };
  expect(previewEmail(rule, scope)).toEqual({
    applies: true,
    to: [
      { text: 'boss@example.com', isGood: true },
      { text: 'other@example.com', isGood: true },
      { text: 'dana@example.com', isGood: true },
      { text: 'a@x.org,b@x.org', isGood: false },
      { text: '', isGood: false },
    ],
    replyTo: [],
    subject: 'Entry 12 of Order',
    text: undefined,
    html: '<p>&lt;script&gt;</p>',
    isBroken: false,
  });
  expect(previewEmail({ to: ['{{ a'], text: 'x' }, scope)).toMatchObject({ isBroken: true, text: 'x' });
  expect([undefined, '', true, 'model.yes', 'false', false, 'model.'].map((one) => conditionHolds(one, scope))).toEqual(
    [true, true, true, true, false, false, false],
  );
});

test('[builder] email recipes: each is a rule that the form accepts and that has something to say', () => {
  const names = fieldNames(definition);
  const look = { owner: 'alice@example.com', color: '#0b6b53' };
  for (const locale of ['en', 'he'] as const) {
    for (const recipe of ['notice', 'thanks', 'json', 'empty'] as const) {
      const rule = emailRecipe(recipe, names, locale, look);
      expect(checkForm({ ...definition, postSubmit: { emails: [rule] } })).toEqual([]);
      expect(previewEmail(rule, scope).isBroken).toBe(false);
    }
  }
  const thanks = previewEmail(emailRecipe('thanks', names, 'en', look), scope);
  expect(thanks.to).toEqual([{ text: 'dana@example.com', isGood: true }]);
  expect(thanks.html).toContain('Your &lt;b&gt;name&lt;/b&gt; {{ x }}');
  const notice = previewEmail(emailRecipe('notice', names, 'en', look), scope);
  expect(notice.to).toEqual([{ text: 'alice@example.com', isGood: true }]);
  expect(notice.html).toContain('17 May 2024');
  expect(notice.html).not.toMatch(/\["|T\d\d:/);
  expect(notice.html).toContain(`href="https://forms.example.com/admin/entries/${place.formId}/`);
  const json = previewEmail(emailRecipe('json', names, 'en', look), scope);
  expect(JSON.parse(json.text!)).toMatchObject({ entryId: '5f0000000000000000000001', data: { files: null, age: 18 } });
});
