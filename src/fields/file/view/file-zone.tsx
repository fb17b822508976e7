// Where files come into a field: chosen from the device or taken with the camera.
import type { RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { Icon } from '../../../form-view/rich-icons.tsx';
import type { RichTexts } from '../../../form-view/rich-texts.ts';
import { limitsText } from './file-facts.ts';

interface FileZoneProps extends Omit<FieldProps, 'texts'> {
  readonly input: RefObject<HTMLInputElement>;
  /** Something is dragged over the field. */
  readonly isOver: boolean;
  readonly onFiles: (files: readonly File[]) => void;
  readonly texts: RichTexts;
}

export function FileZone(props: FileZoneProps) {
  const { element, id, labelId, isInvalid, describedBy, locale, input, isOver, onFiles, texts } = props;
  const camera = useRef<HTMLInputElement>(null);
  const limits = limitsText(element, locale);
  const limitsId = `${id}-limits`;
  const accept = element.fileTypes?.join(',');
  const takesPictures = accept === undefined || /(^|,)(image\/|\*|\.jpe?g)/i.test(accept);
  const addFrom = (control: HTMLInputElement) => {
    onFiles([...(control.files ?? [])]);
    // So that the same file can be chosen again after it was removed.
    control.value = '';
  };
  return (
    <div class={`file-zone${isOver ? ' is-over' : ''}`}>
      <input
        ref={input}
        class="visually-hidden file-input"
        id={id}
        type="file"
        multiple={element.fileMaxNum !== 1}
        accept={accept}
        aria-invalid={isInvalid || undefined}
        aria-labelledby={`${labelId} ${id}-choose`}
        aria-describedby={[describedBy, limits === '' ? undefined : limitsId].filter(Boolean).join(' ') || undefined}
        onChange={(event) => addFrom(event.currentTarget)}
      />
      <Icon name="upload" />
      <span class="file-words">
        <span class="file-drop">{texts('dropFiles')} </span>
        <label class="file-choose" for={id} id={`${id}-choose`}>
          {texts('chooseFiles')}
        </label>
      </span>
      {takesPictures && (
        <span class="file-camera">
          <button type="button" class="quiet with-icon" onClick={() => camera.current?.click()}>
            <Icon name="camera" />
            {texts('takePicture')}
          </button>
          <input
            ref={camera}
            hidden
            type="file"
            accept="image/*"
            capture="environment"
            onChange={(event) => addFrom(event.currentTarget)}
          />
        </span>
      )}
      {limits !== '' && (
        <span class="file-limits" id={limitsId}>
          {limits}
        </span>
      )}
    </div>
  );
}
