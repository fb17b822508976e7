// The options to choose from.
import { useTexts } from '../../texts.ts';
import { useBuilder } from '../builder-context.ts';
import { OptionsEditor } from '../options/options-editor.tsx';
import { formLocale } from '../tree/element-kinds.ts';
import { Group } from './property-group.tsx';
import type { PropertyProps } from './property-props.ts';

export function OptionsFields({ element, names, set }: PropertyProps) {
  const { draft } = useBuilder();
  const t = useTexts('builder/property');
  const locale = formLocale(draft.get().definition);
  return (
    <Group title={t('options')}>
      <OptionsEditor
        value={element.options}
        onChange={(options, more) => set({ options, ...more })}
        names={names}
        ownName={element.name}
        formLocale={locale}
        validators={element.validators}
      />
    </Group>
  );
}
