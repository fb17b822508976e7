// Questions of SurveyJS that have questions inside: panels and matrices with rows that people add, matrices of fields, several texts in
// one question. Those with rows become repeats, the others sections with an object of their own.
import { addElement, type Draft, openNames, takeName } from '../draft-form.ts';
import { flagOf, isObject, type Json, listOf, numberOf, objectsOf, own, textOf } from '../json-reading.ts';
import { addElements, noteProperties } from './build-survey.ts';
import { readItems } from './survey-choices.ts';
import { setCondition } from './survey-conditions.ts';
import type { SurveyContext, SurveyPlace } from './survey-context.ts';
import { openTable } from './survey-names.ts';
import { addQuestion } from './survey-questions.ts';
import { surveyLabel } from './survey-texts.ts';

/** False for a question that is one field. */
export function addRows(context: SurveyContext, question: Json, place: SurveyPlace): boolean {
  switch (textOf(question, 'type')) {
    case 'paneldynamic':
      addRepeat(context, question, place, (inside) =>
        addElements(context, listOf(question, 'templateElements'), inside),
      );
      return true;
    case 'matrixdynamic':
      addRepeat(context, question, place, (inside) => addColumns(context, question, inside));
      return true;
    case 'matrixdropdown':
      addTable(context, question, place);
      return true;
    case 'multipletext':
      addTexts(context, question, place);
      return true;
    default:
      return false;
  }
}

const maxDepth = 20;
const defaultRows = 100;
const maxRows = 5_000;

const knownProperties = new Set(
  (
    'type name title description visibleIf visible isRequired templateElements columns rows items choices cellType ' +
    'minPanelCount maxPanelCount minRowCount maxRowCount'
  ).split(' '),
);

/** The head of a question with others inside; undefined where it would be too deep. */
function openContainer(
  context: SurveyContext,
  question: Json,
  place: SurveyPlace,
  element: { type: string; [key: string]: unknown },
): Draft | undefined {
  const { form, texts } = context;
  const wanted = textOf(question, 'name');
  const where = wanted || textOf(question, 'type');
  if (place.depth >= maxDepth) {
    form.notes.add(where, 'repeatTooDeep');
    return undefined;
  }
  const name = takeName(place.names, wanted, 'rows');
  if (name !== wanted) form.notes.add(where, 'renamed', { name });
  const title = texts.read(question, 'title');
  const help = texts.read(question, 'description');
  const made: Draft = {
    name,
    label: title === '' ? wanted : surveyLabel(title, where, form.notes).label,
    ...(help !== '' && { help: surveyLabel(help, where, form.notes).label }),
    children: [],
    ...element,
  };
  addElement(form, place.list, where, made);
  setCondition(context, { json: question, element: made, place, where }, 'relevant');
  if (own(question, 'visible') === false && !Object.hasOwn(question, 'visibleIf')) made['relevant'] = false;
  noteProperties(context, question, knownProperties, where);
  return made;
}

function addRepeat(
  context: SurveyContext,
  question: Json,
  place: SurveyPlace,
  fill: (inside: SurveyPlace) => void,
): void {
  const wanted = textOf(question, 'name');
  const prefix = textOf(question, 'type') === 'paneldynamic' ? 'Panel' : 'Row';
  const least = numberOf(question, `min${prefix}Count`);
  const most = numberOf(question, `max${prefix}Count`);
  const isLimit = most !== undefined && Number.isInteger(most) && most > 0 && most <= maxRows;
  const element = openContainer(context, question, place, {
    type: 'cRepeat',
    repMaxRows: isLimit ? most : defaultRows,
    ...(flagOf(question, 'isRequired') && { reqValidator: true }),
    ...(least !== undefined && least > 0 && { validators: [{ type: 'arr/minLength', value: least }] }),
  });
  if (element === undefined) return;
  if (!isLimit) context.form.notes.add(wanted, 'rowsLimited', { count: defaultRows });
  const repeat = { keys: [...place.keys, element.name], around: place.table.repeat };
  place.table.repeats.set(wanted, repeat);
  fill({
    list: element.children as Draft[],
    names: openNames(),
    table: openTable(repeat, place.table),
    keys: [],
    depth: place.depth + 1,
  });
}

/** Each column is a question; what it does not say itself, the matrix says. */
function addColumns(context: SurveyContext, question: Json, place: SurveyPlace): void {
  for (const column of columnsOf(question)) addQuestion(context, column, place);
}

function columnsOf(question: Json): Json[] {
  const cellType = textOf(question, 'cellType') || 'dropdown';
  return listOf(question, 'columns').flatMap((column) => {
    const given: Json = isObject(column) ? column : { name: String(column) };
    const type = textOf(given, 'cellType');
    const choices = listOf(given, 'choices').length > 0 ? own(given, 'choices') : own(question, 'choices');
    const { cellType: _, ...rest } = given;
    const made: Json = { ...rest, type: type === '' || type === 'default' ? cellType : type };
    const takesChoices = ['dropdown', 'radiogroup', 'checkbox', 'tagbox'].includes(textOf(made, 'type'));
    return [takesChoices && choices !== undefined ? { ...made, choices } : made];
  });
}

/** A table of fields: a section for each of its rows. */
function addTable(context: SurveyContext, question: Json, place: SurveyPlace): void {
  const wanted = textOf(question, 'name');
  const rows = readItems(context, listOf(question, 'rows'), wanted);
  const element = openContainer(context, question, place, { type: 'cSection', secFlat: false });
  if (element === undefined) return;
  context.form.notes.add(wanted, 'matrixCell');
  if (flagOf(question, 'isRequired'))
    context.form.notes.count('property', { name: 'matrixdropdown.isRequired' }, wanted);
  const names = openNames();
  for (const { option } of rows) {
    const [value, label] = option;
    const name = takeName(names, value, 'row');
    const row: Draft = { type: 'cSection', name, label, secFlat: false, children: [] };
    addElement(context.form, element.children as Draft[], `${wanted}.${value}`, row);
    addInside(context, place, columnsOf(question), {
      element: row,
      keys: [...place.keys, element.name, name],
      prefix: `${wanted}.${value}`,
    });
  }
}

function addTexts(context: SurveyContext, question: Json, place: SurveyPlace): void {
  const wanted = textOf(question, 'name');
  const element = openContainer(context, question, place, { type: 'cSection', secFlat: false });
  if (element === undefined) return;
  const isRequired = flagOf(question, 'isRequired');
  const items = objectsOf(question, 'items').map((item) => ({
    type: 'text',
    ...(isRequired && { isRequired }),
    ...item,
  }));
  addInside(context, place, items, { element, keys: [...place.keys, element.name], prefix: wanted });
}

/** Questions in an object of their own, which expressions name with a dot. */
function addInside(
  context: SurveyContext,
  place: SurveyPlace,
  questions: readonly Json[],
  { element, keys, prefix }: { element: Draft; keys: readonly string[]; prefix: string },
): void {
  const table = openTable(place.table.repeat, place.table);
  const inside = {
    ...place,
    list: element.children as Draft[],
    names: openNames(),
    table,
    keys,
    depth: place.depth + 2,
  };
  for (const question of questions) addQuestion(context, question, inside);
  for (const [name, field] of table.fields) place.table.fields.set(`${prefix}.${name}`, field);
}
