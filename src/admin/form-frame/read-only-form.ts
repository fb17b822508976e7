// A form that can only be looked at: every field is read-only, whatever its own rule says.
import type { Element, FormDefinition } from '../../core/definition/form-definition.ts';
import { withChanges } from '../../fields/with-changes.ts';

export function readOnlyForm(form: FormDefinition): FormDefinition {
  const { formSchema } = form;
  if (formSchema?.rootElem === undefined) return form;
  return { ...form, formSchema: { ...formSchema, rootElem: readonlyElement(formSchema.rootElem) } };
}

function readonlyElement(element: Element): Element {
  const { children } = element;
  const closed =
    element.type.startsWith('f') || element.type === 'cRepeat' ? withChanges(element, { readonly: true }) : element;
  if (children === undefined) return closed;
  return withChanges(closed, { children: children.map(readonlyChild) as Element['children'] });
}

function readonlyChild(child: Element | readonly Element[]): Element | Element[] {
  return Array.isArray(child) ? child.map(readonlyElement) : readonlyElement(child as Element);
}
