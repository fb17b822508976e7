// The names of PDFs in an export where an answer is chosen for them, or people asked for it: `12 Ada Lovelace.pdf`, by the
// number of the entry as the table shows it. [export.pdf.names]
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { tableFields } from '../../core/definition/table-fields.ts';
import { errors } from '../base/errors.ts';
import { safeFileName } from '../files/safe-file-name.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import type { EntryRow } from '../store/entries/entries.ts';
import { textDates } from './table/date-cells.ts';
import { EntryAtHand } from './table/entry-at-hand.ts';
import { tableWords } from './table/table-words.ts';
import { valueReader } from './table/value-cells.ts';

const maxAnswerLength = 80;

/** `path` is that of an answer outside repeats, as stored or as a column is named; the 400 otherwise. */
export function pdfNamer(form: LoadedForm, path: string | undefined): (row: EntryRow) => string {
  const read = path === undefined ? () => '' : answerReader(form, path);
  const title = form.definition.publicName || form.definition.name || form.id;
  return (row) => safeFileName({ title: `${row.idx} ${read(row) || title}` });
}

function answerReader(form: LoadedForm, path: string): (row: EntryRow) => string {
  const wanted = path.replace(/^data\./, '');
  const fields = tableFields(form.plan).filter(({ repeat }) => repeat === undefined);
  const field =
    fields.find((one) => one.path === path || one.name === path) ?? fields.find((one) => one.path === wanted);
  if (field === undefined) throw errors.fieldsNotRecognized([path]);
  const date = textDates(form.definition.timeZone ?? 'UTC');
  const words = tableWords(form.plan.locale);
  const file = ({ name }: { name: string }) => name;
  const reader = valueReader(field.step, { isLabelled: true, words, date, dateText: date, file });
  const entry = new EntryAtHand(form);
  return (row) => {
    const data = JSON.parse(row.data) as JsonObject;
    entry.open({ ...row, data, shortCode: null });
    const text = reader.text(field.find(data), entry).replace(/\s+/g, ' ').trim();
    return [...text.slice(0, 2 * maxAnswerLength)].slice(0, maxAnswerLength).join('').trim();
  };
}
