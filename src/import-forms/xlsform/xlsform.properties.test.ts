// Whatever is in an XLSForm, what comes out is a form that the service accepts, or a refusal in words.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectAccepted, name, word, xpath } from '../../../test/support/any-import.ts';
import { makeWorkbook } from '../../../test/support/make-workbook.ts';

const types = fc.constantFrom(
  'text',
  'integer',
  'decimal',
  'date',
  'dateTime',
  'time',
  'select_one l',
  'select_multiple l or_other',
  'select_one l2',
  'select_one ${a}',
  'rank l',
  'note',
  'calculate',
  'begin group',
  'begin repeat',
  'end group',
  'end repeat',
  'range',
  'image',
  'acknowledge',
  'hidden',
  'start',
  'geopoint',
  'select_one_from_file x.csv',
  'nonsense',
  'range',
);
const columns = [
  'type',
  'name',
  'label',
  'label::Hebrew (he)',
  'hint',
  'required',
  'required_message',
  'relevant',
  'constraint',
  'constraint_message',
  'calculation',
  'choice_filter',
  'appearance',
  'default',
  'read_only',
  'repeat_count',
  'parameters',
  'media::image',
];
const cell = (column: string): fc.Arbitrary<string> => {
  if (column === 'type') return types;
  if (column === 'name') return name;
  if (
    ['required', 'relevant', 'constraint', 'calculation', 'choice_filter', 'read_only', 'repeat_count'].includes(column)
  ) {
    return fc.oneof(
      { weight: 2, arbitrary: fc.constant('') },
      { weight: 3, arbitrary: xpath },
      { weight: 1, arbitrary: word },
    );
  }
  if (column === 'appearance')
    return fc.constantFrom('', '', 'multiline', 'minimal', 'table-list', 'label', 'rating', 'w1', 'signature');
  if (column === 'parameters')
    return fc.constantFrom('', 'start=0 end=10 step=2', 'start=5 end=1 step=-1', 'step=NaN', 'start=1e400');
  return fc.oneof(fc.constant(''), word);
};
const survey = fc.array(fc.tuple(...columns.map(cell)), { minLength: 1, maxLength: 25 });
const choices = fc.array(fc.tuple(fc.constantFrom('l', 'l2'), word, word, word), { maxLength: 12 });

test('[forms.import] [limits.import] any XLSForm becomes a form that the service accepts', async () => {
  let accepted = 0;
  await fc.assert(
    fc.asyncProperty(
      survey,
      choices,
      word,
      fc.constantFrom('en', 'he', undefined),
      async (rows, options, title, locale) => {
        const bytes = makeWorkbook({
          survey: [columns, ...rows],
          choices: [['list_name', 'name', 'label', 'a'], ...options],
          settings: [
            ['form_title', 'style'],
            [title, 'pages theme-grid'],
          ],
        });
        accepted += Number(await expectAccepted({ bytes, locale }));
      },
    ),
    { numRuns: 300 },
  );
  // Most of them have a question.
  expect(accepted).toBeGreaterThan(200);
});
