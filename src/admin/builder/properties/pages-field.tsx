// How the pages of a form are shown, asked for where they are built: as tabs, or one after the other.
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useBuilder } from '../builder-context.ts';

type Display = NonNullable<FormDefinition['display']>;

export function PagesField() {
  const { draft } = useBuilder();
  const t = useTexts('builder/page');
  const display = useSlice(draft, () => draft.get().definition.display ?? 'page');
  const choices: { value: Display; label: string }[] = [
    { value: 'page', label: t('pagesTabs') },
    { value: 'steps', label: t('pagesSteps') },
  ];
  if (display === 'one') choices.push({ value: 'one', label: t('displayOne') });
  const change = (value: Display) =>
    draft.change(({ display: _, ...now }) => (value === 'page' ? now : { ...now, display: value }));
  return <SelectField label={t('pagesShown')} value={display} choices={choices} onChange={change} />;
}
