// A form from its definition, pasted or from a file.

import { useState } from 'preact/hooks';
import { ApiError } from '../../client/call-api.ts';
import { loadPart } from '../load-part.ts';
import { type TextKey, type Translate, useTexts } from '../texts.ts';
import { Dialog, SubmitActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/fields.tsx';
import { ErrorNotice, Notice, useErrorText } from '../ui/notices.tsx';
import type { ReadForm } from './read-form-json.ts';
import { useMakeForm } from './use-make-form.ts';

const maxFormBytes = 2_097_152;
const shownProblems = 20;

export function JsonDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts('forms/newForm');
  const errorText = useErrorText();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [read, setRead] = useState<ReadForm>();
  const { make, isBusy, error } = useMakeForm();
  const change = (value: string) => {
    setText(value);
    setProblem(undefined);
    setRead(undefined);
  };
  const submit = async () => {
    // The checks bring the pattern engine with them: loaded when asked for.
    const part = await loadPart(() => import('./read-form-json.ts')).catch((error: unknown) =>
      setProblem(errorText(error)),
    );
    if (part === undefined) return;
    const result = part.readFormJson(text);
    setRead(result);
    if ('form' in result) await make(result.form);
  };
  const takeFile = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > maxFormBytes) setProblem(t('fileTooLarge'));
    else change(await file.text());
  };
  return (
    <Dialog
      title={t('fromJson')}
      onClose={onClose}
      isWide
      onSubmit={() => void submit()}
      actions={
        <SubmitActions onCancel={onClose} isBusy={isBusy} isOff={text.trim() === ''}>
          {t('make')}
        </SubmitActions>
      }
    >
      <TextField
        {...{
          label: t('json'),
          hint: t('jsonHint'),
          value: text,
          onChange: change,
          rows: 14,
          dir: 'ltr',
          isMono: true,
        }}
        error={problem ?? syntaxText(read, t)}
      />
      <label class="button secondary file-button">
        {t('file')}
        <input
          class="visually-hidden"
          type="file"
          accept=".json,application/json"
          onChange={(event) => void takeFile(event.currentTarget.files?.[0])}
        />
      </label>
      {read !== undefined && 'problems' in read && (
        <Notice kind="error">
          <p>{t('problems')}</p>
          <ul class="problems mono" dir="ltr">
            {read.problems.slice(0, shownProblems).map(({ path, message }) => (
              <li key={path + message}>{message}</li>
            ))}
          </ul>
          {read.problems.length > shownProblems && (
            <p>{t('moreProblems', { count: read.problems.length - shownProblems })}</p>
          )}
        </Notice>
      )}
      {error instanceof ApiError && error.status === 400 ? (
        <Notice kind="error">
          <p>{t('problems')}</p>
          <p class="mono" dir="ltr">
            {error.message}
          </p>
        </Notice>
      ) : (
        error !== undefined && <ErrorNotice error={error} />
      )}
    </Dialog>
  );
}

function syntaxText(read: ReadForm | undefined, t: Translate<TextKey<'forms/newForm'>>) {
  if (read === undefined) return undefined;
  if ('isNoObject' in read) return t('notObject');
  if (!('syntax' in read)) return undefined;
  return 'why' in read.syntax ? t('notJson', read.syntax) : t('notJsonAt', read.syntax);
}
