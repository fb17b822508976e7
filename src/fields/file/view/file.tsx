// fFile: files chosen, dropped or taken with the camera, sent at once, each with its own progress. [fill-links.files] [fill-links.files.unsent]

import type { JSX, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FileObject, JsonValue } from '../../../core/definition/form-definition.ts';
import { fileNameText } from '../../../core/text/file-name-text.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { Icon } from '../../../form-view/rich-icons.tsx';
import { type RichTexts, richTexts } from '../../../form-view/rich-texts.ts';
import { useLiveText } from '../../../form-view/use-live-text.ts';
import { wordsOf } from '../../../form-view/words.ts';
import { filesOf, limitsText, refusalOf } from './file-facts.ts';
import { StoredFileRow, UploadRow } from './file-rows.tsx';
import { createUploads, type Upload } from './file-uploads.ts';

export function FileField(props: FieldProps): JSX.Element {
  const { element, id, labelId, isReadonly, describedBy, locale } = props;
  const texts = richTexts(props);
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [isOver, setIsOver] = useState(false);
  const live = useLiveText();
  const input = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const previews = usePreviews();

  // Two files may arrive before the next drawing: the value to add to is the one told last.
  const latest = useRef(props);
  latest.current = props;
  const change = (next: readonly JsonValue[]) => {
    const value = next.length === 0 ? undefined : [...next];
    latest.current = { ...latest.current, value };
    latest.current.onChange(value);
  };
  const sent = () => (Array.isArray(latest.current.value) ? latest.current.value : []);
  // Files stand in the order in which they were chosen, whichever arrives first.
  const places = useRef(new Map<string, number>()).current;
  const placeOf = (item: unknown) => places.get(String((item as Partial<FileObject> | null)?.storageKey)) ?? 0;
  const withFile = (stored: FileObject) => {
    const before = sent();
    const at = before.findIndex((item) => placeOf(item) > placeOf(stored));
    return at < 0 ? [...before, { ...stored }] : [...before.slice(0, at), { ...stored }, ...before.slice(at)];
  };

  const sending = useMemo(
    () =>
      createUploads(() => ({
        send: latest.current.host.upload,
        onChange(list) {
          setUploads(list);
          tellUnfinished(list, latest.current.host, texts);
        },
        onStored(stored, { id: place, file }) {
          previews.add(stored.storageKey, file);
          places.set(stored.storageKey, place);
          change(withFile(stored));
          live.announce(texts('uploaded', fileNameText(stored.name)));
          latest.current.onLeave();
        },
        onFailed: (file, message) => live.announce(`${texts('uploadFailed', fileNameText(file.name))} ${message}`),
      })),
    [],
  );
  useEffect(() => sending.open(), [sending]);
  // A row above may go: what is begun here then belongs to another place. As soon as it is drawn, so that a file that somebody chooses
  // in the next moment is not taken for a lost one.
  useLayoutEffect(() => {
    if (uploads.length > 0) tellUnfinished(uploads, props.host, texts);
    else sending.addLost(props.host.unfinished(), (name) => texts('lost', name));
    return () => props.host.setUnfinished([]);
  }, [props.host]);
  useEffect(keepPage, []);
  useSpokenProgress(uploads, live.announce, texts);

  const files = filesOf(props.value);
  const taken = files.length + uploads.filter(({ state }) => state !== 'refused').length;
  const max = element.fileMaxNum ?? Number.POSITIVE_INFINITY;
  const isFull = taken >= max;
  const limits = limitsText(element, locale);
  const accept = element.fileTypes?.join(',');
  const takesPictures = accept === undefined || /(^|,)(image\/|\*|\.jpe?g)/i.test(accept);

  const add = (chosen: readonly File[]) => {
    if (isReadonly || chosen.length === 0) return;
    let count = taken;
    const refused: string[] = [];
    sending.add(chosen, (file) => {
      const refusal = refusalOf(file, props, count + 1);
      if (refusal === undefined) count += 1;
      else refused.push(`${fileNameText(file.name)}: ${refusal}`);
      return refusal;
    });
    if (refused.length > 0) live.announce(refused.join(' '));
  };
  const addFrom = (control: HTMLInputElement) => {
    add([...(control.files ?? [])]);
    // So that the same file can be chosen again after it was removed.
    control.value = '';
  };

  // choice: every removed file is sent with deleted true; the server deletes only what was this entry's, or nobody's yet.
  const remove = (file: FileObject) => {
    change(sent().map((item) => (isOfKey(item, file.storageKey) ? { ...(item as object), deleted: true } : item)));
    announceRemoved(file.name);
    props.onLeave();
  };

  // The window of the file chooser takes the focus too, and a file on its way is not an empty field: nobody has left it yet.
  const drop = ({ id, file }: Upload) => {
    sending.drop(id);
    announceRemoved(file.name);
  };
  const announceRemoved = (name: string) =>
    live.announce(`${fileNameText(name)} ${wordsOf('fields', locale).file.removed}`);

  const isOnWay = ({ state }: Upload) => state === 'waiting' || state === 'sending';
  const onFocusOut = (event: FocusEvent) => {
    if (!document.hasFocus() || uploads.some(isOnWay)) event.stopPropagation();
  };
  const zone = {
    onDragOver(event: DragEvent) {
      if (isReadonly || isFull || !hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!(event.currentTarget as HTMLElement).contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      setIsOver(false);
      if (isReadonly || event.dataTransfer === null || !hasFiles(event)) return;
      event.preventDefault();
      add(droppedFiles(event.dataTransfer));
    },
  };
  const limitsId = `${id}-limits`;
  const placeInList = (one: FileObject | Upload) => ('storageKey' in one ? placeOf(one) : one.id);
  const byPlace = (one: FileObject | Upload, two: FileObject | Upload) => placeInList(one) - placeInList(two);

  return (
    <div class="file-field" onFocusOut={onFocusOut} {...zone}>
      {!isReadonly && !isFull && (
        <div class={`file-zone${isOver ? ' is-over' : ''}`}>
          <input
            ref={input}
            class="visually-hidden file-input"
            id={id}
            type="file"
            multiple={max > 1}
            accept={accept}
            aria-invalid={props.isInvalid || undefined}
            aria-labelledby={`${labelId} ${id}-choose`}
            aria-describedby={
              [describedBy, limits === '' ? undefined : limitsId].filter(Boolean).join(' ') || undefined
            }
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
      )}
      {files.length + uploads.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without markers, some screen readers take it for no list.
        <ul class="file-list" role="list" aria-labelledby={labelId}>
          {[...files, ...uploads]
            .sort(byPlace)
            .map((one) =>
              'storageKey' in one ? (
                <StoredFileRow
                  key={one.storageKey}
                  file={one}
                  preview={previews.of(one.storageKey)}
                  onRemove={isReadonly ? undefined : (button) => leaveRow(button, input, () => remove(one))}
                  locale={locale}
                  texts={texts}
                />
              ) : (
                <UploadRow
                  key={one.id}
                  upload={one}
                  onDrop={(button) => leaveRow(button, input, () => drop(one))}
                  onRetry={() => sending.retry(one.id)}
                  locale={locale}
                  texts={texts}
                />
              ),
            )}
        </ul>
      )}
      <div class="visually-hidden" role="status">
        {live.text}
      </div>
    </div>
  );
}

