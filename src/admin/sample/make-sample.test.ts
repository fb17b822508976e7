import { expect, test } from 'vitest';
import type { Element, FormDefinition, JsonObject } from '../../core/definition/form-definition.ts';
import { compileForm } from '../../core/plan/compile-form.ts';
import { compileTools } from '../../core/plan/compile-tools.ts';
import { compilePattern } from '../../core/text/pattern.ts';
import { validateEntry } from '../../core/validation/validate-entry.ts';
import { makeSample } from './make-sample.ts';
import { patternSamples } from './pattern-samples.ts';

const rootElem: Element = {
  type: 'cSection',
  name: 'root',
  children: [
    { type: 'fInput', name: 'text' },
    { type: 'fInput', name: 'email', validators: ['str/email'] },
    { type: 'fInput', name: 'count', typeValidator: 'num' },
    { type: 'fDoc', name: 'doc' },
    { type: 'fDate', name: 'time', typeValidator: { type: 'date', mode: 't' } },
    { type: 'eText', name: 'hint', text: 'Not a value' },
    { type: 'cRow', name: 'row', children: [[{ type: 'fBool', name: 'yes' }], [{ type: 'fRate', name: 'stars' }]] },
    {
      type: 'cRepeat',
      name: 'rows',
      children: [{ type: 'fSelect', name: 'pick', options: [{ label: 'Group', options: [['a', 'A']] }] }],
    },
    {
      type: 'cSection',
      name: 'inner',
      secFlat: false,
      children: [
        { type: 'fCheckbox', name: 'topics', options: ['x', 'y'] },
        { type: 'fMatrix', name: 'grid', matrixQuestions: ['q', ['r', 'R']], options: [['good', 'Good']] },
        { type: 'fFile', name: 'file' },
        { type: 'fSign', name: 'sign' },
      ],
    },
  ],
};

function refusals(form: FormDefinition, data: JsonObject): unknown[] {
  const context = { cleanHtml: (html: string) => html };
  const plan = compileForm(form, compileTools);
  return validateEntry(plan, data, { rules: 'all', context }).messages.map(({ modelPath, message }) => [
    modelPath,
    message,
  ]);
}

test('[management] samples: the sample of a form has a value of its shape for every field but files', () => {
  const data = makeSample({ formSchema: { rootElem } }, { rows: 1 });
  expect(data).toEqual({
    text: 'text: answer',
    email: 'dana@example.com',
    count: 7,
    doc: '<p>A longer answer, written in a few sentences. It goes on for a while.</p>',
    time: '2024-05-17T09:30:00.000Z',
    yes: true,
    stars: 4,
    rows: [{ pick: 'a' }],
    inner: { topics: ['x', 'y'], grid: { q: 'good', r: 'good' }, sign: expect.stringMatching(/^strokes:/) },
  });
  expect(refusals({ formSchema: { rootElem } }, data)).toEqual([]);
});

test.each<[string, Element]>([
  ['a root with an object of its own', { ...rootElem, secFlat: false }],
  ['a root without a name', { type: 'cSection', secFlat: false, children: [required('a')] } as unknown as Element],
  ['a root that is a repeat', { type: 'cRepeat', name: 'all', children: [required('a')] }],
])('[management] samples: of %s is where the form keeps it', (_, root) => {
  const form: FormDefinition = { formSchema: { rootElem: root } };
  expect(refusals(form, makeSample(form))).toEqual([]);
  expect(Object.keys(makeSample(form))).toEqual([root.name ?? 'root']);
});

