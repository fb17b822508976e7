import type { Group, XlsContext } from './xls-context.ts';

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
