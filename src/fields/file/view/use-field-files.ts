// The files of a field: those that are stored, those on their way, and what is announced of both. [fill-links.files]
// [fill-links.files.unsent]
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FileObject, JsonValue } from '../../../core/definition/form-definition.ts';
import { fileNameText } from '../../../core/text/file-name-text.ts';
import type { FieldProps } from '../../../form-view/field-props.ts';
import type { RichTexts } from '../../../form-view/rich-texts.ts';
import { useLiveText } from '../../../form-view/use-live-text.ts';
import { wordsOf } from '../../../form-view/words.ts';
import { filesOf, refusalOf } from './file-facts.ts';
import { createUploads, type Upload } from './file-uploads.ts';

export type FieldFiles = ReturnType<typeof useFieldFiles>;

export function useFieldFiles(props: FieldProps, texts: RichTexts) {
  const { element, isReadonly, locale } = props;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const live = useLiveText();
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
  useSpokenProgress(uploads, live.announce, texts);

  const files = filesOf(props.value);
  const taken = files.length + uploads.filter(({ state }) => state !== 'refused').length;

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
  const remove = (one: FileObject | Upload) => {
    if ('storageKey' in one) {
      const { storageKey } = one;
      // choice: every removed file is sent with deleted true; the server deletes only what was this entry's, or nobody's yet.
      change(sent().map((item) => (isOfKey(item, storageKey) ? { ...(item as object), deleted: true } : item)));
      props.onLeave();
    } else sending.drop(one.id);
    live.announce(`${fileNameText(('file' in one ? one.file : one).name)} ${wordsOf('fields', locale).file.removed}`);
  };

  const placeInList = (one: FileObject | Upload) => ('storageKey' in one ? placeOf(one) : one.id);
  const list = [...files, ...uploads].sort((one, two) => placeInList(one) - placeInList(two));
  return {
    list,
    isFull: taken >= (element.fileMaxNum ?? Number.POSITIVE_INFINITY),
    isOnWay: uploads.some(({ state }) => state === 'waiting' || state === 'sending'),
    said: live.text,
    previewOf: previews.of,
    add,
    remove,
    retry: sending.retry,
  };
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
