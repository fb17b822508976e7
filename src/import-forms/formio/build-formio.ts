// A form of Form.io as a form of ours: components one after another, those with others inside around them.
import { isAutofillPurpose } from '../../core/definition/autofill-purposes.ts';
import type { Locale } from '../../core/locale/locale.ts';
import { localeOfTexts } from '../choose-language.ts';
import {
  addElement,
  type Draft,
  type DraftForm,
  dropElement,
  type Names,
  openNames,
  takeName,
  takeNameFor,
} from '../draft-form.ts';
import { flagOf, isObject, type Json, listOf, objectsOf, own, quoteJson, textOf } from '../json-reading.ts';
import type { Holds } from '../pieces.ts';
import { labelTexts, plainText, templateText } from '../plain-text.ts';
import type { FormioContext, FormioPlace, FormioQuestion } from './formio-context.ts';
import { formioKind } from './formio-kinds.ts';
import { addLayout } from './formio-layout.ts';
import { FormioNames } from './formio-names.ts';
import { isNothing, noteFormioRest } from './formio-rest.ts';
import { calculation, hideOrShow, setChecks, setRelevant } from './formio-rules.ts';

export function buildFormio(value: Json, form: DraftForm, locale: Locale | undefined): void {
  const context: FormioContext = { form, names: new FormioNames(), texts: [] };
  const components = objectsOf(value, 'components');
  addComponents(context, components, {
    list: form.root.children,
    names: openNames(),
    keys: [],
    repeat: undefined,
    rowPath: '',
    path: '',
    depth: 0,
  });
  for (const task of form.later) task();
  const title = textOf(value, 'title') || textOf(value, 'name');
  if (title !== '') form.settings.name = plainText(title);
  form.settings.locale = locale ?? localeOfTexts(context.texts);
  if (textOf(value, 'display') === 'wizard') form.settings.display = 'steps';
  else if (textOf(value, 'display') === 'pdf') form.notes.add('', 'setting', { name: 'display: pdf' });
  for (const name of Object.keys(value)) {
    if (!ofForm.has(name) && !isNothing(value[name], name)) form.notes.add('', 'setting', { name });
  }
}

/** What is read of a form, and what its server writes into it. */
const ofForm = new Set(
  '_id _vid _rev type machineName path created modified owner project components title name display'.split(' '),
);

/** Beyond this nobody looks. */
const maxLevels = 100;

export function addComponents(context: FormioContext, components: readonly unknown[], place: FormioPlace): void {
  for (const component of components) {
    if (!isObject(component)) continue;
    if (place.depth > maxLevels) {
      context.form.notes.add(placeOf(component), 'tooDeep', { count: maxLevels });
      return;
    }
    if (!addLayout(context, component, place) && !addContent(context, component, place))
      addField(context, component, place);
  }
}

export function placeOf(component: Json): string {
  return textOf(component, 'key') || textOf(component, 'label') || textOf(component, 'type');
}

export function takeKey(names: Names, component: Json, fallback: string): string {
  const key = textOf(component, 'key');
  return key === '' ? takeNameFor(names, textOf(component, 'label'), fallback) : takeName(names, key, fallback);
}

