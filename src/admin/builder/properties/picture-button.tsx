// A button that sends a picture for the form and gives its address to whoever asked; below it why one could not be used.
import { useRef } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { useBuilder } from '../builder-context.ts';
import { pictureTypes, type SentPicture, useSendPicture } from './use-send-picture.ts';

export interface PictureButtonProps {
  readonly label: string;
  readonly onAdded: (picture: SentPicture) => void;
}

export function PictureButton({ label, onAdded }: PictureButtonProps) {
  const { formId } = useBuilder();
  const { isBusy, error, send } = useSendPicture(formId);
  const input = useRef<HTMLInputElement>(null);
  const add = async (file: File | undefined) => {
    const sent = file === undefined ? undefined : await send(file);
    if (sent !== undefined) onAdded(sent);
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
          // The same file may be chosen once more.
          currentTarget.value = '';
        }}
      />
      <Button icon="upload" isBusy={isBusy} onPress={() => input.current?.click()}>
        {label}
      </Button>
      <p class="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}
