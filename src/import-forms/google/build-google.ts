// A form of the Google Forms API as a form of ours: items one after another, page breaks between sections.
import type { Locale } from '../../core/locale/locale.ts';
import { localeOfTexts } from '../choose-language.ts';
import { addElement, type Draft, type DraftForm, openNames, takeName, takeNameFor } from '../draft-form.ts';
import { flagOf, type Json, objectOf, objectsOf, textOf } from '../json-reading.ts';
import { labelTexts, templateText } from '../plain-text.ts';
import type { GoogleContext } from './google-context.ts';
import { type GoogleField, questionKind, readOptions } from './google-questions.ts';
import { type GoogleSection, skipSections } from './google-sections.ts';

export function buildGoogle(value: Json, form: DraftForm, locale: Locale | undefined): void {
  const context: GoogleContext = { form, names: openNames(), texts: [] };
  const items = objectsOf(value, 'items');
  const isPaged = items.some((item) => Object.hasOwn(item, 'pageBreakItem'));
  const info = objectOf(value, 'info');
  const title = textOf(info, 'title') || textOf(info, 'documentTitle');
  const sections: GoogleSection[] = [];
  let section: GoogleSection = { id: '', element: undefined, jumps: [] };
  let list = form.root.children;
  if (isPaged) [section, list] = openSection(context, undefined, sections);
  else sections.push(section);
  addDescription(context, textOf(info, 'description'), list);
  for (const [at, item] of items.entries()) {
    const where = placeOf(item, at);
    if (Object.hasOwn(item, 'pageBreakItem')) [section, list] = openSection(context, item, sections);
    else addItem(context, item, { list, section, where });
    noteItem(context, item, where);
  }
  if (isPaged) form.settings.display = 'steps';
  skipSections(context, sections);
  for (const task of form.later) task();
  // A section that nothing was in, such as the first of a form that begins with a page break.
  const { children } = form.root;
  for (const one of [...children])
    if (one.children?.length === 0 && !one['help']) children.splice(children.indexOf(one), 1);
  if (title !== '') form.settings.name = title;
  form.settings.locale = locale ?? localeOfTexts([...context.texts, title]);
  noteSettings(context, objectOf(value, 'settings'));
  for (const name of Object.keys(value)) if (!ofForm.has(name)) form.notes.add('', 'setting', { name });
  noteOthers(context, info, 'info', '');
}

/** What is read of a form, and what only says where Google keeps it. */
const ofForm = new Set('formId revisionId responderUri info items settings'.split(' '));

/** All that the API has of each; whatever else there is was added since. */
const known: Readonly<Record<string, ReadonlySet<string>>> = {
  info: new Set(['title', 'documentTitle', 'description']),
  item: new Set(
    'itemId title description questionItem questionGroupItem pageBreakItem textItem imageItem videoItem'.split(' '),
  ),
  questionItem: new Set(['question', 'image']),
  question: new Set(
    (
      'questionId required grading choiceQuestion textQuestion scaleQuestion dateQuestion timeQuestion fileUploadQuestion ' +
      'ratingQuestion rowQuestion'
    ).split(' '),
  ),
  choiceQuestion: new Set(['type', 'options', 'shuffle']),
  textQuestion: new Set(['paragraph']),
  scaleQuestion: new Set(['low', 'high', 'lowLabel', 'highLabel']),
  dateQuestion: new Set(['includeTime', 'includeYear']),
  timeQuestion: new Set(['duration']),
  fileUploadQuestion: new Set(['types', 'maxFiles', 'maxFileSize']),
  ratingQuestion: new Set(['ratingScaleLevel', 'iconType']),
  questionGroupItem: new Set(['questions', 'grid', 'image']),
  grid: new Set(['columns', 'shuffleQuestions']),
};

function noteOthers({ form }: GoogleContext, holder: Json, kind: keyof typeof known, where: string): void {
  for (const name of Object.keys(holder))
    if (!known[kind]!.has(name)) form.notes.count('property', { name: `${kind}.${name}` }, where);
}

