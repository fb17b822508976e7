// The questions of a form that an ordinary HTML form can ask: texts, numbers, days and times, boxes, choices from a list. A form
// with anything else (repeats, files, signatures, searched options, texts that are worked out) has none: it needs the script.
// [fill-links.plain]
import type { Element } from '../../core/definition/form-definition.ts';
import { dataPathOf, type ElementPlace, listsIn, rootPlace } from '../../core/definition/walk-elements.ts';
import type { FieldStep } from '../../core/plan/form-plan.ts';
import { type Option, storedOptions } from '../../core/plan/option-list.ts';
import { itemTypeOf } from '../../core/plan/value-type-of.ts';
import { plainByKind } from '../../fields/all/server/plain.ts';
import { scalarValue } from '../../fields/choice/read-choice.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { cleanHtml, cleanOwnerHtml } from '../html/clean-html.ts';
import type { PlainControl } from './plain-controls.ts';

export interface PlainQuestion {
  readonly element: Element;
  readonly step: FieldStep;
  readonly keys: readonly string[];
  readonly control: PlainControl;
  readonly options: readonly Option[];
  /** The label as HTML, cleaned. */
  readonly labelHtml: string | undefined;
  /** Whether a condition decides if it is asked at all. */
  readonly isConditional: boolean;
}

/** A question, or words between them. */
export type PlainItem =
  | PlainQuestion
  | { readonly heading: string }
  | { readonly words: string }
  | { readonly html: string };

const maxItems = 200;
const maxOptions = 300;
/** Of its HTML, about. The name of a question, with the sections around it, is there once for each option. */
const maxCharacters = 500_000;
const charactersOfTags = 150;
/** To clean HTML takes so many times longer than to write text. */
const costOfCleaning = 5;

/** undefined for a form that a page without script cannot ask. */
export function plainItems(form: LoadedForm): readonly PlainItem[] | undefined {
  const known = cache.get(form);
  if (known !== undefined) return known.items;
  const items = listItems(form);
  cache.set(form, { items });
  return items;
}

/** A form that changes is another object. */
const cache = new WeakMap<LoadedForm, { readonly items: readonly PlainItem[] | undefined }>();

class NotPlain extends Error {}

function listItems({ definition, plan }: LoadedForm): readonly PlainItem[] | undefined {
  const steps = new Map(plan.shapes[0].steps.flatMap((step) => (step.kind === 'field' ? [[step.path, step]] : [])));
  const root = rootPlace(definition);
  const items: PlainItem[] = [];
  try {
    if (root !== undefined) addItems(root, { steps, items, isConditional: false, left: { characters: maxCharacters } });
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
  return items.some((item) => 'control' in item) ? items : undefined;
}

interface Listing {
  readonly steps: ReadonlyMap<string, FieldStep>;
  readonly items: PlainItem[];
  readonly isConditional: boolean;
  readonly left: { characters: number };
}

function spend({ left }: Listing, characters: number): void {
  left.characters -= characters;
  if (left.characters < 0) throw new NotPlain();
}

function addItems(place: ElementPlace, listing: Listing): void {
  const { element, kind } = place;
  const { items } = listing;
  const { label = '', help = '', placeholder = '', text = '', html = '', labelHtml = '' } = element;
  const words = label.length + help.length + placeholder.length + text.length;
  spend(listing, charactersOfTags + words + costOfCleaning * (html.length + labelHtml.length));
  if (items.length >= maxItems || kind === 'repeat') throw new NotPlain();
  if (isNever(element.relevant)) return;
  const inside = { ...listing, isConditional: listing.isConditional || typeof element.relevant === 'string' };
  if (kind === 'field') addQuestion(place, inside);
  if (kind === 'content') addWords(element, items);
  if (place.parent !== undefined && kind === 'section' && element.label) items.push({ heading: element.label });
  if (kind === 'section' && help) items.push({ words: help });
  for (const { tab, places } of listsIn(place)) {
    if (isNever(tab?.relevant)) continue;
    if (tab?.label) items.push({ heading: tab.label });
    const isConditional = inside.isConditional || typeof tab?.relevant === 'string';
    for (const one of places) addItems(one, { ...inside, isConditional });
  }
}

function isNever(relevant: Element['relevant']): boolean {
  return relevant === false;
}

function addWords({ type, label, text, html }: Element, items: PlainItem[]): void {
  if (type === 'eButton' || type === 'eEq') return;
  const shown = html || text;
  if (shown?.includes('{{')) throw new NotPlain();
  if (label) items.push({ words: label });
  if (html) items.push({ html: cleanOwnerHtml(html) ?? '' });
  else if (text) items.push({ words: text });
}

function addQuestion(place: ElementPlace, listing: Listing): void {
  const { steps, items, isConditional } = listing;
  const { element, dataKeys } = place;
  const step = steps.get(dataPathOf(place) ?? '');
  // The server works it out.
  if (step?.compute !== undefined) return;
  // A value that is worked out by the page, or that nobody may change, is for the script.
  const isFixed = element.readonly !== undefined && element.readonly !== false;
  const isMade = typeof element.initialValue === 'string' && element.initialValue.includes('{{');
  if (step === undefined || dataKeys === undefined || isFixed || isMade) throw new NotPlain();
  const options = optionsOf(element, step);
  const name = dataKeys.reduce((length, key) => length + key.length, charactersOfTags);
  spend(listing, name);
  for (const { label, value } of options ?? []) spend(listing, name + label.length + String(value).length);
  const control = controlOf(element, step, options);
  const labelHtml = element.labelHtml ? cleanHtml(element.labelHtml) : undefined;
  items.push({ element, step, keys: dataKeys, control, options: options ?? [], labelHtml, isConditional });
}

function controlOf(element: Element, { value }: FieldStep, options: readonly Option[] | undefined): PlainControl {
  const plain = plainByKind[value.kind];
  if (element.concealed === true && plain?.mayBeHidden) return 'hidden';
  const control = element.concealed === true ? undefined : plain?.control(element, options);
  if (control === undefined) throw new NotPlain();
  return control;
}

/** Each with the value that would be stored. */
function optionsOf(element: Element, { options, value }: FieldStep): readonly Option[] | undefined {
  const own = plainByKind[value.kind]?.options;
  if (own !== undefined) return own(element, maxOptions);
  if (options?.form !== 'list' || options.list.length > maxOptions) return undefined;
  const item = itemTypeOf(element);
  return item === scalarValue ? options.list : storedOptions(options.list, item);
}
