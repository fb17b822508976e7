// What can be done with a form from outside: duplicate, close, open, delete.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { ApiForm, FileCount } from '../../api-types/forms.ts';
import { useApp } from '../app-context.ts';
import { type Formats, useFormats } from '../formats.ts';
import { navigate } from '../router.ts';
import { type TextKey, type Translate, useTexts } from '../texts.ts';
import { useErrorText } from '../ui/notices.tsx';
import { CloseDialog } from './close-dialog.tsx';
import type { FormSummary } from './form-summary.ts';
import { copyOfForm } from './writable-form.ts';

export interface FormDeeds {
  readonly duplicate: (form: FormSummary) => Promise<void>;
  readonly close: (form: FormSummary) => void;
  readonly open: (form: FormSummary) => Promise<void>;
  readonly remove: (form: FormSummary) => Promise<void>;
  /** To be drawn somewhere on the page. */
  readonly dialog: ComponentChildren;
}

export function useFormActions(told: {
  onChanged: (form: ApiForm) => void;
  onRemoved: (id: string) => void;
}): FormDeeds {
  const { api, ask, notify, page } = useApp();
  const t = useTexts('forms/forms');
  const formats = useFormats();
  const errorText = useErrorText();
  const [closing, setClosing] = useState<FormSummary>();

  const tell = async (action: () => Promise<void>) => {
    try {
      await action();
    } catch (error) {
      notify(errorText(error), 'bad');
    }
  };
  const duplicate = (form: FormSummary) =>
    tell(async () => {
      const whole = await api.call<ApiForm>(`/form/${form.id}`);
      const body = copyOfForm(whole, t('copyOf', { name: whole.displayName }));
      const made = await api.call<ApiForm>('/form', { body });
      await navigate(`/admin/forms/${made.id}/`);
      notify(t('duplicated'));
    });
  const setAccess = async (form: FormSummary, access: ApiForm['access']) => {
    const changed = await api.call<ApiForm>(`/form/${form.id}`, { method: 'PATCH', body: { access } });
    told.onChanged(changed);
    notify(t(access?.isDisabled ? 'nowClosed' : 'nowOpen', { name: form.displayName }));
  };
  const open = (form: FormSummary) =>
    tell(() => setAccess(form, { ...textOf(form.access?.disabledMessage), isDisabled: false }));
  const remove = (form: FormSummary) =>
    tell(async () => {
      // Asked about as it is now: entries may have come since the page was loaded.
      const [now, files] = await Promise.all([
        api.call<ApiForm>(`/form/${form.id}`),
        api.call<FileCount>(`/form/${form.id}/fileCount`),
      ]);
      const text = consequences(now, files, { t, formats, link: `${page.appUrl}/f/${form.id}/` });
      const isYes = await ask({
        title: t('removeTitle', { name: now.displayName }),
        text,
        confirm: t('doRemove'),
        isDanger: true,
        ...(now.current.all > 0 && { typed: canBeTyped(now.displayName) ? now.displayName : t('removeWord') }),
      });
      if (!isYes) return;
      await api.call(`/form/${form.id}`, { method: 'DELETE' });
      told.onRemoved(form.id);
      notify(t('removed', { name: now.displayName }));
    });

  const dialog = closing !== undefined && (
    <CloseDialog
      form={closing}
      onClose={() => setClosing(undefined)}
      onDone={async (message) => {
        await setAccess(closing, { ...textOf(message), isDisabled: true });
        setClosing(undefined);
      }}
    />
  );
  return { duplicate, close: setClosing, open, remove, dialog };
}

const textOf = (disabledMessage: string | undefined) => (disabledMessage ? { disabledMessage } : {});

interface Words {
  readonly t: Translate<TextKey<'forms/forms'>>;
  readonly formats: Formats;
  readonly link: string;
}

function consequences(form: ApiForm, files: FileCount, { t, formats, link }: Words): string {
  const { all, submit, save } = form.current;
  const keepsFiles = form.keepUploadedFiles?.includes('deleted') === true;
  const size = formats.bytes(files.size);
  return [
    t('removeIntro'),
    t('removeForm'),
    ...(all === 0 ? [] : [t('removeEntries', { count: all, submitted: submit, drafts: save })]),
    ...(files.count === 0 ? [] : [t(keepsFiles ? 'keepFiles' : 'removeFiles', { count: files.count, size })]),
    ...(all === 0 ? [t('removeNothing')] : []),
    '',
    t('removeLinks', { link }),
  ].join('\n');
}

/** A name that a keyboard may not have, or that nobody wants to type, is replaced by a word. */
function canBeTyped(name: string): boolean {
  return (
    name.length <= 60 && name === name.trim() && /^[\p{L}\p{M}\p{N}\p{P} $+<=>^`|~]+$/u.test(name) && !/ {2}/.test(name)
  );
}
