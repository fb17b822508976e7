// Which parts of the fill app a form will ask for before it is drawn: named in the page, they come along with the app instead of
// after it. Only a hint: one that is missing here is loaded all the same, one too many costs a little. The names are those of
// the sources; rich fields are left out, since the form is drawn without them.
import type { FillerForm } from '../../api-types/forms.ts';
import type { Element, FormDefinition } from '../../core/definition/form-definition.ts';
import { usesPatterns, usesQuestionKinds, usesRemotes } from '../../core/definition/mentions.ts';
import { usesExpressions } from '../../core/definition/uses-expressions.ts';
import { valueTypeOf } from '../../core/plan/value-type-of.ts';
import { needsPatternEngine } from '../../core/text/simple-pattern.ts';
import { pageByKind } from '../../fields/all/kind.ts';
import { presets } from '../../fields/all/preset.ts';
import { mayBeSearched } from '../../fields/choice/searched-list.ts';
import { kindOfType } from '../../fields/element-types.ts';
import type { KindFacts } from '../../fields/kind.ts';

const partsOfContainers: Readonly<Record<string, string>> = {
  cRepeat: 'src/form-view/containers/repeat.tsx',
  cTabs: 'src/form-view/containers/tabs.tsx',
};

function partsOf(type: string): string[] {
  const kind = kindOfType(type);
  if (kind !== undefined) return pageOf(type) === 'part' ? [`src/fields/${kind}/view/${kind}.tsx`] : [];
  return [partsOfContainers[type] ?? []].flat();
}

function pageOf(type: string): KindFacts['page'] {
  return (pageByKind as { readonly [Kind in string]?: KindFacts['page'] })[kindOfType(type) ?? ''];
}

type FormOf = Pick<FormDefinition, 'formSchema' | 'locale' | 'theme' | 'display' | 'page'>;

/** `autofill` is what the browser may fill in, by the place of the element. */
export function formParts(form: FormOf, autofill: Readonly<Record<string, string>> = {}): string[] {
  const needs = needsOf(form);
  const parts = [...needs.types].flatMap(partsOf);
  if (needs.kinds) parts.push('src/form-view/question-kinds.ts');
  if (needs.answers) parts.push('src/print/answers-in-texts.ts');
  if (needs.html) parts.push('src/form-view/html-text.tsx');
  if (needs.counter) parts.push('src/fields/text/view/counter.tsx');
  if (needs.birthday || Object.values(autofill).includes('bday')) parts.push('src/fields/date/view/birthday.tsx');
  if (needs.count > longFrom) parts.push('src/form-view/still-fields.tsx');
  if (isStepped(form)) parts.push('src/fill/steps/steps.tsx');
  if (form.theme?.color !== undefined) parts.push('src/form-view/theme.ts');
  if (needs.expressions) parts.push('src/core/expression/page-engine.ts');
  if (needs.remotes) parts.push('src/core/validation/remote.ts');
  if (needs.patterns) parts.push('src/core/text/simple-pattern.ts');
  if (needs.patternEngine) parts.push('src/core/text/pattern.ts');
  return parts;
}

/** The folders of its questions with more to them than their type. */
export function formPresets(form: FormOf): readonly string[] {
  return [...needsOf(form).presets];
}

/** The areas of words that it asks for before it is drawn. */
export function wordAreas(form: Pick<FormDefinition, 'formSchema' | 'display' | 'page'>): string[] {
  return ['base', ...(needsOf(form).kinds ? ['kinds'] : []), ...(isStepped(form) ? ['steps'] : [])];
}

interface Needs
  extends Readonly<
    Record<
      'kinds' | 'answers' | 'html' | 'counter' | 'birthday' | 'expressions' | 'remotes' | 'patterns' | 'patternEngine',
      boolean
    >
  > {
  readonly types: ReadonlySet<string>;
  readonly presets: ReadonlySet<string>;
  /** Of all elements. */
  readonly count: number;
}

function needsOf(form: Pick<FormDefinition, 'formSchema'>): Needs {
  const key = form.formSchema ?? {};
  const known = needsOfSchemas.get(key) ?? findNeeds(form);
  needsOfSchemas.set(key, known);
  return known;
}

/** They are asked for with every page. */
const needsOfSchemas = new WeakMap<object, Needs>();

function findNeeds(form: Pick<FormDefinition, 'formSchema'>): Needs {
  const json = JSON.stringify(form.formSchema ?? {});
  const patterns = usesPatterns(json);
  const kinds = usesQuestionKinds(json);
  const elements: Element[] = [];
  addElements(form.formSchema?.rootElem, elements);
  return {
    kinds,
    answers: kinds && json.includes('answers'),
    html: /"(labelHtml|html)":"/.test(json),
    counter: json.includes('"str/maxLength"'),
    birthday: json.includes('"bday"'),
    types: new Set(elements.map(({ type }) => type)),
    presets: new Set(kinds ? elements.flatMap((element) => presetOf(element) ?? []) : []),
    count: elements.length,
    expressions: usesExpressions(form),
    remotes: usesRemotes(json),
    patterns,
    patternEngine: patterns && needsPatternEngine(form),
  };
}

type PageOf = Pick<FormDefinition, 'display' | 'page'>;

function isStepped({ display = 'page', page }: PageOf): boolean {
  return display !== 'page' || page?.review === true;
}

/** Which styles a form needs beside those that every form has: of rich fields, and of steps and what few pages offer. */
export function stylesOf(form: FillerForm): { isRich: boolean; isMore: boolean } {
  const { fillAgain, copy, emailLink } = form.page ?? {};
  return {
    isRich: needsOf(form).kinds || hasRichField(form.formSchema.rootElem),
    isMore: isStepped(form) || Boolean(fillAgain || copy || emailLink),
  };
}

function hasRichField(element: unknown): boolean {
  if (Array.isArray(element)) return element.some(hasRichField);
  if (typeof element !== 'object' || element === null) return false;
  const { type = '', children, rateLow, rateHigh, html } = element as Partial<Element>;
  if (pageOf(type) === 'rich' || rateLow || rateHigh || html?.includes('<img')) return true;
  return mayBeSearched(element as Partial<Element>) || hasRichField(children);
}

/** Forms up to here are drawn at once: see form-view/drawing.ts. */
const longFrom = 80;

function addElements(element: unknown, elements: Element[]): void {
  if (Array.isArray(element)) for (const one of element) addElements(one, elements);
  if (typeof element !== 'object' || element === null || Array.isArray(element)) return;
  const { type, children } = element as Partial<Element>;
  if (type !== undefined) elements.push(element as Element);
  addElements(children, elements);
}

function presetOf(element: Element): string | undefined {
  const value = valueTypeOf(element);
  if (value === undefined) return undefined;
  const { options } = element;
  const form = Array.isArray(options) ? 'list' : typeof options === 'string' ? 'expression' : 'set';
  const field = { value, rules: [], options: options === undefined || options === null ? undefined : { form } };
  return Object.entries(presets).find(([, { isOne }]) => isOne(element, field as never))?.[0];
}
