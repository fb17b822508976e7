// A group of an XLSForm that is a table: questions with the same options become the rows of one matrix.
import type { Draft } from '../draft-form.ts';
import type { Group, XlsContext } from './build-xlsform.ts';

/** A question of a group, with what decides whether it can be a row. */
export interface GroupRow {
  readonly original: string;
  readonly element: Draft;
  /** The list of its options; undefined for anything but one choice of a plain list. */
  readonly list: string | undefined;
  readonly isRequired: boolean;
  /** Nothing about it but its label and whether it is required. */
  readonly isPlain: boolean;
  /** Only shows the options above the others. */
  readonly isListLabel: boolean;
}

/** False for a group of which the questions are not alike; it stays a section. */
export function asMatrix({ answers, form }: XlsContext, { element, rows, list }: Group): boolean {
  const questions = rows.filter(({ isListLabel }) => !isListLabel);
  const [first] = questions;
  if (element === undefined || first === undefined || first.list === undefined) return false;
  const isAlike = questions.every(
    (row) => row.isPlain && row.list === first.list && row.isRequired === first.isRequired,
  );
  // Notes between them, and groups inside, have no place in a table.
  const isWhole = list.length === rows.length && rows.every((row) => list.includes(row.element));
  if (!isAlike || !isWhole) return false;
  for (const { original, element: question } of questions) answers.moveField(original, [element.name, question.name]);
  element.type = 'fMatrix';
  delete element.children;
  delete element['labelHtml'];
  element['matrixQuestions'] = questions.map(({ element: question }) => [
    question.name,
    String(question['label'] ?? question.name),
  ]);
  element['options'] = first.element['options'];
  if (first.isRequired) element['reqValidator'] = true;
  form.count -= rows.length;
  return true;
}
