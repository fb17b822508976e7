// The page that people fill: whole or in steps, its buttons, what it offers afterwards.
import { hasSubmitButton } from '../../../core/definition/check-form.ts';
import type { FormDefinition, PageSettings } from '../../../core/definition/form-definition.ts';
import { useTexts } from '../../texts.ts';
import { CheckField, SelectField, TextField } from '../../ui/fields.tsx';

export interface PageSettingsProps {
  readonly definition: FormDefinition;
  readonly set: (changes: Partial<FormDefinition>) => void;
}

export function PageSettingsCard({ definition, set }: PageSettingsProps) {
  const t = useTexts('builder/page');
  const { page = {}, display = 'page' } = definition;
  const change = (changes: { [Name in keyof PageSettings]: PageSettings[Name] | undefined }) => {
    const kept = Object.entries({ ...page, ...changes }).filter(([, value]) => value);
    set({ page: kept.length === 0 ? undefined : Object.fromEntries(kept) });
  };
  const text = (name: 'submitText' | 'nextText' | 'backText' | 'saveText') => (
    <TextField
      label={t(name)}
      maxLength={100}
      value={page[name] ?? ''}
      onChange={(value) => change({ [name]: value })}
    />
  );
  const check = (name: 'review' | 'hideSave' | 'hideSubmit' | 'fillAgain' | 'helpInPdf') => (
    <CheckField label={t(name)} isChecked={page[name] === true} onChange={(isOn) => change({ [name]: isOn })} />
  );
  return (
    <section class="card stack">
      <h2>{t('page')}</h2>
      <SelectField
        label={t('display')}
        value={display}
        choices={[
          { value: 'page', label: t('displayPage') },
          { value: 'steps', label: t('displaySteps') },
          { value: 'one', label: t('displayOne') },
        ]}
        onChange={(value) => set({ display: value === 'page' ? undefined : value })}
      />
      {check('review')}
      <SelectField
        label={t('colorScheme')}
        value={page.colorScheme ?? ''}
        choices={[
          { value: '', label: t('schemeAuto') },
          { value: 'light', label: t('schemeLight') },
          { value: 'dark', label: t('schemeDark') },
        ]}
        onChange={(value) => change({ colorScheme: value || undefined })}
      />
      {text('submitText')}
      {(display !== 'page' || page.review === true) && (
        <>
          {text('nextText')}
          {text('backText')}
        </>
      )}
      {(hasSubmitButton(definition) || page.hideSubmit) && check('hideSubmit')}
      {check('hideSave')}
      {page.hideSave !== true && (
        <>
          {text('saveText')}
          <CheckField
            label={t('emailLink')}
            hint={t('emailLinkHint')}
            isChecked={page.emailLink === true}
            onChange={(emailLink) => change({ emailLink })}
          />
        </>
      )}
      {check('fillAgain')}
      <SelectField
        label={t('copy')}
        value={page.copy ?? ''}
        choices={[
          { value: '', label: t('copyNone') },
          { value: 'answers', label: t('copyAnswers') },
          { value: 'pdf', label: t('copyPdf') },
        ]}
        onChange={(value) => change({ copy: value || undefined })}
      />
      {check('helpInPdf')}
      <TextField
        label={t('description')}
        hint={t('descriptionHint')}
        rows={2}
        maxLength={1000}
        value={page.description ?? ''}
        onChange={(description) => change({ description })}
      />
    </section>
  );
}
