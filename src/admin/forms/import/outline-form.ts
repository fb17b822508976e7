// An imported form at a glance: its elements one below another, and how many there are of what.
import type { Element, FormDefinition } from '../../../core/definition/form-definition.ts';
import { type ElementPlace, walkElements } from '../../../core/definition/walk-elements.ts';

export interface OutlineRow {
  /** In the definition. */
  readonly path: string;
  readonly level: number;
  readonly element: Element;
  readonly title: string;
}

export interface FormOutline {
  readonly rows: readonly OutlineRow[];
  readonly counts: { readonly questions: number; readonly sections: number; readonly repeats: number };
  /** Elements that are shown, required or read-only in some cases only. */
  readonly conditions: number;
}

export function outlineForm(form: FormDefinition): FormOutline {
  const counts = { questions: 0, sections: 0, repeats: 0 };
  const rows: OutlineRow[] = [];
  const levels = new Map<ElementPlace | undefined, number>([[undefined, -1]]);
  let conditions = 0;
  for (const place of walkElements(form)) {
    const { element, parent, kind, elementPath: path } = place;
    const level = levels.get(parent)! + 1;
    levels.set(place, level);
    if (parent === undefined) continue;
    if (kind === 'field') counts.questions += 1;
    else if (kind === 'section') counts.sections += 1;
    else if (kind === 'repeat') counts.repeats += 1;
    if (hasCondition(element)) conditions += 1;
    rows.push({ path, level, element, title: titleOf(element) });
  }
  return { rows, counts, conditions };
}

function hasCondition({ relevant, readonly: locked, reqValidator }: Element): boolean {
  const req = typeof reqValidator === 'object' ? reqValidator.req : undefined;
  return [relevant, locked, req].some((condition) => typeof condition === 'string');
}

const maxTitle = 200;

/** What people read; of an HTML text its words, with dots for what depends on answers. */
function titleOf({ label, name, ...rest }: Element): string {
  const html = [rest['labelHtml'], rest['html'], rest.text].find((one) => typeof one === 'string' && one !== '');
  const words = label || (typeof html === 'string' ? html.slice(0, 20 * maxTitle).replace(/<[^>]*>/g, ' ') : '');
  const line = words
    .replace(/\{\{[^{}]*\}\}/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return line === '' ? name : line.slice(0, maxTitle);
}
