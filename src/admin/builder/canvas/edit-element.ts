// What typing on the canvas does to the form. Each text of an element is a step to undo of its own.
import type {
  ElementChanges,
  FormDefinition,
  OptionItem,
  PageSettings,
} from '../../../core/definition/form-definition.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import { type Line, writeLines } from '../options/option-lines.ts';
import { changeTab } from '../tree/columns.ts';
import { kindOf, newElement } from '../tree/element-kinds.ts';
import {
  changeElement,
  elementAt,
  insertElement,
  type Placed,
  removeElement,
  type Slot,
  slotOf,
} from '../tree/element-tree.ts';
import type { KindName } from '../tree/kind-texts.ts';
import { withLabel } from '../tree/label-change.ts';

export function setLabel(draft: FormDraft, path: string, label: string): void {
  draft.change((now) => withLabel(now, draft.get().saved, path, label), `label@${path}`);
}

/** More lines than a form has questions are a text that was pasted into the wrong place. */
export const maxPastedQuestions = 200;

/** Lines that were pasted into a label: a question each, the first is the one that stands there. Gives the place of the last. */
export function setQuestions(draft: FormDraft, path: string, [first = '', ...others]: readonly string[]): string {
  const { saved, definition } = draft.get();
  const kind = kindOf(elementAt(definition, path)!);
  let now = withLabel(definition, saved, path, first);
  let last = path;
  for (const label of others) {
    const slot = slotOf(last)!;
    const added = insertElement(now, { ...slot, at: slot.at + 1 }, newElement(kind, now));
    now = withLabel(added.definition, saved, added.path, label);
    last = added.path;
  }
  draft.change(() => now, undefined, { path: last });
  return last;
}

type TextProperty = 'help' | 'text' | 'rowName' | 'placeholder';

export function setText(draft: FormDraft, path: string, property: TextProperty, text: string): void {
  draft.change((now) => changeElement(now, path, { [property]: text || undefined }), `${property}@${path}`);
}

export type ListProperty = 'options' | 'matrixQuestions';

/** `line` is the one that was typed in; without it the change is a step of its own. */
export function setLines(
  draft: FormDraft,
  path: string,
  property: ListProperty,
  lines: readonly Line[],
  line?: number,
): void {
  const items: OptionItem[] = writeLines(withoutEmpty(lines));
  const changes: ElementChanges = { [property]: items };
  draft.change(
    (now) => changeElement(now, path, changes),
    line === undefined ? undefined : `${property}.${line}@${path}`,
  );
}

export function setOther(draft: FormDraft, path: string, words: string): void {
  draft.change((now) => changeElement(now, path, { otherOption: words || true }), `other@${path}`);
}

export function withoutEmpty(lines: readonly Line[]): Line[] {
  return lines.filter((line) => line.type === 'group' || line.label !== '' || line.value !== '');
}

export function setTabLabel(draft: FormDraft, list: string, label: string): void {
  draft.change((now) => changeTab(now, list, { label: label || undefined } as { label: string }), `tab@${list}`);
}

/** The title as fillers see it. */
export function titleOf({ publicName, name }: FormDefinition): string {
  return publicName || name || '';
}

export function setTitle(draft: FormDraft, title: string): void {
  draft.change((now) => {
    const key = now.publicName ? 'publicName' : 'name';
    return { ...now, [key]: title };
  }, 'title@form');
}

export function setPageText(draft: FormDraft, name: 'submitText' | 'saveText', text: string): void {
  draft.change((now) => {
    const kept = Object.entries({ ...now.page, [name]: text }).filter(([, value]) => value);
    const { page: _, ...rest } = now;
    return kept.length === 0 ? rest : { ...rest, page: Object.fromEntries(kept) as PageSettings };
  }, `${name}@page`);
}

/** Another kind in the place of an element in which nothing was written yet. */
export function replaceElement(definition: FormDefinition, path: string, slot: Slot, kind: KindName): Placed {
  const without = removeElement(definition, path).definition;
  return insertElement(without, slot, newElement(kind, without));
}
