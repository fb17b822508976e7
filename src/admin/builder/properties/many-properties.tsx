// What several selected elements have in common to be changed.
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField } from '../../ui/fields.tsx';
import { useBuilder } from '../builder-context.ts';

export function ManyProperties() {
  const { draft, ui, actions } = useBuilder();
  const t = useTexts('builder/builder');
  useSlice(draft, () => draft.get().definition);
  useSlice(ui, () => ui.get().also);
  const isRequired = actions.isRequired();
  return (
    <>
      {isRequired !== undefined && (
        <CheckField label={t('makeRequired')} isChecked={isRequired} onChange={(next) => actions.setRequired(next)} />
      )}
      <div class="buttons">
        <Button icon="rows" onPress={() => actions.group()}>
          {t('group')}
        </Button>
        <Button icon="copy" onPress={() => actions.duplicate()}>
          {t('duplicate')}
        </Button>
        <Button icon="trash" onPress={() => actions.remove()}>
          {t('remove')}
        </Button>
      </div>
    </>
  );
}
