// A form that starts as a copy of another one of the account.
import { useMemo, useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice } from '../ui/notices.tsx';
import { findForms } from './form-summary.ts';
import { useForms } from './use-forms.ts';
import { useMakeForm } from './use-make-form.ts';
import { copyOfForm, maxNameLength } from './writable-form.ts';

const shownForms = 50;

export function CopyFormDialog({ onClose }: { onClose: () => void }) {
  const { api, locale } = useApp();
  const t = useTexts('forms/newForm');
  const formats = useFormats();
  const { forms, isWhole, error: loadError, retry } = useForms();
  const [wanted, setWanted] = useState('');
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const { make, isBusy, error } = useMakeForm();
  const found = useMemo(() => findForms(forms, { wanted, order: 'activity', locale }), [forms, wanted, locale]);
  const submit = () => {
    if (chosen === undefined || name.trim() === '') return;
    void make(async () => copyOfForm(await api.call<ApiForm>(`/form/${chosen}`), name.trim()));
  };
  return (
    <Dialog
      title={t('fromForm')}
      onClose={onClose}
      onSubmit={submit}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy} isOff={chosen === undefined || name.trim() === ''}>
          {t('make')}
        </SubmitActions>
      }
    >
      {loadError !== undefined && <ErrorNotice error={loadError} onRetry={retry} />}
      {isWhole && forms.length === 0 && <p>{t('noForms')}</p>}
      <TextField label={t('search')} type="search" value={wanted} onChange={setWanted} />
      <fieldset class="choose-form">
        <legend class="visually-hidden">{t('choose')}</legend>
        {found.slice(0, shownForms).map((form) => (
          <label key={form.id}>
            <input
              type="radio"
              name="form"
              checked={form.id === chosen}
              onChange={() => {
                setChosen(form.id);
                setName(t('copyOf', { name: form.displayName }));
              }}
            />
            <span class="choose-name">
              <bdi>{form.displayName}</bdi>
            </span>
            <span class="quiet-text">{formats.ago(form.changedAt)}</span>
          </label>
        ))}
      </fieldset>
      {chosen !== undefined && (
        <TextField label={t('name')} value={name} onChange={setName} maxLength={maxNameLength} />
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
}