/** An item and everything in it. */
function noteItem(context: GoogleContext, item: Json, where: string): void {
  noteOthers(context, item, 'item', where);
  const questionItem = objectOf(item, 'questionItem');
  noteOthers(context, questionItem, 'questionItem', where);
  const group = objectOf(item, 'questionGroupItem');
  noteOthers(context, group, 'questionGroupItem', where);
  const grid = objectOf(group, 'grid');
  noteOthers(context, grid, 'grid', where);
  noteOthers(context, objectOf(grid, 'columns'), 'choiceQuestion', where);
  if (flagOf(objectOf(grid, 'columns'), 'shuffle')) context.form.notes.count('shuffled', {}, where);
  for (const question of [objectOf(questionItem, 'question'), ...objectsOf(group, 'questions')]) {
    noteOthers(context, question, 'question', where);
    for (const name of Object.keys(question))
      if (Object.hasOwn(known, name)) noteOthers(context, objectOf(question, name), name, where);
  }
}

export function placeOf(item: Json, at: number): string {
  const title = textOf(item, 'title');
  return title === '' ? `${at + 1}` : `${at + 1} (${title})`;
}

function openSection(
  { form, names, texts }: GoogleContext,
  item: Json | undefined,
  sections: GoogleSection[],
): [GoogleSection, Draft[]] {
  const title = item === undefined ? '' : textOf(item, 'title');
  const help = item === undefined ? '' : textOf(item, 'description');
  texts.push(title, help);
  const element: Draft = {
    type: 'cSection',
    name: takeName(names, `section${sections.length + 1}`, 'section'),
    ...(title !== '' && { label: title }),
    ...(help !== '' && { help }),
    children: [],
  };
  addElement(form, form.root.children, title || element.name, element);
  const section = { id: item === undefined ? '' : textOf(item, 'itemId'), element, jumps: [] };
  sections.push(section);
  return [section, element.children as Draft[]];
}

function addDescription({ form, names, texts }: GoogleContext, description: string, list: Draft[]): void {
  if (description === '') return;
  texts.push(description);
  addElement(form, list, 'description', {
    type: 'eText',
    name: takeName(names, 'description', 'text'),
    text: templateText(description),
  });
}

interface GooglePlace {
  readonly list: Draft[];
  readonly section: GoogleSection;
  /** For people. */
  readonly where: string;
}

function addItem(context: GoogleContext, item: Json, place: GooglePlace): void {
  const { list, where } = place;
  const { form, names, texts } = context;
  const title = textOf(item, 'title');
  const help = textOf(item, 'description');
  texts.push(title);
  if (Object.hasOwn(item, 'questionItem')) {
    const { question, image } = parts(item, 'questionItem');
    if (image) form.notes.add(where, 'image', { name: title });
    const field = questionKind(context, question, where);
    if (field === undefined) {
      const [type = '?'] = Object.keys(question).filter((key) => key.endsWith('Question'));
      form.notes.add(where, 'unknownType', { name: type });
    } else addQuestion(context, { title, help, question, field }, place);
  } else if (Object.hasOwn(item, 'questionGroupItem')) {
    addGroup(context, { title, help, group: objectOf(item, 'questionGroupItem') }, place);
  } else if (Object.hasOwn(item, 'textItem')) {
    addElement(form, list, where, {
      type: 'eText',
      name: takeNameFor(names, title, 'text'),
      ...(title !== '' && { label: title }),
      text: templateText(help),
    });
  } else if (Object.hasOwn(item, 'imageItem')) {
    form.notes.add(where, 'image', {
      name: textOf(objectOf(objectOf(item, 'imageItem'), 'image'), 'altText') || title,
    });
  } else if (Object.hasOwn(item, 'videoItem')) {
    const video = objectOf(objectOf(item, 'videoItem'), 'video');
    form.notes.add(where, 'video', { name: textOf(video, 'youtubeUri') || title });
  } else form.notes.add(where, 'unknownType', { name: Object.keys(item).find((key) => key.endsWith('Item')) ?? '?' });
}

