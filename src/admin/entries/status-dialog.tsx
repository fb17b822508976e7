// Changing the status of an entry: only what the rules allow, with what happens spelled out. An edit
// to submitted runs no after-submit rules; a real submit does. [entries.edit.status] [entries.edit.no-submit]

import { useState } from 'preact/hooks';
import type { ApiEntry, EditedEntry } from '../../api-types/entries.ts';
import type { ApiForm } from '../../api-types/forms.ts';
import { ApiError } from '../../client/call-api.ts';
import { nextStatus } from '../../core/plan/entry-status.ts';
import { useApp } from '../app-context.ts';
import { useTexts } from '../texts.ts';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { CheckField } from '../ui/fields.tsx';
import { ErrorNotice, Notice } from '../ui/notices.tsx';

export type StatusTarget = 'submit' | 'submitted' | 'saved';

/** What the status can become, by which request; nothing for templates, renders and deleted entries. */
export function statusTargets({ status }: Pick<ApiEntry, 'status'>): readonly StatusTarget[] {
  const isEditable = (wanted: 'saved' | 'submitted') => {
    const next = nextStatus(status, 'edit', wanted);
    return next.allowed && next.status !== status;
  };
  const targets: StatusTarget[] = [];
  if (nextStatus(status, 'submit').allowed) targets.push('submit');
  if (isEditable('submitted')) targets.push('submitted');
  if (isEditable('saved')) targets.push('saved');
  return targets;
}

export interface StatusDialogProps {
  readonly form: ApiForm;
  readonly entry: ApiEntry;
  readonly onClose: () => void;
  readonly onDone: (entry: ApiEntry) => void;
}

export function StatusDialog({ form, entry, onClose, onDone }: StatusDialogProps) {
  const { api, notify } = useApp();
  const t = useTexts('entries/statusDialog');
  const targets = statusTargets(entry);
  const [target, setTarget] = useState<StatusTarget>(targets[0] ?? 'saved');
  const [sendsEmails, setSendsEmails] = useState(true);
  const [makesRenders, setMakesRenders] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const { emails = [], renders = [] } = (target === 'submit' ? form.postSubmit : form.postEdit) ?? {};

  const change = async () => {
    setBusy(true);
    setError(undefined);
    const flags = { skipEmails: !sendsEmails, skipRenders: !makesRenders };
    const body = target === 'submit' ? { ...flags, data: entry.data } : { ...flags, status: target };
    const path = `/entry/${entry.id}/${target === 'submit' ? 'submit' : 'edit'}`;
    try {
      const changed = await api.call<EditedEntry>(path, { body });
      notify(t('done'));
      onDone(changed.entry);
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };
  const words = (one: StatusTarget) =>
    one === 'saved' && entry.status === 'created'
      ? ([t('savedFirst'), t('savedFirstText')] as const)
      : ([t(one), t(`${one}Text`)] as const);

  return (
    <Dialog
      title={t('title')}
      onClose={onClose}
      onSubmit={() => !isBusy && void change()}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy}>
          {t('change')}
        </SubmitActions>
      }
    >
      <fieldset class="plain-fieldset">
        <legend class="visually-hidden">{t('title')}</legend>
        {targets.map((one) => (
          <label key={one} class="radio">
            <input type="radio" name="target" checked={target === one} onChange={() => setTarget(one)} />
            <span>
              <strong>{words(one)[0]}</strong>
              <span class="hint">{words(one)[1]}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {emails.length > 0 && <CheckField label={t('emails')} isChecked={sendsEmails} onChange={setSendsEmails} />}
      {renders.length > 0 && <CheckField label={t('renders')} isChecked={makesRenders} onChange={setMakesRenders} />}
      {error !== undefined && <Refusal error={error} />}
    </Dialog>
  );
}

function Refusal({ error }: { error: unknown }) {
  const t = useTexts('entries/statusDialog');
  if (!(error instanceof ApiError) || error.messages === undefined) return <ErrorNotice error={error} />;
  return (
    <Notice kind="error">
      <p>{t('invalid')}</p>
      <ul>
        {error.messages.map(({ modelPath, message }) => (
          <li key={modelPath} dir="auto">
            <bdi class="mono">{modelPath}</bdi>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
