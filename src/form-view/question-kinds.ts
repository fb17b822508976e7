// Fields with more to them than their type, on the page: what each folder makes of them, and which control draws each. Loaded for the
// forms that have one or show answers in words, and with it the parts that these need. [fill-links.question-kinds]

import type { FormDefinition } from '../core/definition/form-definition.ts';
import type { AdaptField } from '../core/plan/form-plan.ts';
import { presetViews } from '../fields/all/view/preset.ts';
import { importPart } from './import-part.ts';
import type { ViewTools } from './view-node.ts';
import { loadWords } from './words.ts';

type KindTools = ViewTools & { readonly adaptField: AdaptField };

const presets = Object.values(presetViews);

export async function loadKinds({ formSchema }: Pick<FormDefinition, 'formSchema'>): Promise<KindTools> {
  const json = JSON.stringify(formSchema);
  const [answers, _, ...loaded] = await Promise.all([
    json.includes('answers') ? importPart(() => import('../print/answers-in-texts.ts')) : undefined,
    loadWords('kinds'),
    ...presets.map(({ adapt, loadAdapt }) => loadAdapt?.(json) ?? adapt),
  ]);
  return {
    ...answers,
    adaptField(element, field) {
      const at = presets.findIndex(({ isOne }) => isOne(element, field));
      if (at < 0) return field;
      return { ...(loaded[at]?.(element, field) ?? field), look: presets[at]!.look(element, field) };
    },
  };
}
