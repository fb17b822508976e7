// Changing the data of an entry in the form itself. What the server says is shown at its field; who else changed the entry
// meanwhile is not overwritten unasked; what was typed is not lost by a stray press. [entries.edit.modes]

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ApiEntry, EditedEntry } from '../../api-types/entries.ts';
import type { ApiForm } from '../../api-types/forms.ts';
import { ApiError } from '../../client/call-api.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { useApp } from '../app-context.ts';
import { FormFrame, type FormFrameHandle } from '../form-frame/form-frame.tsx';
import { useLeaveGuard } from '../router.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { CheckField } from '../ui/fields.tsx';
import { ErrorNotice, Notice } from '../ui/notices.tsx';
import { changedKeys } from './changed-keys.ts';
import { keepEdit, mayKeepEdits } from './kept-edit.ts';

export interface EntryEditProps {
  readonly form: ApiForm;
  readonly entry: ApiEntry;
  /** What the form begins with, where it is not the entry as it is: an edit that was kept, old values that are put back. */
  readonly start?: EditStart | undefined;
  readonly onSaved: (entry: ApiEntry) => void;
  /** With the entry as it is by now, where that became known. */
  readonly onCancel: (current: ApiEntry | undefined) => void;
}

export interface EditStart {
  readonly data: JsonObject;
  /** What that is a change of; the entry as it is when missing. */
  readonly before?: Pick<ApiEntry, 'data' | 'modifyTime'>;
}

/** A pause in typing. */
const keepAfterMs = 400;