/** Texts and buttons; false for what holds an answer. */
function addContent(context: FormioContext, component: Json, place: FormioPlace): boolean {
  const { form } = context;
  const type = textOf(component, 'type');
  const where = placeOf(component);
  if (type === 'button') {
    const action = textOf(component, 'action') || 'submit';
    const label = plainText(textOf(component, 'label')).slice(0, 100);
    if (action !== 'submit') form.notes.add(where, 'button', { name: label || action });
    else if (label !== '' && label.toLowerCase() !== 'submit')
      form.settings.page = { ...form.settings.page, submitText: label };
    noteFormioRest(form.notes, component, 'button', where);
    return true;
  }
  if (type !== 'content' && type !== 'htmlelement') return false;
  const html = textOf(component, type === 'content' ? 'html' : 'content');
  if (html.trim() === '') return true;
  context.texts.push(html);
  const element: Draft = {
    type: 'eText',
    name: takeKey(place.names, component, 'text'),
    text: templateText(plainText(html)),
    html: templateText(html),
  };
  if (/\{\{/.test(html)) form.notes.count('property', { name: `${type} {{ }}` }, where);
  addElement(form, place.list, where, element);
  hideOrShow(context, { component, element, place, where });
  noteFormioRest(form.notes, component, 'content', where);
  return true;
}

function addField(context: FormioContext, component: Json, place: FormioPlace): void {
  const { form, names } = context;
  const type = textOf(component, 'type');
  const key = textOf(component, 'key');
  const where = placeOf(component);
  const field = formioKind(context, component, where);
  if (field === undefined) {
    form.notes.add(where, 'unknownType', { name: type || '?' });
    return;
  }
  const { element: made, holds, isLine = false } = field;
  const name = takeKey(place.names, component, 'question');
  if (key !== '' && name !== key) form.notes.add(where, 'renamed', { name });
  const label = textOf(component, 'label') || textOf(component, 'title');
  const help = [textOf(component, 'description'), textOf(component, 'tooltip')]
    .filter((text) => text !== '')
    .join('\n');
  const placeholder = textOf(component, 'placeholder');
  context.texts.push(label);
  const element: Draft = {
    name,
    ...(label !== '' && labelTexts(label)),
    ...(help !== '' && { help: plainText(help) }),
    ...(placeholder !== '' && { placeholder }),
    ...made,
  };
  addElement(form, place.list, where, element);
  const known = { keys: [...place.keys, name], repeat: place.repeat, holds };
  const path = `${place.path}${key}`;
  names.addField(path, key, known);
  for (const [part] of field.parts ?? []) {
    if (field.isBoxes) names.addBox(path, part, known);
    else names.addField(`${path}.${part}`, `${path}.${part}`, { ...known, keys: [...known.keys, part], holds: 'text' });
  }
  const asked: FormioQuestion = { component, element, place, where, holds, isLine };
  setRelevant(context, asked);
  setChecks(context, asked);
  setStart(context, asked);
  setCalculation(context, asked);
  noteScripts(context, asked);
  noteFormioRest(form.notes, component, 'field', where);
}

function setStart({ form }: FormioContext, { component, element, holds, where }: FormioQuestion): void {
  if (flagOf(component, 'disabled')) element['readonly'] = true;
  if (flagOf(component, 'hidden')) element['concealed'] = true;
  const purpose = own(component, 'autocomplete');
  if (isAutofillPurpose(purpose)) element['autocomplete'] = purpose;
  else if (typeof purpose === 'string' && purpose !== '' && purpose !== 'on')
    form.notes.count('property', { name: 'autocomplete' }, where);
  const given = own(component, 'defaultValue');
  const isNothing = given === undefined || given === null || given === '' || given === false;
  if (isNothing || (typeof given === 'object' && Object.keys(given as object).length === 0)) return;
  const value = initialValue(given, holds);
  if (value === undefined) form.notes.add(where, 'defaultValue', { source: quoteJson(given) });
  else if (!Array.isArray(value) || value.length > 0) element['initialValue'] = value;
}

function initialValue(given: unknown, holds: Holds): unknown {
  const isScalar = typeof given === 'string' || typeof given === 'number' || typeof given === 'boolean';
  if (holds === 'list') {
    if (Array.isArray(given)) return given.every((one) => typeof one === 'string') ? given : undefined;
    if (isObject(given)) return Object.keys(given).filter((key) => given[key] === true);
    return isScalar ? [String(given)] : undefined;
  }
  if (!isScalar) return undefined;
  if (holds === 'number') return given !== '' && Number.isFinite(Number(given)) ? Number(given) : undefined;
  if (holds === 'bool') return given === true || given === 'true' ? true : undefined;
  if (holds === 'date') return /^\d{4}-\d\d-\d\d/.test(String(given)) ? String(given).slice(0, 10) : undefined;
  return holds === 'text' ? templateText(String(given)) : undefined;
}

/** A value that people cannot change is shown as a calculation; any other is theirs to fill in. */
function setCalculation(context: FormioContext, made: FormioQuestion): void {
  const { form } = context;
  const { component, element, place, where, isLine } = made;
  const given = own(component, 'calculateValue');
  const isGiven =
    (typeof given === 'string' && given.trim() !== '') || (isObject(given) && Object.keys(given).length > 0);
  if (!isGiven) return;
  const isShown = flagOf(component, 'disabled') && !flagOf(component, 'hidden') && isLine;
  if (!isShown) {
    form.notes.add(where, 'calculationOfField', { source: typeof given === 'string' ? given : quoteJson(given) });
    return;
  }
  form.later.push(() => {
    const eq = calculation(context, made);
    if (eq === undefined) return;
    const { name, label, relevant } = element;
    const shown: Draft = {
      type: 'eEq',
      name,
      ...(label !== undefined && { label }),
      ...(relevant !== undefined && { relevant }),
      eq,
    };
    const at = place.list.indexOf(element);
    if (at < 0) return;
    place.list[at] = shown;
    form.places.set(shown, where);
    dropElement(form, element);
    form.notes.count('calculationShown', {}, where);
  });
}

/** What a component does, and nothing here can. */
function noteScripts({ form }: FormioContext, { component, holds, where }: FormioQuestion): void {
  const { notes } = form;
  const isMany = flagOf(component, 'multiple') && holds !== 'list';
  if (isMany) notes.add(where, 'multipleValues');
  const script = textOf(component, 'customDefaultValue');
  if (script.trim() !== '') notes.add(where, 'script', { name: 'customDefaultValue', source: script });
  for (const rule of listOf(component, 'logic').filter(isObject)) {
    notes.add(where, 'trigger2', { name: textOf(rule, 'name') || 'logic' });
  }
}
