// A button that sends a picture for the form and gives its address to whoever asked; below it why one could not be used.
import { FileButton } from '../../ui/file-button.tsx';
import { useBuilder } from '../builder-context.ts';
import { pictureTypes, type SentPicture, useSendPicture } from './use-send-picture.ts';

export interface PictureButtonProps {
  readonly label: string;
  readonly onAdded: (picture: SentPicture) => void;
}

export function PictureButton({ label, onAdded }: PictureButtonProps) {
  const { formId } = useBuilder();
  const { isBusy, error, send } = useSendPicture(formId);
  const add = async (file: File) => {
    const sent = await send(file);
    if (sent !== undefined) onAdded(sent);
  };
  return (
    <div class="picture-button">
      <FileButton icon="upload" isBusy={isBusy} label={label} accept={pictureTypes} onFile={(file) => void add(file)}>
        {label}
      </FileButton>
      <p class="field-error" aria-live="polite">
        {error}
      </p>
    </div>
  );
}