export function EntryEdit({ form, entry, start, onSaved, onCancel }: EntryEditProps) {
  const { api, ask, notify, user } = useApp();
  const t = useTexts('entries/edit');
  const [isChanged, setChanged] = useState(start !== undefined);
  const [sendsEmails, setSendsEmails] = useState(true);
  const [makesRenders, setMakesRenders] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [hasLostFile, setLostFile] = useState(false);
  const [conflict, setConflict] = useState<{ current: ApiEntry; data: JsonObject }>();
  const frame = useRef<FormFrameHandle>();
  const before = useRef<Pick<ApiEntry, 'data' | 'modifyTime'>>(start?.before ?? entry);
  const opened = useMemo(() => JSON.stringify(before.current.data), [entry]);
  const place = { user: user.id, entry: entry.id };
  const keeping = useRef<ReturnType<typeof setTimeout>>();
  const forget = () => {
    clearTimeout(keeping.current);
    keepEdit(place, undefined);
  };
  const keep = (data: JsonObject) => {
    clearTimeout(keeping.current);
    if (!mayKeepEdits(form)) return;
    const { data: dataBefore, modifyTime } = before.current;
    const kept = { before: { data: dataBefore, modifyTime }, data, time: new Date().toISOString() };
    keeping.current = setTimeout(() => keepEdit(place, kept), keepAfterMs);
  };
  useEffect(() => () => clearTimeout(keeping.current), []);
  const shown = useMemo(() => ({ id: form.id, definition: form }), [form.id, form.modifyTime]);
  const { emails = [], renders = [] } = form.postEdit ?? {};

  const mayLeave = async () => {
    const mayGo = await ask({ title: t('leaveTitle'), text: t('leaveText'), confirm: t('leave'), isDanger: true });
    if (mayGo) forget();
    return mayGo;
  };
  useLeaveGuard(isChanged, mayLeave);

  const send = async (data: JsonObject, updateMode: 'replace' | 'assign') => {
    const body = { data, updateMode, skipEmails: !sendsEmails, skipRenders: !makesRenders };
    const answer = await api.call<EditedEntry>(`/entry/${entry.id}/edit`, { body });
    setChanged(false);
    forget();
    notify(t('saved'));
    onSaved(answer.entry);
  };
  const attempt = async (action: () => Promise<void>) => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    setLostFile(false);
    try {
      await action();
    } catch (caught) {
      if (caught instanceof ApiError && caught.messages !== undefined) {
        frame.current?.showMessages(caught.messages);
      }
      setError(caught);
    }
    setBusy(false);
  };

  const save = () =>
    attempt(async () => {
      if (frame.current === undefined) return;
      const { data, haveFilesArrived } = await frame.current.take();
      if (!haveFilesArrived) return setLostFile(true);
      const current = await api.call<ApiEntry>(`/entry/${entry.id}`);
      // changedAt moves with every email sent too; what matters here is whether data or status did.
      if (current.modifyTime !== before.current.modifyTime) return setConflict({ current, data });
      await send(data, 'replace');
    });
  const saveMine = ({ data }: { data: JsonObject }) => {
    setConflict(undefined);
    void attempt(() => send(changedKeys(before.current.data, data), 'assign'));
  };
  const saveAll = ({ data }: { data: JsonObject }) => {
    setConflict(undefined);
    void attempt(() => send(data, 'replace'));
  };
  const cancel = async () => {
    if (isChanged && !(await mayLeave())) return;
    forget();
    onCancel(undefined);
  };

  return (
    <section class="stack entry-data" aria-label={t('editing')}>
      <div class="framed-form">
        <FormFrame
          title={t('editing')}
          form={shown}
          mode="edit"
          data={start?.data ?? entry.data}
          entry={entry.id}
          onChange={(data) => {
            const isOther = JSON.stringify(data) !== opened;
            setChanged(isOther);
            if (isOther) keep(data);
            else forget();
          }}
          onReady={(handle) => {
            frame.current = handle;
          }}
        />
      </div>
      {(emails.length > 0 || renders.length > 0) && (
        <div class="card stack">
          {emails.length > 0 && (
            <CheckField label={t('emails')} hint={emailNames(form)} isChecked={sendsEmails} onChange={setSendsEmails} />
          )}
          {renders.length > 0 && (
            <CheckField label={t('renders')} isChecked={makesRenders} onChange={setMakesRenders} />
          )}
          {entry.archivedRenders.length > 0 && <p class="quiet-text">{t('oldPdfs')}</p>}
        </div>
      )}
      <div class="card stack edit-bar">
        {hasLostFile && (
          <Notice kind="error">
            <p>{t('files')}</p>
          </Notice>
        )}
        {error !== undefined && (isInvalid(error) ? <Invalid /> : <ErrorNotice error={error} />)}
        <div class="buttons">
          <Button kind="primary" isBusy={isBusy} onPress={() => void save()}>
            {t('save')}
          </Button>
          <Button onPress={() => void cancel()}>{t('cancel')}</Button>
        </div>
      </div>
      {conflict !== undefined && (
        <Dialog
          title={t('conflictTitle')}
          onClose={() => setConflict(undefined)}
          actions={
            <>
              <Button onPress={() => setConflict(undefined)}>{t('back')}</Button>
              {conflict.current.status !== 'deleted' && (
                <>
                  <Button kind="danger" onPress={() => saveAll(conflict)}>
                    {t('saveAll')}
                  </Button>
                  <Button kind="primary" onPress={() => saveMine(conflict)}>
                    {t('saveMine')}
                  </Button>
                </>
              )}
            </>
          }
        >
          <p>{t(conflict.current.status === 'deleted' ? 'conflictDeleted' : 'conflict')}</p>
        </Dialog>
      )}
    </section>
  );
}

function emailNames(form: ApiForm): string {
  return (form.postEdit?.emails ?? []).map(({ subject, to }) => subject ?? to?.join(', ') ?? '').join(' · ');
}

function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.id === 'entry_failed_validation';
}

/** The API's own sentence speaks to programmers. */
function Invalid() {
  const t = useTexts('entries/edit');
  return (
    <Notice kind="error">
      <p>{t('invalid')}</p>
    </Notice>
  );
}
