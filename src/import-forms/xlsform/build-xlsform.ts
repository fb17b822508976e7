// An XLSForm as a form of ours: the rows of the survey sheet one after another, groups and repeats around those inside them.
// Expressions wait until every name is known.
import type { Locale } from '../../core/locale/locale.ts';
import { localeOfLanguage, localeOfTexts } from '../choose-language.ts';
import { addElement, type Draft, type DraftForm, openNames, takeName } from '../draft-form.ts';
import type { KnownRepeat } from '../known-fields.ts';
import { Answers } from './answers.ts';
import { noteChoices, readChoiceLists } from './choice-lists.ts';
import { asMatrix } from './group-matrix.ts';
import { addChoice, addPlain, appearanceOf, hideUnless, noteAppearance } from './question-rows.ts';
import { choiceType, deviceFacts } from './question-types.ts';
import type { XlsRow, XlsSheets } from './read-sheets.ts';
import { addRepeatCount, addSpecial } from './special-rows.ts';
import type { Group, XlsContext } from './xls-context.ts';
import { labelFor } from './xls-texts.ts';

export function buildXlsForm(sheets: XlsSheets, form: DraftForm, locale: Locale | undefined): void {
  const { survey, settings, language } = sheets;
  const lists = readChoiceLists(sheets.choices, 'choices', form.notes);
  const externalLists = readChoiceLists(sheets.externalChoices, 'external_choices', form.notes);
  const context: XlsContext = { form, lists, externalLists, answers: new Answers() };
  const root: Group = {
    kind: 'root',
    list: form.root.children,
    names: openNames(),
    repeat: undefined,
    depth: 0,
    element: undefined,
    appearance: new Set(),
    rows: [],
  };
  const open: Group[] = [root];
  for (const row of survey.rows) readRow(context, open, row);
  if (open.length > 1) form.notes.add('survey', 'groupNotEnded', { count: open.length - 1 });
  while (open.length > 1) closeGroup(context, open);
  for (const task of form.later) task();

  const texts = survey.rows.slice(0, maxLooked).map((row) => row.text('label'));
  form.settings.locale = locale ?? localeOfLanguage(language.chosen) ?? localeOfTexts(texts);
  const title = settings.text('form_title') || settings.text('form_id');
  if (title !== '') form.settings.name = title;
  if (/\bpages\b/.test(settings.text('style'))) form.settings.display = 'steps';
  noteChoices(context.lists, sheets.choices, 'choices', form.notes);
  noteChoices(context.externalLists, sheets.externalChoices, 'external_choices', form.notes);
  noteRest(sheets, context);
}

/** Rows of which the texts say what language they are in. */
const maxLooked = 2_000;
/** Deeper groups are taken apart. */
const maxDepth = 20;

function readRow(context: XlsContext, open: Group[], row: XlsRow): void {
  const written = row.text('type');
  if (written === '') {
    if (row.unread().length > 0) context.form.notes.add(placeOf(row), 'noType');
    return;
  }
  const type = written
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim()
    // As the first XLSForms had it.
    .replace(/^add (.+) prompt$/, '$1');
  const group = open.at(-1)!;
  const where = placeOf(row);
  if (/^begin (?:group|repeat|loop)\b/.test(type)) {
    openGroup(context, open, row, type);
    noteUnread(context, row);
    return;
  }
  if (/^end (?:group|repeat|loop)$/.test(type)) {
    if (open.length > 1) closeGroup(context, open);
    else context.form.notes.add(where, 'endWithoutGroup');
    return;
  }
  const name = row.text('name');
  if (deviceFacts.has(type) || deviceFacts.has(written.toLowerCase())) {
    context.answers.addNone(name, type.includes('external') ? 'lookup' : 'today');
    context.form.notes.count('deviceFact', { name: written }, where);
    return;
  }
  if (addSpecial(context, group, row, type)) {
    noteUnread(context, row);
    return;
  }
  const choice = choiceType(written);
  const made = choice === undefined ? addPlain(context, group, row, type) : addChoice(context, group, row, choice);
  if (made === undefined) return;
  group.rows.push(made);
  noteUnread(context, row);
}

