// What a content element shows: a text, a calculation, or a button and what it does.
import { useTexts } from '../../texts.ts';
import { SelectField } from '../../ui/fields.tsx';
import { ExpressionField } from '../expressions/expression-field.tsx';
import { ContentText } from './content-text.tsx';
import type { PropertyProps } from './property-props.ts';

export function ContentFields(properties: PropertyProps) {
  const { element, names, set } = properties;
  const t = useTexts('builder/property');
  if (element.type === 'eEq') {
    return (
      <ExpressionField
        label={t('eq')}
        kind="expression"
        names={names}
        value={element.eq ?? ''}
        onChange={(eq) => set({ eq })}
        rows={2}
      />
    );
  }
  if (element.type !== 'eButton') return <ContentText {...properties} />;
  const action = element.buttonAction === 'save' ? 'save' : 'submit';
  return (
    <>
      <ExpressionField
        label={t('buttonText')}
        kind="template"
        names={names}
        value={element.text ?? ''}
        onChange={(text) => set({ text })}
        rows={1}
        hint={t('textHint')}
      />
      <SelectField
        label={t('buttonAction')}
        value={action}
        choices={[
          { value: 'submit', label: t('buttonSubmit') },
          { value: 'save', label: t('buttonSave') },
        ]}
        onChange={(value) => set({ buttonAction: value === 'save' ? 'save' : undefined })}
      />
    </>
  );
}
