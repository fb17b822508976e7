import { expect, test } from 'vitest';
import type { ApiForm } from '../../api-types/forms.ts';
import { type ExportChoice, isNarrowed, partsOf, wantedExport } from './export-choice.ts';

const choice: ExportChoice = {
  format: 'xlsx',
  which: 'filter',
  filter: { status: 'submitted', since: 'any' },
  isLabelled: true,
  hasSheets: true,
  splitsChoices: true,
  hasFiles: true,
  pdfName: 'name',
  columns: 'form',
  chosen: ['idx'],
};
const parts = { hasRepeats: true, hasChoices: true, hasFiles: true };
const context = {
  form: 'f',
  selected: ['a'],
  filter: { status: 'all', since: 'any' } as const,
  view: { search: ' ada ', where: { path: 'age', op: 'gt', value: 9 }, sort: '-age' },
  parts,
  now: new Date(),
};

test('[export.table] labels by default; options only where the form has something for them', () => {
  expect(wantedExport(choice, context)).toEqual({
    query: { format: 'xlsx', labels: true },
    body: { query: { status: 2, form: 'f' }, flatten: 'sheets', choices: 'columns', files: 'inside' },
  });
  const nothing = { hasRepeats: false, hasChoices: false, hasFiles: false };
  const codes = wantedExport({ ...choice, isLabelled: false, columns: 'own' }, { ...context, parts: nothing });
  expect(codes).toEqual({ query: { format: 'xlsx' }, body: { query: { status: 2, form: 'f' }, fields: ['idx'] } });
});

test('[export.view] [export.pdf.names] the table, the selected ones in its order, and names of PDFs', () => {
  const { where } = context.view;
  const pdf = { ...choice, format: 'pdf', which: 'view' } as const;
  expect(wantedExport(pdf, context)).toEqual({
    query: { format: 'pdf', labels: true },
    body: { query: { form: 'f' }, search: 'ada', where, sort: '-age', pdfName: 'name' },
  });
  const selected = wantedExport({ ...pdf, which: 'selected', pdfName: '' }, context);
  expect(selected.body).toEqual({ query: { _id: { $in: ['a'] }, form: 'f' }, sort: '-age' });
  expect([undefined, {}, { search: ' ' }, { search: 'x' }, { sort: 'a' }].map(isNarrowed)).toEqual([
    ...[false, false, false, true, true],
  ]);
});

test('[export.table] what a form has', () => {
  const formWith = (...children: object[]) =>
    partsOf({ formSchema: { rootElem: { type: 'cSection', children } } } as unknown as ApiForm);
  expect(formWith({ type: 'fInput', name: 'a' }, { type: 'fSelect', name: 'b' })).toEqual({
    ...{ hasRepeats: false, hasChoices: false, hasFiles: false },
  });
  const rows = { type: 'cRepeat', name: 'rows', children: [{ type: 'fFile', name: 'file' }] };
  expect(formWith(rows, { type: 'fMatrix', name: 'grid' })).toEqual(parts);
});