/** Cells that mean nothing to this kind of row. Those of other columns are noted by column, and a message alone says nothing. */
function noteUnread({ form }: XlsContext, row: XlsRow): void {
  for (const column of row.unread()) {
    if (!ownColumns.has(column) || column.endsWith('_message') || isNo.test(row.text(column))) continue;
    form.notes.count('property', { name: column }, placeOf(row));
  }
}

const isNo = /^(?:no|false|false\(\)|0)$/i;

export function placeOf(row: XlsRow): string {
  const name = row.text('name');
  return name === '' ? `survey ${row.line}` : `survey ${row.line} (${name})`;
}

function openGroup(context: XlsContext, open: Group[], row: XlsRow, type: string): void {
  const { form, answers } = context;
  const outer = open.at(-1)!;
  const where = placeOf(row);
  const isRepeat = type.startsWith('begin repeat');
  if (type.startsWith('begin loop')) form.notes.add(where, 'loop');
  const original = row.text('name');
  const appearance = appearanceOf(row);
  noteAppearance(context, row, appearance, groupLooks);
  if (outer.depth >= maxDepth) {
    form.notes.add(where, isRepeat ? 'repeatTooDeep' : 'groupTooDeep');
    open.push({ ...outer, kind: isRepeat ? 'repeat' : 'group', element: undefined, appearance: new Set(), rows: [] });
    return;
  }
  const name = takeName(outer.names, original, isRepeat ? 'rows' : 'section');
  // Rows are stored under its name; a group only has one.
  if (isRepeat && name !== original) form.notes.add(where, 'renamed', { name });
  const element: Draft = {
    type: isRepeat ? 'cRepeat' : 'cSection',
    name,
    ...labelFor(context, row, where),
    children: [],
  };
  addElement(form, outer.list, where, element);
  hideUnless(context, element, row, outer.repeat);
  const list = element.children as Draft[];
  if (!isRepeat) {
    open.push({ ...outer, kind: 'group', list, depth: outer.depth + 1, element, appearance, rows: [] });
    return;
  }
  const repeat: KnownRepeat = { keys: [name], around: outer.repeat };
  answers.addRepeat(original, repeat);
  addRepeatCount(context, element, row, outer.repeat);
  open.push({
    kind: 'repeat',
    list,
    names: openNames(),
    repeat,
    depth: outer.depth + 1,
    element,
    appearance,
    rows: [],
  });
}

function closeGroup(context: XlsContext, open: Group[]): void {
  const group = open.pop()!;
  const isTable = group.appearance.has('table-list') || group.rows.some(({ isListLabel }) => isListLabel);
  if (group.kind === 'group' && group.element !== undefined && isTable) {
    if (!asMatrix(context, group)) context.form.notes.add(context.form.places.get(group.element)!, 'tableList');
  }
}

/** Of a group: what it has here too. Those of one section are together on the page anyway. */
const groupLooks = new Set(['table-list', 'field-list']);

const ownColumns = new Set(
  (
    'type name label hint guidance_hint required required_message relevant constraint constraint_message calculation ' +
    'default read_only appearance parameters choice_filter repeat_count image audio video big-image trigger'
  ).split(' '),
);
const ownSettings = new Set(['form_title', 'form_id', 'style', 'default_language']);

/** Whatever of the workbook has nowhere to go. */
function noteRest(
  { survey, settings, settingNames, otherSheets, language, doubles, missing }: XlsSheets,
  context: XlsContext,
): void {
  const { notes } = context.form;
  for (const column of survey.columns) {
    if (ownColumns.has(column)) continue;
    const row = survey.rows.find((one) => one.text(column) !== '');
    if (row !== undefined) notes.add(placeOf(row), 'column', { name: column });
  }
  for (const name of settingNames) {
    if (!ownSettings.has(name) && settings.text(name) !== '') notes.add('settings', 'setting', { name });
  }
  const style = settings
    .text('style')
    .replace(/\bpages\b/, '')
    .trim();
  if (style !== '') notes.add('settings', 'setting', { name: `style: ${style}` });
  for (const [sheet, name] of doubles) notes.add(`${sheet} 1`, 'column', { name });
  for (const name of otherSheets) notes.add(name, 'sheet');
  if (!language.isFound) notes.add('', 'languageMissing', { name: language.chosen ?? '' });
  if (language.others.length > 0) notes.add('', 'languages', { names: language.others.join(', ') });
  if (missing.count > 0) notes.add('', 'textsMissing', { count: missing.count });
}
