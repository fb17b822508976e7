// One file in a file field's list: stored, or on its way.

import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { isOwnFile } from '../../../client/own-file.ts';
import type { FileObject } from '../../../core/definition/form-definition.ts';
import type { Locale } from '../../../core/locale/locale.ts';
import { fileNameText } from '../../../core/text/file-name-text.ts';
import { sizeText } from '../../../core/text/size-text.ts';
import { Icon } from '../../../form-view/rich-icons.tsx';
import type { RichTexts } from '../../../form-view/rich-texts.ts';
import { isPicture } from './file-facts.ts';
import type { Upload } from './file-uploads.ts';

interface Said {
  readonly locale: Locale;
  readonly texts: RichTexts;
}

export function StoredFileRow(
  props: Said & {
    readonly file: FileObject;
    readonly preview: string | undefined;
    readonly onRemove: ((button: HTMLElement) => void) | undefined;
  },
): JSX.Element {
  const { file, onRemove, texts, locale } = props;
  const link = isOwnFile(file.url) ? file.url : undefined;
  const name = fileNameText(file.name) || texts('unnamed');
  return (
    <li class="file-row">
      <Thumbnail type={file.type} source={props.preview ?? link} />
      <div class="file-about">
        <div class="file-name">
          {link === undefined ? (
            <bdi>{name}</bdi>
          ) : (
            <a href={link} target="_blank" rel="noopener noreferrer">
              <bdi>{name}</bdi>
            </a>
          )}
        </div>
        <span class="file-meta">{sizeText(file.size, locale)}</span>
      </div>
      {onRemove !== undefined && (
        <button
          type="button"
          class="icon-button"
          aria-label={texts('removeFile', name)}
          onClick={(event) => onRemove(event.currentTarget)}
        >
          <Icon name="remove" />
        </button>
      )}
    </li>
  );
}

export function UploadRow(
  props: Said & {
    readonly upload: Upload;
    readonly onDrop: (button: HTMLElement) => void;
    readonly onRetry: () => void;
  },
): JSX.Element {
  const { upload, texts, locale } = props;
  const { file, state } = upload;
  const preview = useObjectUrl(file);
  const name = fileNameText(file.name);
  const percent = Math.round(upload.part * 100);
  const isMoving = state === 'sending' || state === 'waiting';
  return (
    <li class={`file-row is-${state}`}>
      {isMoving ? (
        <Thumbnail type={file.type} source={preview} />
      ) : (
        <span class="file-thumb">
          <Icon name="warning" />
        </span>
      )}
      <div class="file-about">
        <div class="file-name">
          <bdi>{name}</bdi>
        </div>
        {isMoving ? (
          <>
            <div
              class="progress"
              role="progressbar"
              aria-label={name}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={percent}
            >
              <div class="progress-bar" style={{ width: `${percent}%` }} />
            </div>
            <span class="file-meta">
              {percent}% · {sizeText(file.size, locale)}
            </span>
          </>
        ) : (
          <span class="file-fault">
            {state === 'failed' && upload.message === '' ? texts('uploadFailed', name) : upload.message}
          </span>
        )}
      </div>
      {state === 'failed' && (
        <button type="button" class="quiet with-icon" aria-label={`${texts('retry')}: ${name}`} onClick={props.onRetry}>
          <Icon name="retry" />
          {texts('retry')}
        </button>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label={texts(isMoving ? 'cancelUpload' : 'removeFile', name)}
        onClick={(event) => props.onDrop(event.currentTarget)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}

function Thumbnail({ type, source }: { readonly type: string; readonly source: string | undefined }): JSX.Element {
  const [broken, setBroken] = useState<string>();
  const isShown = source !== undefined && source !== broken && isPicture(type);
  return (
    <span class="file-thumb">
      {isShown ? (
        <img
          src={source}
          alt=""
          loading="lazy"
          decoding="async"
          referrerpolicy="no-referrer"
          onError={() => setBroken(source)}
        />
      ) : (
        <Icon name="file" />
      )}
    </span>
  );
}

function useObjectUrl(file: File): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return url;
}
