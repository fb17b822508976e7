// Questions of SurveyJS that are one field, or a text: see survey-rows.ts for those with fields inside.
import { isAutofillPurpose } from '../../core/definition/autofill-purposes.ts';
import { addElement, type Draft, dropElement, takeName } from '../draft-form.ts';
import { flagOf, type Json, own, quoteJson, textOf } from '../json-reading.ts';
import { type Holds, printPiece } from '../pieces.ts';
import { plainText, templateText } from '../plain-text.ts';
import { noteProperties, scopeOf } from './build-survey.ts';
import { plainChoices, readChoices, setConditionalChoices } from './survey-choices.ts';
import { attemptPiece, setCondition, setValidators } from './survey-conditions.ts';
import type { SurveyContext, SurveyElement, SurveyPlace } from './survey-context.ts';
import { fieldKind, type SurveyField } from './survey-kinds.ts';
import { surveyLabel, surveyTemplate } from './survey-texts.ts';

/** The field, for whoever put the question together; undefined for what holds no answer. */
export function addQuestion(context: SurveyContext, question: Json, place: SurveyPlace): Draft | undefined {
  const { form, texts } = context;
  const type = textOf(question, 'type');
  const wanted = textOf(question, 'name');
  const where = wanted || type;
  if (type === 'html' || type === 'expression' || type === 'image') {
    addContent(context, question, place, type);
    return undefined;
  }
  const field = fieldKind(context, question, type, where);
  if (field === undefined) {
    form.notes.add(where, 'unknownType', { name: type });
    return undefined;
  }
  context.questions.set(wanted, question);
  const name = takeName(place.names, wanted, 'question');
  if (name !== wanted) form.notes.add(where, 'renamed', { name });
  const title = texts.read(question, 'title');
  const help = texts.read(question, 'description');
  const element: Draft = {
    name,
    ...(title === '' ? { label: wanted } : surveyLabel(title, where, form.notes)),
    ...(help !== '' && { help: surveyLabel(help, where, form.notes).label }),
    ...field.element,
  };
  addElement(form, place.list, where, element);
  const made: SurveyElement = { json: question, element, place, where };
  const labels = addOptions(context, made, field);
  place.table.fields.set(wanted, {
    keys: [...place.keys, name],
    repeat: place.table.repeat,
    holds: field.holds,
    ...(labels !== undefined && { labels }),
  });
  if (field.rows !== undefined) {
    for (const [row] of field.rows) {
      const keys = [...place.keys, name, row];
      place.table.fields.set(`${wanted}.${row}`, { keys, repeat: place.table.repeat, holds: 'text' });
    }
  }
  addRules(context, made, field.holds);
  noteProperties(context, question, knownProperties, where);
  noteUnsaid(context, question, element, where);
  return element;
}

const knownProperties = new Set(
  (
    'type name title description isRequired requiredIf requiredErrorText visibleIf enableIf readOnly visible validators ' +
    'defaultValue placeholder placeHolder autocomplete inputType min max step maxLength rows cols choices columns ' +
    'hasOther showOtherItem otherText hasNone showNoneItem noneText showRefuseItem refuseText showDontKnowItem dontKnowText ' +
    'choicesByUrl choicesVisibleIf choicesEnableIf choicesFromQuestion choicesFromQuestionMode choicesMin choicesMax choicesStep ' +
    'minSelectedChoices maxSelectedChoices multiSelect rateMin rateMax rateStep rateCount rateValues rateType rateDisplayMode ' +
    'minRateDescription maxRateDescription labelTrue labelFalse allowMultiple maxSize acceptedTypes isAllRowRequired ' +
    'eachRowRequired valueTrue valueFalse'
  ).split(' '),
);

/** Properties that are read, and of which this question could not take over what they say. */
function noteUnsaid({ form }: SurveyContext, question: Json, element: Draft, where: string): void {
  const type = textOf(question, 'type');
  const note = (name: string) => form.notes.count('property', { name: `${type}.${name}` }, where);
  const isGiven = (name: string) => ![undefined, null, ''].includes(own(question, name) as string | undefined);
  const rules = JSON.stringify(element['validators'] ?? []);
  for (const name of ['min', 'max']) if (isGiven(name) && !rules.includes(`/${name}"`)) note(name);
  const step = own(question, 'step');
  if (isGiven('step') && step !== 'any' && Number(step) !== 1 && element['step'] === undefined) note('step');
  for (const name of ['labelTrue', 'labelFalse', 'valueTrue', 'valueFalse']) if (isGiven(name)) note(name);
  for (const name of ['rateType', 'rateDisplayMode']) if (textOf(question, name) === 'smileys') note(name);
  if (type === 'comment' && (isGiven('rows') || isGiven('cols'))) form.notes.count('layout', {}, where);
}

