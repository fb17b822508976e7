// Rows of an XLSForm that are not questions: notes, calculations, and how many rows a repeat has.
import { addElement, type Draft, dropElement, takeName } from '../draft-form.ts';
import type { KnownRepeat } from '../known-fields.ts';
import { number } from '../meaning.ts';
import { literalOf, printPiece } from '../pieces.ts';
import { placeOf } from './build-xlsform.ts';
import { parseXPath } from './parse-xpath.ts';
import { hideUnless } from './question-rows.ts';
import type { XlsRow } from './read-sheets.ts';
import { translateXPath } from './translate-xpath.ts';
import type { Group, XlsContext } from './xls-context.ts';
import { labelFor, templateFor } from './xls-texts.ts';

/** False for a row that is a question. */
export function addSpecial(context: XlsContext, group: Group, row: XlsRow, type: string): boolean {
  if (type === 'note') addNote(context, group, row);
  else if (type === 'calculate' || type === 'calculation') addCalculation(context, group, row);
  else {
    // A question that shows what was calculated, and cannot be changed.
    const isReadOnly = /^(?:yes|true|true\(\)|1)$/i.test(row.text('read_only'));
    if (row.text('calculation') === '' || !isReadOnly) return false;
    addCalculation(context, group, row);
  }
  return true;
}

function addNote(context: XlsContext, group: Group, row: XlsRow): void {
  const { form } = context;
  const where = placeOf(row);
  const element: Draft = { type: 'eText', name: takeName(group.names, row.text('name'), 'note') };
  addElement(form, group.list, where, element);
  hideUnless(context, element, row, group.repeat);
  const texts = [row.text('label'), row.text('hint')].filter((text) => text !== '');
  for (const media of ['image', 'audio', 'video', 'big-image']) {
    if (row.text(media) !== '') form.notes.count('media', { name: media }, where);
  }
  form.later.push(() => {
    element['text'] = templateFor(context, texts.join('\n'), where, group.repeat);
  });
}

function addCalculation(context: XlsContext, group: Group, row: XlsRow): void {
  const { form, answers } = context;
  const where = placeOf(row);
  const original = row.text('name');
  const source = row.text('calculation');
  if (source === '') {
    form.notes.add(where, 'noCalculation');
    return;
  }
  answers.addCalculation(original, { source, relevant: row.text('relevant'), repeat: group.repeat });
  const translate = () => translateXPath(parseXPath(source), answers.scope(group.repeat));
  if (row.text('label') === '') {
    form.later.push(() => {
      const made = form.notes.attempt(where, 'calculation', source, translate);
      if (made !== undefined) form.notes.count('calculationHidden', {}, where);
    });
    return;
  }
  const element: Draft = {
    type: 'eEq',
    name: takeName(group.names, original, 'calculation'),
    ...labelFor(context, row, where),
  };
  delete element['labelHtml'];
  addElement(form, group.list, where, element);
  hideUnless(context, element, row, group.repeat);
  form.later.push(() => {
    const made = form.notes.attempt(where, 'calculation', source, () => printPiece(translate()));
    if (made === undefined) dropElement(form, element);
    else {
      element['eq'] = made;
      form.notes.count('calculationShown', {}, where);
    }
  });
}

/** Rows are not limited in an XLSForm; here a repeat has a limit. */
const defaultRows = 100;
const maxRows = 5_000;

export function addRepeatCount(context: XlsContext, element: Draft, row: XlsRow, from: KnownRepeat | undefined): void {
  const { form, answers } = context;
  const where = placeOf(row);
  const source = row.text('repeat_count');
  element['repMaxRows'] = defaultRows;
  if (source === '') {
    form.notes.add(where, 'rowsLimited', { count: defaultRows });
    return;
  }
  form.later.push(() => {
    const limit = form.notes.attempt(where, 'repeatCount', source, () => {
      const made = number(translateXPath(parseXPath(source), answers.scope(from)));
      return literalOf(made) ?? printPiece(made);
    });
    if (limit === undefined) return;
    const rows = Number(limit);
    const isCount = Number.isInteger(rows) && rows > 0 && rows <= maxRows;
    if (isCount) element['repMaxRows'] = rows;
    else form.notes.add(where, 'rowsLimited', { count: defaultRows });
    const value = isCount ? rows : String(limit);
    element['validators'] = [
      { type: 'arr/minLength', value },
      { type: 'arr/maxLength', value },
    ];
  });
}