/** A file that did not arrive stands in the way of a send; the names of all that are not there yet outlive a reload. */
function tellUnfinished(uploads: readonly Upload[], host: FieldProps['host'], texts: RichTexts): void {
  const names = (list: readonly Upload[]) => list.map(({ file }) => fileNameText(file.name));
  const stuck = uploads.filter(({ state }) => state === 'failed' || state === 'refused');
  const [first] = stuck;
  const text = stuck.every(({ state }) => state === 'failed') ? 'notUploaded' : 'notTaken';
  const message =
    stuck.length === 1 && first?.isLost ? first.message : first && texts(text, stuck.length, names(stuck).join(', '));
  host.setUnfinished(names(uploads), message);
}

function isOfKey(item: JsonValue, storageKey: string): boolean {
  return typeof item === 'object' && item !== null && (item as { storageKey?: unknown }).storageKey === storageKey;
}

/** The row goes with the button that has the focus: the focus moves to a neighbour, or back to the input. */
function leaveRow(button: HTMLElement, input: RefObject<HTMLElement>, act: () => void): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour?.querySelector<HTMLElement>('button');
  act();
  // The input may come only with the drawing that follows.
  requestAnimationFrame(() => (target?.isConnected ? target : input.current)?.focus());
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') ?? false;
}

/** A file that is dropped beside the field would be opened instead of the form, and everything typed would be gone. */
function keepPage(): () => void {
  const refuse = (event: DragEvent) => {
    if (event.defaultPrevented || !hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
  return () => {
    removeEventListener('dragover', refuse);
    removeEventListener('drop', refuse);
  };
}

/** Folders come as files that cannot be read. */
function droppedFiles({ items, files }: DataTransfer): File[] {
  const entries = [...items].filter(({ kind }) => kind === 'file').map((item) => item.webkitGetAsEntry?.());
  return [...files].filter((_, index) => entries[index]?.isDirectory !== true);
}

/** Pictures that were chosen here are shown from the device. */
function usePreviews() {
  const urls = useRef(new Map<string, string>());
  useEffect(() => () => [...urls.current.values()].forEach(URL.revokeObjectURL), []);
  return {
    add: (storageKey: string, file: File) => void urls.current.set(storageKey, URL.createObjectURL(file)),
    of: (storageKey: string) => urls.current.get(storageKey),
  };
}

const spokenEveryMs = 4_000;

/** Long uploads are spoken of now and then, not at every step. */
function useSpokenProgress(uploads: readonly Upload[], announce: (text: string) => void, texts: RichTexts): void {
  const current = useRef(uploads);
  current.current = uploads;
  const isSending = uploads.some(({ state }) => state === 'sending');
  useEffect(() => {
    if (!isSending) return undefined;
    const speak = () => {
      const sendings = current.current.filter(({ state }) => state === 'sending');
      announce(
        sendings.map(({ file, part }) => texts('uploading', fileNameText(file.name), Math.round(part * 100))).join(' '),
      );
    };
    speak();
    const timer = setInterval(speak, spokenEveryMs);
    return () => clearInterval(timer);
  }, [isSending]);
}
