// The control of a field as people will see it before they use it: form-view's own, which nothing can be done to here.

import type { Element } from '../../../core/definition/form-definition.ts';
import { type Option, readOptionList } from '../../../core/plan/option-list.ts';
import { valueTypeOf } from '../../../core/plan/value-type-of.ts';
import { presetViews } from '../../../fields/all/view/preset.ts';
import { isYesOrNo } from '../../../fields/choice/yes-or-no.ts';
import type { ControlChoice } from '../../../form-view/control-choice.ts';
import { controlOf } from '../../../form-view/control-of.ts';
import { yesAndNo } from '../../../form-view/field-options.ts';
import type { FieldHost } from '../../../form-view/field-props.ts';
import type { FieldNode } from '../../../form-view/view-node.ts';
import { type FormWords, useCanvas } from './canvas-context.ts';

const noHost: FieldHost = {
  unfinished: () => [],
  setUnfinished() {},
  upload: () => new Promise(() => {}),
  track: (work) => work,
  search: () => new Promise(() => {}),
};

/** undefined for a type that is not a field. */
export function controlFor(element: Element): ControlChoice | undefined {
  const value = valueTypeOf(element);
  if (value === undefined) return undefined;
  const { options } = element;
  const list = optionsOf(element);
  const form = Array.isArray(options) ? 'list' : typeof options === 'string' ? 'expression' : 'set';
  const step = { value, element, options: options === undefined || options === null ? undefined : { form, list } };
  const preset = Object.values(presetViews).find(({ isOne }) => isOne(element, step as never));
  return preset?.look(element, step as never) ?? controlOf({ kind: 'field', element, step } as unknown as FieldNode);
}

export function optionsOf({ options }: Element): Option[] {
  return Array.isArray(options) ? readOptionList(options) : [];
}

export function ElementControl({ element, id, control }: { element: Element; id: string; control: ControlChoice }) {
  const { words } = useCanvas();
  const { Control } = control;
  return (
    <div class="cv-control" inert>
      <Control
        element={element}
        id={`cv-control-${id}`}
        labelId={`cv-label-${id}`}
        value={undefined}
        purpose={undefined}
        onChange={nothing}
        onLeave={nothing}
        isReadonly={false}
        isRequired={isAlwaysRequired(element)}
        isInvalid={false}
        describedBy={undefined}
        options={shownOptions(element, words)}
        host={noHost}
        {...words}
      />
    </div>
  );
}

function nothing(): void {}

/** A radio of yes and no has its options from the page. */
function shownOptions(element: Element, { texts }: FormWords): Option[] {
  const list = optionsOf(element);
  if (!isYesOrNo(element) || list.length > 0) return list;
  return yesAndNo(texts);
}

export function isAlwaysRequired({ reqValidator }: Element): boolean {
  if (typeof reqValidator !== 'object' || reqValidator === null) return reqValidator === true;
  const { req = true, level = 'error' } = reqValidator;
  return req === true && level === 'error';
}
