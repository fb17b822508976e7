// Settings of the form as a whole: names, language, whether it is open, what drafts are checked for, what is kept, its looks.

import { useId } from 'preact/hooks';
import type { FormDefinition } from '../../../core/definition/form-definition.ts';
import { defaultLocale } from '../../../core/locale/locale.ts';
import { languageChoices } from '../../../core/locale/locale-facts.ts';
import { isTimeZone } from '../../../core/locale/time-zone.ts';
import { useSlice } from '../../../web/store.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { CheckField, Labelled, SelectField, TextField } from '../../ui/fields.tsx';
import { useBuilder } from '../builder-context.ts';
import { ConditionField } from '../expressions/condition-field.tsx';
import { fieldNames } from '../expressions/expression-names.ts';
import { PageSettingsCard } from './page-settings.tsx';

export function SettingsView() {
  const { draft } = useBuilder();
  const t = useTexts('builder/settings');
  const definition = useSlice(draft, () => draft.get().definition);
  const set = (changes: Partial<FormDefinition>) => {
    draft.change((now) => withChanges(now, changes), `settings ${Object.keys(changes).join()}`);
  };
  return (
    <div class="settings-view stack">
      <section class="card stack">
        <h2>{t('names')}</h2>
        <TextField
          label={t('name')}
          hint={t('nameHint')}
          value={definition.name ?? ''}
          maxLength={1000}
          onChange={(name) => set({ name: name || undefined })}
        />
        <TextField
          label={t('publicName')}
          hint={t('publicNameHint')}
          value={definition.publicName ?? ''}
          maxLength={1000}
          onChange={(publicName) => set({ publicName: publicName || undefined })}
        />
        <SelectField
          label={t('locale')}
          hint={t('localeHint')}
          value={definition.locale ?? defaultLocale}
          choices={languageChoices}
          onChange={(locale) => set({ locale: locale === defaultLocale ? undefined : locale })}
        />
        <TimeZoneField definition={definition} set={set} />
      </section>
      <AccessSettings definition={definition} set={set} />
      <Looks definition={definition} set={set} />
      <PageSettingsCard definition={definition} set={set} />
      <DraftSettings definition={definition} set={set} />
      <section class="card stack">
        <h2>{t('keeping')}</h2>
        <CheckField
          label={t('keepRendered')}
          hint={t('keepRenderedHint')}
          isChecked={definition.saveRenderedEntries === 'all'}
          onChange={(isChecked) => set({ saveRenderedEntries: isChecked ? 'all' : undefined })}
        />
        <CheckField
          label={t('sharedDevice')}
          hint={t('sharedDeviceHint')}
          isChecked={definition.access?.keepDraftOnDevice === false}
          onChange={(isChecked) => {
            const { keepDraftOnDevice: _, ...access } = definition.access ?? {};
            set({ access: isChecked ? { ...access, keepDraftOnDevice: false } : access });
          }}
        />
        <CheckField
          label={t('keepFiles')}
          hint={t('keepFilesHint')}
          isChecked={definition.keepUploadedFiles?.includes('deleted') ?? false}
          onChange={(isChecked) => set({ keepUploadedFiles: isChecked ? ['deleted'] : undefined })}
        />
      </section>
    </div>
  );
}

interface PartProps {
  readonly definition: FormDefinition;
  readonly set: (changes: Partial<FormDefinition>) => void;
}

function AccessSettings({ definition, set }: PartProps) {
  const t = useTexts('builder/settings');
  const access = definition.access ?? {};
  return (
    <section class="card stack">
      <h2>{t('access')}</h2>
      <CheckField
        label={t('closed')}
        hint={t('closedHint')}
        isChecked={access.isDisabled === true}
        onChange={(isChecked) => set({ access: { ...access, isDisabled: isChecked } })}
      />
      <TextField
        label={t('closedMessage')}
        hint={t('closedMessageHint')}
        rows={2}
        value={access.disabledMessage ?? ''}
        onChange={(message) => {
          const { disabledMessage: _, ...rest } = access;
          set({ access: message === '' ? rest : { ...rest, disabledMessage: message } });
        }}
      />
    </section>
  );
}

const zones = () => Intl.supportedValuesOf('timeZone');

function TimeZoneField({ definition, set }: PartProps) {
  const t = useTexts('builder/settings');
  const name = definition.timeZone ?? '';
  const list = useId();
  return (
    <>
      <TextField
        label={t('timeZone')}
        hint={t('timeZoneHint')}
        dir="ltr"
        list={list}
        placeholder="UTC"
        value={name}
        error={name !== '' && !isTimeZone(name) ? t('timeZoneBad') : undefined}
        onChange={(timeZone) => set({ timeZone: timeZone.trim() || undefined })}
      />
      <datalist id={list}>
        {zones().map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
    </>
  );
}

function DraftSettings({ definition, set }: PartProps) {
  const t = useTexts('builder/settings');
  const names = fieldNames(definition);
  const schema = definition.formSchema ?? {};
  const setRule = (rule: 'validateSaved' | 'validateTemplate', value: boolean | string | undefined) => {
    const { [rule]: _, ...rest } = schema;
    set({ formSchema: value === undefined ? rest : { ...rest, [rule]: value } });
  };
  return (
    <section class="card stack">
      <h2>{t('drafts')}</h2>
      <p class="hint">{t('draftsHint')}</p>
      <ConditionField
        label={t('validateSaved')}
        value={schema.validateSaved}
        fallback={false}
        onChange={(value) => setRule('validateSaved', value)}
        names={names}
      />
      <ConditionField
        label={t('validateTemplate')}
        value={schema.validateTemplate}
        fallback={false}
        onChange={(value) => setRule('validateTemplate', value)}
        names={names}
      />
    </section>
  );
}

const defaultColor = '#0b6b52';

function Looks({ definition, set }: PartProps) {
  const t = useTexts('builder/settings');
  const { color, logo } = definition.theme ?? {};
  const change = (theme: { color?: string | undefined; logo?: string | undefined }) => {
    const kept = Object.fromEntries(Object.entries({ color, logo, ...theme }).filter(([, value]) => value));
    set({ theme: Object.keys(kept).length === 0 ? undefined : kept });
  };
  const isBadLogo = logo !== undefined && !/^https:\/\/[^\s/]+/.test(logo);
  return (
    <section class="card stack">
      <h2>{t('looks')}</h2>
      <Labelled label={t('color')} hint={t('colorHint')}>
        {(control) => (
          <div class="buttons">
            <input
              {...control}
              class="control color-control"
              type="color"
              value={color ?? defaultColor}
              onInput={(event) => change({ color: event.currentTarget.value })}
            />
            {color !== undefined && (
              <Button kind="quiet" icon="close" onPress={() => change({ color: undefined })}>
                {t('usualColor')}
              </Button>
            )}
          </div>
        )}
      </Labelled>
      <TextField
        label={t('logo')}
        hint={t('logoHint')}
        type="url"
        dir="ltr"
        value={logo ?? ''}
        error={isBadLogo ? t('logoBad') : undefined}
        onChange={(address) => change({ logo: address })}
      />
    </section>
  );
}

function withChanges(definition: FormDefinition, changes: Partial<FormDefinition>): FormDefinition {
  const entries = Object.entries({ ...definition, ...changes }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries);
}
