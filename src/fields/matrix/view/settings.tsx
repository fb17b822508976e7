// Settings of a grid: its questions. [builder]

import { useBuilder } from '../../../admin/builder/builder-context.ts';
import { OptionsEditor } from '../../../admin/builder/options/options-editor.tsx';
import type { KindSettings } from '../../../admin/builder/properties/kind-settings.ts';
import { Group } from '../../../admin/builder/properties/property-group.tsx';
import type { PropertyProps } from '../../../admin/builder/properties/property-props.ts';
import { formLocale } from '../../../admin/builder/tree/element-kinds.ts';
import { useTexts } from '../../../admin/texts.ts';
import type { Element } from '../../../core/definition/form-definition.ts';

export const settings: KindSettings = [{ place: 'options', properties: ['matrixQuestions'], Part: QuestionsField }];

function QuestionsField({ element, names, set }: PropertyProps) {
  const { draft } = useBuilder();
  const t = useTexts('builder/property');
  return (
    <Group title={t('questions')}>
      <OptionsEditor
        value={element.matrixQuestions}
        onChange={(matrixQuestions) => set({ matrixQuestions: matrixQuestions as Element['matrixQuestions'] })}
        names={names}
        formLocale={formLocale(draft.get().definition)}
        isPlainList
      />
    </Group>
  );
}
