import { expect, test } from 'vitest';
import type { Element } from '../../core/form-definition.ts';
import { compileForm } from '../../core/form-plan.ts';
import { validateEntry } from '../../core/validation/validate-entry.ts';
import { sampleData } from './sample-data.ts';

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

test('[share] the sample of a form has a value of its shape for every field', () => {
  const data = sampleData(rootElem);
  expect(data).toEqual({
    text: 'Text',
    email: 'name@example.com',
    count: 1,
    doc: '<p>Text</p>',
    time: '1970-01-01T09:30:00.000Z',
    yes: true,
    stars: 5,
    rows: [{ pick: 'a' }],
    inner: { topics: ['x'], grid: { q: 'good', r: 'good' } },
  });
  const context = { cleanHtml: (html: string) => html };
  const check = validateEntry(compileForm({ formSchema: { rootElem } }), data, { rules: 'all', context });
  expect([check.messages, check.data]).toEqual([[], data]);
});