test('[management] samples: rules that look at other fields are kept, and options that an expression makes', () => {
  const form: FormDefinition = {
    formSchema: {
      rootElem: {
        type: 'cSection',
        name: 'root',
        children: [
          { ...required('least'), typeValidator: 'num' },
          { ...required('most'), typeValidator: 'num', validators: [{ type: 'num/min', value: 'model.least + 1' }] },
          { ...required('agreed'), type: 'fBool', validators: [{ type: 'expr', value: 'value === false' }] },
          { ...required('pick'), type: 'fSelect', options: "[['x' + model.least, 'X']]" },
          {
            type: 'cRepeat',
            name: 'rows',
            validators: [{ type: 'arr/minLength', value: 3 }],
            children: [{ ...required('of'), type: 'fRadio', options: "['r' + $index]" }],
          },
          { ...required('code'), validators: [{ type: 'str/pattern', value: '^[A-Z]{2}-\\d{4}(/[a-f]+)?$' }] },
          // Nothing can be both, and nothing has to be there.
          { type: 'fInput', name: 'never', validators: ['str/email', { type: 'str/maxLength', value: 2 }] },
        ],
      },
    },
  };
  const sample = makeSample(form);
  expect(refusals(form, sample)).toEqual([]);
  expect(sample).toMatchObject({
    least: 7,
    agreed: false,
    pick: 'x7',
    rows: [{ of: 'r0' }, { of: 'r1' }, { of: 'r2' }],
  });
  expect(sample).not.toHaveProperty('never');
});

test('[management] samples: repeats in repeats do not multiply without end', () => {
  let inner: Element = required('a');
  for (let depth = 0; depth < 40; depth++) inner = { type: 'cRepeat', name: `r${depth}`, children: [inner] };
  expect(JSON.stringify(makeSample({ formSchema: { rootElem: inner } })).length).toBeLessThan(10_000);
});

test.each([
  '^\\d{9}$',
  '^05\\d-?\\d{7}$',
  '^[A-Z]{2,3}[0-9]+$',
  '^(?:red|green|blue)$',
  '^(?P<year>\\d{4})-(0[1-9]|1[0-2])$',
  '^[^@\\s]+@example\\.(com|org)$',
  '^[\\w.]+$',
  '^\\p{Hebrew}+( \\p{Hebrew}+)*$',
  '(?i)^yes$',
  'x',
  '^[^a-z0-9]$',
  '^\\+?[1-9]\\d{6,14}$',
])('[management] samples: a text for the pattern %s', (source) => {
  const pattern = compilePattern(source);
  if ('problem' in pattern) throw new Error(pattern.problem);
  expect(patternSamples(source).filter((text) => pattern.test(text))).not.toEqual([]);
});

test('[management] samples: a pattern that is not understood has no sample, and none takes long to read', () => {
  for (const source of ['(', '[a', 'a{2', '\\', '(?=a)', '*', 'a|)', '[[:alpha:]]', 'a{1000}'.repeat(100)]) {
    expect([source, Array.isArray(patternSamples(source))]).toEqual([source, true]);
  }
});

function required(name: string) {
  return { type: 'fInput', name, reqValidator: true } as const;
}

test('[management] samples: answers of one’s own, whole rankings, scales, sliders and phone numbers are such as the form takes', () => {
  const options = ['a', 'b', 'c', 'd'];
  const form: FormDefinition = {
    formSchema: {
      rootElem: {
        type: 'cSection',
        name: 'root',
        children: [
          { type: 'fRadio', name: 'other', options, otherOption: true, reqValidator: true },
          { type: 'fCheckbox', name: 'others', options, otherOption: 'Else', reqValidator: true },
          { type: 'fCheckbox', name: 'order', options, ranked: true, reqValidator: true },
          { type: 'fRate', name: 'scale', rateStyle: 'numbers', rateMin: 0, rateMax: 10, reqValidator: true },
          {
            ...{ type: 'fInput', name: 'slide', typeValidator: 'num', inputStyle: 'slider', step: 25 },
            validators: [{ type: 'num/min', value: 100 }],
            reqValidator: true,
          },
          { type: 'fInput', name: 'phone', validators: ['str/phone'], reqValidator: true },
        ],
      },
    },
  };
  const data = makeSample(form);
  expect(refusals(form, data)).toEqual([]);
  expect(data).toMatchObject({ order: options, slide: 150, phone: '+972501234560' });
});