function addOptions(
  context: SurveyContext,
  made: SurveyElement,
  field: SurveyField,
): ReadonlyMap<string, string> | undefined {
  if (!field.hasChoices) return undefined;
  const { element } = made;
  const choices = readChoices(context, made.json, made.where);
  if (choices === undefined) {
    // Without options it is a line of text.
    for (const key of ['selectMulti', 'ranked', 'otherOption']) delete element[key];
    element.type = 'fInput';
    return undefined;
  }
  element['options'] = plainChoices(choices);
  setConditionalChoices(context, made, choices);
  return new Map(choices.map(({ option }) => option));
}

function addRules(context: SurveyContext, made: SurveyElement, holds: Holds): void {
  const { form, texts } = context;
  const { json: question, element, where } = made;
  const message = plainText(texts.read(question, 'requiredErrorText'));
  if (flagOf(question, 'isRequired')) element['reqValidator'] = message === '' ? true : { message };
  else if (message !== '' && Object.hasOwn(question, 'requiredIf')) element['reqValidator'] = { message, req: false };
  for (const property of ['required', 'relevant', 'readonly'] as const) setCondition(context, made, property);
  if (own(question, 'visible') === false && !Object.hasOwn(question, 'visibleIf')) element['relevant'] = false;
  if (flagOf(question, 'readOnly')) element['readonly'] = true;
  setValidators(context, made);
  const placeholder = texts.read(question, 'placeholder') || texts.read(question, 'placeHolder');
  if (placeholder !== '') element['placeholder'] = plainText(placeholder);
  const purpose = own(question, 'autocomplete');
  if (isAutofillPurpose(purpose)) element['autocomplete'] = purpose;
  const initial = own(question, 'defaultValue');
  if (initial === undefined) return;
  const value = initialValue(initial, holds);
  if (value === undefined) form.notes.add(where, 'defaultValue', { source: quoteJson(initial) });
  else element['initialValue'] = value;
}

function initialValue(value: unknown, holds: Holds): unknown {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  if (holds === 'list') {
    const list = Array.isArray(value) ? value : [value];
    return list.every((one) => typeof one === 'string' || typeof one === 'number') ? list.map(String) : undefined;
  }
  if (!isScalar) return undefined;
  if (holds === 'number') return Number.isFinite(Number(value)) && value !== '' ? Number(value) : undefined;
  if (holds === 'bool') return typeof value === 'boolean' ? value : undefined;
  if (holds === 'date') return /^\d{4}-\d\d-\d\d/.test(String(value)) ? String(value).slice(0, 10) : undefined;
  return holds === 'text' ? templateText(String(value)) : undefined;
}

/** Texts, calculations and pictures. */
function addContent(context: SurveyContext, question: Json, place: SurveyPlace, type: string): void {
  const { form, texts } = context;
  const wanted = textOf(question, 'name');
  const where = wanted || type;
  if (type === 'image') {
    form.notes.add(where, 'image', { name: textOf(question, 'imageLink') });
    return;
  }
  const name = takeName(place.names, wanted, type === 'html' ? 'text' : 'calculation');
  if (type === 'html') {
    const html = texts.read(question, 'html');
    const element: Draft = { type: 'eText', name };
    addElement(form, place.list, where, element);
    setCondition(context, { json: question, element, place, where }, 'relevant');
    form.later.push(() => {
      const scope = scopeOf(context, place);
      const template = surveyTemplate(html, where, form.notes, scope);
      element['html'] = template;
      element['text'] = plainText(template);
    });
    return;
  }
  const source = textOf(question, 'expression');
  context.calculated.set(wanted, { expression: source, isOpen: false });
  const element: Draft = { type: 'eEq', name, label: plainText(texts.read(question, 'title')) || wanted };
  setCondition(context, { json: question, element, place, where }, 'relevant');
  form.later.push(() => {
    const made = source === '' ? undefined : attemptPiece(context, { place, where }, 'calculation', source);
    if (made === undefined) dropElement(form, element);
    else {
      element['eq'] = printPiece(made);
      form.notes.count('calculationShown', {}, where);
    }
  });
  addElement(form, place.list, where, element);
}
