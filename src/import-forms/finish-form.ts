// The end of an import: a definition that the service accepts. What it would refuse is left out, with a note, and looked at again.
import { checkForm, type DefinitionProblem } from '../core/definition/check-form.ts';
import type { FormDefinition } from '../core/definition/form-definition.ts';
import type { Draft, DraftForm } from './draft-form.ts';
import { ImportFormError } from './import-problem.ts';

/** Leaving one thing out may bring up another. */
const maxRounds = 30;
/** The body of POST /form. */
const maxFormBytes = 2_097_152;

export function finishForm(draft: DraftForm): FormDefinition {
  cutLabels(draft);
  const definition = () => ({ ...draft.settings, formSchema: { rootElem: draft.root } }) as unknown as FormDefinition;
  checkSize(draft);
  for (let round = 0; round < maxRounds; round++) {
    const problems = checkForm(definition());
    // What is left is data alone: no two parts share an object, nothing is undefined.
    if (problems.length === 0) return JSON.parse(JSON.stringify(definition(), inOrder)) as FormDefinition;
    leaveOut(draft, problems);
  }
  throw new ImportFormError('tooMuchWork');
}

const maxLabel = 10_000;

function cutLabels({ places, notes }: DraftForm): void {
  for (const [element, where] of places) {
    const { label, labelHtml } = element;
    const isLong = (text: unknown) => typeof text === 'string' && text.length > maxLabel;
    if (isLong(label)) element['label'] = (label as string).slice(0, maxLabel);
    // Half of its tags would be worth nothing.
    if (isLong(labelHtml)) delete element['labelHtml'];
    if (isLong(label) || isLong(labelHtml)) notes.add(where, 'textCut', { count: maxLabel });
  }
}

/** As people write an element: what it is first, what is in it last. */
function inOrder(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || !Object.hasOwn(value, 'type'))
    return value;
  const { type, name, label, labelHtml, help, children, ...rest } = value as Record<string, unknown>;
  return { type, name, label, labelHtml, help, ...rest, children };
}

function checkSize(draft: DraftForm): void {
  if (draft.root.children.length === 0) throw new ImportFormError('noQuestions');
  const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;
  // Some kilobytes are left for what the settings may hold.
  if (bytes(draft.root) + bytes(draft.settings) < maxFormBytes - 10_000) return;
  const options = JSON.stringify(draft.root, (key, value: unknown) => (key === 'options' ? undefined : value)).length;
  throw new ImportFormError('formTooLarge', { what: options * 2 < maxFormBytes ? 'options' : 'texts' });
}

/** The last first, so that the places of the others stay what they are. */
function leaveOut({ root, notes, places, settings }: DraftForm, problems: readonly DefinitionProblem[]): void {
  const seen = new Set<string>();
  for (const { path, message } of [...problems].reverse()) {
    const keys = path.split('.');
    if (keys[0] !== 'formSchema') {
      notes.add('', 'notAccepted', { name: message });
      delete settings[keys[0] as keyof typeof settings];
      continue;
    }
    if (keys.length === 2) throw new ImportFormError('tooMuchWork');
    const found = findPart(root, keys.slice(2));
    if (found === undefined || seen.has(found.place)) continue;
    seen.add(found.place);
    notes.add(places.get(found.element) ?? found.element.name, 'notAccepted', { name: message });
    found.remove();
  }
}

interface FoundPart {
  readonly element: Draft;
  readonly place: string;
  readonly remove: () => void;
}

/** The innermost element on the path, and what is to go: a property, an item of a list of rules, or the element. */
function findPart(root: Draft, keys: readonly string[]): FoundPart | undefined {
  let element: Draft = root;
  let list: Draft[] | undefined;
  let at = 0;
  while (keys[at] === 'children') {
    let inside: unknown = element.children;
    at += 1;
    // Columns and tabs hold lists of lists.
    while (Array.isArray(inside) && at < keys.length && /^\d+$/.test(keys[at]!)) {
      list = inside as Draft[];
      inside = inside[Number(keys[at])];
      at += 1;
    }
    if (typeof inside !== 'object' || inside === null || Array.isArray(inside)) return undefined;
    element = inside as Draft;
  }
  const place = keys.slice(0, at).join('.');
  const [property, index] = keys.slice(at);
  const known = element;
  if (property === undefined || property === 'type' || property === 'name' || property === 'children') {
    const holder = list;
    if (holder === undefined) return undefined;
    return { element, place, remove: () => void holder.splice(holder.indexOf(known), 1) };
  }
  const value = known[property];
  if (property === 'validators' && Array.isArray(value) && index !== undefined) {
    return { element, place: `${place}.${property}.${index}`, remove: () => void value.splice(Number(index), 1) };
  }
  if (property === 'tabs' && Array.isArray(value) && index !== undefined) {
    const tab = value[Number(index)] as Record<string, unknown> | undefined;
    return { element, place: `${place}.${property}.${index}`, remove: () => void delete tab?.['relevant'] };
  }
  return { element, place: `${place}.${property}`, remove: () => void delete known[property] };
}