function parts(item: Json, key: string): { question: Json; image: boolean } {
  const holder = objectOf(item, key);
  return { question: objectOf(holder, 'question'), image: Object.hasOwn(holder, 'image') };
}

interface Titled {
  readonly title: string;
  readonly help: string;
}

function addQuestion(
  { form, names }: GoogleContext,
  { title, help, question, field }: Titled & { readonly question: Json; readonly field: GoogleField },
  { list, section, where }: GooglePlace,
): void {
  const name = takeNameFor(names, title, 'question');
  const element: Draft = {
    name,
    ...labelTexts(title),
    ...(help !== '' && { help }),
    ...field.element,
    ...(flagOf(question, 'required') && { reqValidator: true }),
  };
  addElement(form, list, where, element);
  if (Object.hasOwn(question, 'grading')) form.notes.count('grading', {}, where);
  const options = objectsOf(objectOf(question, 'choiceQuestion'), 'options');
  for (const option of options) {
    const action = textOf(option, 'goToAction');
    const target = textOf(option, 'goToSectionId');
    if (target !== '' || (action !== '' && action !== 'GO_TO_ACTION_UNSPECIFIED' && action !== 'NEXT_SECTION')) {
      section.jumps.push({
        name,
        value: textOf(option, 'value'),
        action,
        target,
        where,
        isOther: flagOf(option, 'isOther'),
      });
    }
  }
}

/** A grid: one matrix, or a question for each row where several answers may be chosen. */
function addGroup(
  context: GoogleContext,
  { title, help, group }: Titled & { readonly group: Json },
  { list, where }: GooglePlace,
): void {
  const { form, names } = context;
  const columns = objectOf(objectOf(group, 'grid'), 'columns');
  const questions = objectsOf(group, 'questions');
  const options = readOptions(context, objectsOf(columns, 'options'), where);
  if (Object.hasOwn(group, 'image')) form.notes.add(where, 'image', { name: title });
  if (flagOf(objectOf(group, 'grid'), 'shuffleQuestions')) form.notes.count('shuffled', {}, where);
  const isRequired = questions.length > 0 && questions.every((one) => flagOf(one, 'required'));
  const rowTitle = (one: Json) => textOf(objectOf(one, 'rowQuestion'), 'title');
  const head = { ...labelTexts(title), ...(help !== '' && { help }) };
  for (const question of questions) if (Object.hasOwn(question, 'grading')) form.notes.count('grading', {}, where);
  if (textOf(columns, 'type') !== 'CHECKBOX') {
    const rows = openNames();
    const matrixQuestions = questions.map((one) => [takeNameFor(rows, rowTitle(one), 'row'), rowTitle(one)]);
    if (!isRequired && questions.some((one) => flagOf(one, 'required'))) form.notes.add(where, 'someRows');
    addElement(form, list, where, {
      type: 'fMatrix',
      name: takeNameFor(names, title, 'matrix'),
      ...head,
      matrixQuestions,
      options,
      ...(isRequired && { reqValidator: true }),
    });
    return;
  }
  form.notes.add(where, 'manyInMatrix');
  const section: Draft = { type: 'cSection', name: takeNameFor(names, title, 'section'), ...head, children: [] };
  delete section['labelHtml'];
  addElement(form, list, where, section);
  for (const question of questions) {
    addElement(form, section.children as Draft[], where, {
      type: 'fCheckbox',
      name: takeNameFor(names, rowTitle(question), 'row'),
      label: rowTitle(question),
      options,
      ...(flagOf(question, 'required') && { reqValidator: true }),
    });
  }
}

function noteSettings({ form }: GoogleContext, settings: Json): void {
  if (flagOf(objectOf(settings, 'quizSettings'), 'isQuiz')) form.notes.add('', 'setting', { name: 'quizSettings' });
  const collection = textOf(settings, 'emailCollectionType');
  if (collection === 'VERIFIED' || collection === 'RESPONDER_INPUT') {
    form.notes.add('', 'setting', { name: `emailCollectionType: ${collection}` });
  }
}
