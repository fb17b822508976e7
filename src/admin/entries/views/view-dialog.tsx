// The name of a saved view, and who has it: for a new one, and to change one.
import { useState } from 'preact/hooks';
import type { EntryView, ViewState } from '../../../api-types/views.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { Dialog, SubmitActions } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ErrorNotice } from '../../ui/notices.tsx';

export interface ViewDialogProps {
  readonly form: string;
  /** The one to change; without it a new one is saved. */
  readonly view?: EntryView | undefined;
  readonly state: ViewState;
  readonly onClose: () => void;
  readonly onSaved: (view: EntryView) => void;
}

const maxNameLength = 100;

export function ViewDialog({ form, view, state, onClose, onSaved }: ViewDialogProps) {
  const { api, user, notify } = useApp();
  const t = useTexts('entries/views');
  const [name, setName] = useState(view?.name ?? '');
  const [isShared, setShared] = useState(view?.isShared ?? false);
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isOthers = view?.isShared === true && view.by?.id !== user.id;

  const save = async () => {
    setTried(true);
    if (name.trim() === '' || isBusy) return;
    setBusy(true);
    setError(undefined);
    const about = { name: name.trim(), isShared };
    try {
      const saved = await (view === undefined
        ? api.call<EntryView>(`/form/${form}/views`, { body: { ...about, state } })
        : api.call<EntryView>(`/form/${form}/views/${view.id}`, { method: 'PATCH', body: about }));
      notify(t('saved'));
      onSaved(saved);
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t(view === undefined ? 'newTitle' : 'title')}
      onClose={onClose}
      onSubmit={() => void save()}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy}>
          {t('save')}
        </SubmitActions>
      }
    >
      <TextField
        label={t('name')}
        value={name}
        maxLength={maxNameLength}
        error={isTried && name.trim() === '' ? t('missing') : ''}
        onChange={setName}
      />
      <fieldset class="plain-fieldset" disabled={isOthers}>
        <legend>{t('who')}</legend>
        <label class="radio">
          <input type="radio" name="who" checked={!isShared} onChange={() => setShared(false)} />
          <span>{t('forMe')}</span>
        </label>
        <label class="radio">
          <input type="radio" name="who" checked={isShared} onChange={() => setShared(true)} />
          <span>
            {t('forTeam')}
            <span class="hint">{t('forTeamHint')}</span>
          </span>
        </label>
      </fieldset>
      {isOthers && view?.by !== undefined && <p class="quiet-text">{t('others', { name: view.by.name })}</p>}
      {error !== undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
}
