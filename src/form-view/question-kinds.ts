// Fields with more to them than their type, on the page: what core makes of them, and which control draws each. Loaded for the forms
// that have one or show answers in words, and with it the parts that these need. [fill-links.question-kinds]

import type { Element, FormDefinition } from '../core/definition/form-definition.ts';
import { fieldAdapter, type QuestionKind, questionKindOf } from '../core/definition/question-kinds.ts';
import type { AdaptedParts, AdaptField } from '../core/plan/form-plan.ts';
import { type ControlChoice, lazyControl } from './control-choice.ts';
import { importPart } from './import-part.ts';
import { lazyPart } from './lazy-part.tsx';
import type { ViewTools } from './view-node.ts';

export async function loadKinds({ formSchema }: Pick<FormDefinition, 'formSchema'>): Promise<KindTools> {
  const json = JSON.stringify(formSchema);
  const [phones, answers] = await Promise.all([
    json.includes('"str/phone"') ? importPart(() => import('../core/values/phone.ts')) : undefined,
    json.includes('answers') ? importPart(() => import('../print/answers-in-texts.ts')) : undefined,
  ]);
  const adapt = fieldAdapter(phones?.phoneValue);
  return {
    ...answers,
    adaptField(element, field) {
      const kind = questionKindOf(element, field);
      const adapted = adapt(element, field);
      return kind === undefined ? adapted : { ...adapted, look: lookOf(kind, element) };
    },
  };
}

type KindTools = ViewTools & { readonly adaptField: AdaptField };

const choices = lazyPart(() => import('../fields/choice/view/more-choices.tsx'));
const select = lazyPart(() => import('../fields/choice/view/other-select.tsx'));
const ranking = lazyPart(() => import('../fields/ranking/view/ranking.tsx'));
const scale = lazyPart(() => import('../fields/scale/view/scale.tsx'));
const slider = lazyPart(() => import('../fields/slider/view/slider.tsx'));
const phone = lazyPart(() => import('../fields/phone/view/phone.tsx'));

const looks: Readonly<Record<QuestionKind, ControlChoice>> = {
  choices: lazyControl(choices, 'group', 'checkbox', 'small'),
  select: lazyControl(select, 'for', 'select', 'small'),
  ranking: lazyControl(ranking, 'group', 'ranking', 'small'),
  scale: lazyControl(scale, 'group', 'rate', 'small'),
  slider: lazyControl(slider, 'for', 'slider', 'small'),
  phone: lazyControl(phone, 'for', 'text phone', 'small'),
};
const radios = lazyControl(choices, 'group', 'radio', 'small');

/** Of a field that is drawn without a plan, as in the builder. */
export function lookFor(element: Element, field: AdaptedParts): ControlChoice | undefined {
  const kind = questionKindOf(element, field);
  return kind && lookOf(kind, element);
}

function lookOf(kind: QuestionKind, { type }: Element): ControlChoice {
  return kind === 'choices' && type === 'fRadio' ? radios : looks[kind];
}
