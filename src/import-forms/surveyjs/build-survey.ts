// A survey of SurveyJS as a form of ours: pages, panels and questions, one after another. Expressions wait until every name is known.
import type { Locale } from '../../core/locale/locale.ts';
import { addElement, type Draft, type DraftForm, openNames, takeName } from '../draft-form.ts';
import { flagOf, isObject, type Json, listOf, objectsOf, own, textOf } from '../json-reading.ts';
import { plainText, templateText } from '../plain-text.ts';
import { setCondition } from './survey-conditions.ts';
import type { SurveyContext, SurveyPlace } from './survey-context.ts';
import { type Calculated, openTable, surveyScope } from './survey-names.ts';
import { addQuestion } from './survey-questions.ts';
import { addRows } from './survey-rows.ts';
import { addSettings } from './survey-settings.ts';
import { openTexts, surveyLabel } from './survey-texts.ts';
import type { SurveyScope } from './translate-condition.ts';

export function buildSurvey(survey: Json, form: DraftForm, locale: Locale | undefined): void {
  const texts = openTexts(survey, locale);
  const calculated = new Map<string, Calculated>();
  for (const value of objectsOf(survey, 'calculatedValues')) {
    calculated.set(textOf(value, 'name'), { expression: textOf(value, 'expression'), isOpen: false });
    form.notes.count('calculationHidden', {}, textOf(value, 'name'));
  }
  const context: SurveyContext = { form, texts, calculated, questions: new Map() };
  const place: SurveyPlace = {
    list: form.root.children,
    names: openNames(),
    table: openTable(undefined, undefined),
    keys: [],
    depth: 0,
  };
  addDescription(context, survey, place);
  const pages = objectsOf(survey, 'pages');
  const isPaged = pages.length > 1;
  for (const [at, page] of pages.entries()) addPage(context, page, place, { at, isPaged });
  addElements(context, [...listOf(survey, 'elements'), ...listOf(survey, 'questions')], place);
  for (const task of form.later) task();
  addSettings(context, survey, { isPaged, scope: scopeOf(context, place) });
}

export function scopeOf({ calculated }: SurveyContext, { table }: SurveyPlace, extra = {}): SurveyScope {
  return surveyScope(table, calculated, extra);
}

function addDescription({ form, texts }: SurveyContext, survey: Json, { list, names }: SurveyPlace): void {
  const description = texts.read(survey, 'description');
  if (description === '') return;
  addElement(form, list, 'description', {
    type: 'eText',
    name: takeName(names, 'description', 'text'),
    text: templateText(plainText(description)),
  });
}

function addPage(
  context: SurveyContext,
  page: Json,
  place: SurveyPlace,
  { at, isPaged }: { at: number; isPaged: boolean },
): void {
  const elements = [...listOf(page, 'elements'), ...listOf(page, 'questions')];
  const hasHead = ['title', 'description', 'visibleIf', 'enableIf', 'readOnly'].some((key) => Object.hasOwn(page, key));
  if (isPaged || hasHead)
    addSection(context, place, { panel: page, elements, wanted: textOf(page, 'name') || `page${at + 1}` });
  else {
    noteProperties(context, page, panelProperties, textOf(page, 'name') || `page${at + 1}`);
    addElements(context, elements, place);
  }
}

/** Deeper panels are taken apart. */
const maxDepth = 20;
/** And beyond this nobody looks. */
const maxLevels = 100;

export function addElements(context: SurveyContext, elements: readonly unknown[], place: SurveyPlace): void {
  for (const element of elements) {
    if (!isObject(element)) continue;
    const type = textOf(element, 'type');
    const name = textOf(element, 'name');
    const where = name || type;
    if (type === 'panel' || (type === '' && Object.hasOwn(element, 'elements'))) {
      addSection(context, place, { panel: element, elements: listOf(element, 'elements'), wanted: name || 'panel' });
    } else if (type === 'flowpanel') {
      context.form.notes.add(where, 'unknownType', { name: type });
      addElements(context, listOf(element, 'elements'), { ...place, depth: place.depth + 1 });
    } else if (!addRows(context, element, place)) addQuestion(context, element, place);
  }
}

const panelProperties = new Set(
  'type name title description elements questions visibleIf enableIf readOnly visible state navigationTitle'.split(' '),
);

function addSection(
  context: SurveyContext,
  place: SurveyPlace,
  { panel, elements, wanted }: { panel: Json; elements: readonly unknown[]; wanted: string },
): void {
  const { form, texts } = context;
  if (place.depth >= maxDepth) {
    const isRead = place.depth < maxLevels;
    form.notes.add(wanted, isRead ? 'groupTooDeep' : 'tooDeep', { count: maxLevels });
    if (isRead) addElements(context, elements, { ...place, depth: place.depth + 1 });
    return;
  }
  const title = texts.read(panel, 'title') || texts.read(panel, 'navigationTitle');
  const help = texts.read(panel, 'description');
  const state = textOf(panel, 'state');
  const element: Draft = {
    type: 'cSection',
    name: takeName(place.names, wanted, 'section'),
    ...(title !== '' && { label: surveyLabel(title, wanted, form.notes).label }),
    ...(help !== '' && { help: surveyLabel(help, wanted, form.notes).label }),
    ...((state === 'collapsed' || state === 'expanded') && { secCollapse: true }),
    children: [],
  };
  addElement(form, place.list, wanted, element);
  setCondition(context, { json: panel, element, place, where: wanted }, 'relevant');
  if (own(panel, 'visible') === false && !Object.hasOwn(panel, 'visibleIf')) element['relevant'] = false;
  if (Object.hasOwn(panel, 'enableIf') || flagOf(panel, 'readOnly')) {
    form.notes.count('property', { name: 'panel.enableIf' }, wanted);
  }
  noteProperties(context, panel, panelProperties, wanted);
  addElements(context, elements, { ...place, list: element.children as Draft[], depth: place.depth + 1 });
}

const layout = new Set(
  (
    'startWithNewLine titleLocation descriptionLocation indent innerIndent width minWidth maxWidth size colSpan columnColCount colCount ' +
    'titleWidth questionTitleWidth questionTitleLocation questionStartIndex imageHeight imageWidth contentMode errorLocation ' +
    'showQuestionNumbers renderAs panelsState renderMode displayMode templateTitleLocation showRangeInProgress alternateRows ' +
    'detailPanelMode gridLayoutColumns questionErrorLocation navigationButtonsVisibility progressBarLocation'
  ).split(' '),
);

/** Properties that have no counterpart: each once, with how often it is there. */
export function noteProperties(
  { form }: SurveyContext,
  element: Json,
  known: ReadonlySet<string>,
  where: string,
): void {
  const rest = Object.keys(element).filter((name) => !known.has(name));
  if (rest.some((name) => layout.has(name))) form.notes.count('layout', {}, where);
  for (const name of rest) {
    if (!layout.has(name))
      form.notes.count('property', { name: `${textOf(element, 'type') || 'page'}.${name}` }, where);
  }
}
