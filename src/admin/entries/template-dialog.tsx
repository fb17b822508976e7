// Making a template: a starting point filled in the form itself, with a short link that opens the form from it.
// [entries.template]

import { useMemo, useRef, useState } from 'preact/hooks';
import type { CreatedTemplate } from '../../api-types/entries.ts';
import type { ApiForm } from '../../api-types/forms.ts';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { FormFrame, type FormFrameHandle } from '../form-frame/form-frame.tsx';
import { useTexts } from '../texts.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { CheckField, TextField } from '../ui/fields.tsx';
import { ErrorNotice, Notice } from '../ui/notices.tsx';

/** The service makes short links unless it is told not to. */
type Linked = Required<CreatedTemplate>;

interface Made extends Linked {
  readonly isNamed: boolean;
}

export function TemplateDialog(props: { form: ApiForm; onClose: () => void; onMade: () => void }) {
  const { form, onClose, onMade } = props;
  const { api } = useApp();
  const t = useTexts('entries/templateDialog');
  const [name, setName] = useState('');
  const [sendsEmails, setSendsEmails] = useState(true);
  const [makesRenders, setMakesRenders] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [hasLostFile, setLostFile] = useState(false);
  const [made, setMade] = useState<Made>();
  const frame = useRef<FormFrameHandle>();
  // Counts change under an open dialog; the form in it must not start over.
  const shown = useMemo(() => ({ id: form.id, definition: form }), [form.id, form.modifyTime]);
  const { emails = [], renders = [] } = form.postTemplate;

  const make = async () => {
    if (isBusy || frame.current === undefined) return;
    setBusy(true);
    setError(undefined);
    setLostFile(false);
    try {
      const { data, haveFilesArrived } = await frame.current.take();
      if (!haveFilesArrived) setLostFile(true);
      else {
        const body = { form: form.id, data, skipEmails: !sendsEmails, skipRenders: !makesRenders };
        const template = await api.call<Linked>('/entry/template', { body });
        setMade({ ...template, isNamed: await setTemplateName(template.entryId) });
        onMade();
      }
    } catch (caught) {
      if (caught instanceof ApiError && caught.messages !== undefined) {
        frame.current.showMessages(caught.messages);
      }
      setError(caught);
    }
    setBusy(false);
  };

  /** The template is made by then: a failure here must not make another. */
  const setTemplateName = async (entry: string): Promise<boolean> => {
    if (name.trim() === '') return true;
    try {
      await api.call(`/entry/${entry}`, { method: 'PATCH', body: { name: name.trim() } });
      return true;
    } catch (caught) {
      if (caught instanceof ApiError) return false;
      throw caught;
    }
  };

  if (made !== undefined) {
    return (
      <Dialog title={t('title')} onClose={onClose} actions={<Button onPress={onClose}>{t('close')}</Button>}>
        <Notice kind={made.isNamed ? 'good' : 'warning'}>
          <p role="status">{t(made.isNamed ? 'done' : 'unnamed')}</p>
        </Notice>
        <CopyField label={t('link')} text={made.shortUrl} />
        <LinkButton href={`/admin/entries/${form.id}/${made.entryId}/`}>{t('open')}</LinkButton>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t('title')}
      isWide
      onClose={onClose}
      onSubmit={() => void make()}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy}>
          {t('make')}
        </SubmitActions>
      }
    >
      <p>{t('what')}</p>
      <TextField label={t('name')} hint={t('nameHint')} value={name} onChange={setName} maxLength={1000} />
      <div class="framed-form">
        <FormFrame
          title={t('form')}
          form={shown}
          mode="edit"
          onReady={(handle) => {
            frame.current = handle;
          }}
        />
      </div>
      {emails.length > 0 && <CheckField label={t('emails')} isChecked={sendsEmails} onChange={setSendsEmails} />}
      {renders.length > 0 && <CheckField label={t('renders')} isChecked={makesRenders} onChange={setMakesRenders} />}
      {hasLostFile && (
        <Notice kind="error">
          <p>{t('files')}</p>
        </Notice>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
    </Dialog>
  );
}
