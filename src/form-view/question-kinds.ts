// Fields with more to them than their type, on the page: what core makes of them, and which control draws each. Loaded for the forms
// that have one or show answers in words, and with it the parts that these need. [fill-links.question-kinds]

import type { Element, FormDefinition } from '../core/definition/form-definition.ts';
import { fieldAdapter, type QuestionKind, questionKindOf } from '../core/definition/question-kinds.ts';
import type { AdaptedParts, AdaptField } from '../core/plan/form-plan.ts';
import { type ControlChoice, lazyControl } from './control-choice.ts';
import { importPart } from './import-part.ts';
import type { ViewTools } from './view-node.ts';
import { loadWords } from './words.ts';

export async function loadKinds({ formSchema }: Pick<FormDefinition, 'formSchema'>): Promise<KindTools> {
  const json = JSON.stringify(formSchema);
  const [phones, answers] = await Promise.all([
    json.includes('"str/phone"') ? importPart(() => import('../fields/phone/phone-value.ts')) : undefined,
    json.includes('answers') ? importPart(() => import('../print/answers-in-texts.ts')) : undefined,
    loadWords('kinds'),
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

const choices = lazyControl(() => import('../fields/choice/view/more-choices.tsx'), 'group', 'checkbox');
const looks: Readonly<Record<QuestionKind, ControlChoice>> = {
  choices,
  select: lazyControl(() => import('../fields/choice/view/other-select.tsx'), 'for', 'select'),
  ranking: lazyControl(() => import('../fields/ranking/view/ranking.tsx'), 'group', 'ranking'),
  scale: lazyControl(() => import('../fields/scale/view/scale.tsx'), 'group', 'rate'),
  slider: lazyControl(() => import('../fields/slider/view/slider.tsx'), 'for', 'slider'),
  phone: lazyControl(() => import('../fields/phone/view/phone.tsx'), 'for', 'text phone'),
};
const radios = { ...choices, className: 'radio' };

/** Of a field that is drawn without a plan, as in the builder. */
export function lookFor(element: Element, field: AdaptedParts): ControlChoice | undefined {
  const kind = questionKindOf(element, field);
  return kind && lookOf(kind, element);
}

function lookOf(kind: QuestionKind, { type }: Element): ControlChoice {
  return kind === 'choices' && type === 'fRadio' ? radios : looks[kind];
}
