// Sends a picture for the form and gives its address to whoever asked: for options, texts, thank-you pages and emails. [forms.pictures]
import { useRef, useState } from 'preact/hooks';
import type { AddedPicture } from '../../../api-types/forms.ts';
import { ApiError } from '../../../client/call-api.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { useBuilder } from '../builder-context.ts';
import { questionTexts } from './question-texts.ts';

const maxBytes = 2_097_152;
const pictureTypes = 'image/png,image/jpeg,image/gif,image/webp';

export interface PictureButtonProps {
  readonly label: string;
  /** The whole address, as it can be put into an email too. */
  readonly onAdded: (url: string) => void;
}

export function PictureButton({ label, onAdded }: PictureButtonProps) {
  const { api } = useApp();
  const { formId } = useBuilder();
  const t = useTexts(questionTexts);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const add = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > maxBytes) {
      setError(t('pictureTooLarge'));
      return;
    }
    setIsBusy(true);
    setError('');
    try {
      const body = file.type === '' ? file.slice(0, file.size, 'application/octet-stream') : file;
      const { url } = await api.call<AddedPicture>(`/form/${formId}/pictures`, { body });
      onAdded(url);
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault;
      setError(fault.message || t('pictureFailed'));
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <div class="picture-button">
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        hidden
        onChange={({ currentTarget }) => {
          void add(currentTarget.files?.[0]);
          currentTarget.value = '';
        }}
      />
      <Button isBusy={isBusy} onPress={() => input.current?.click()}>
        {label}
      </Button>
      <p class="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}
