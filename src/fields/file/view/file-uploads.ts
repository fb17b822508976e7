// The files of one field that are on their way to storage: waiting, being sent, failed and kept for another try, or refused
// before anything was sent. A file that arrived leaves the list.

import type { FileObject } from '../../../core/definition/form-definition.ts';
import { fileNameText } from '../../../core/text/file-name-text.ts';
import type { FieldHost } from '../../../form-view/field-props.ts';

export interface Upload {
  readonly id: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'failed' | 'refused';
  /** From 0 to 1. */
  readonly part: number;
  /** Why it failed or was refused. */
  readonly message: string;
  /** Only its name is left. */
  readonly isLost?: boolean;
}

export interface UploadEvents {
  readonly send: FieldHost['upload'];
  readonly onChange: (uploads: readonly Upload[]) => void;
  /** `id` grows in the order in which files were chosen. */
  readonly onStored: (stored: FileObject, upload: Upload) => void;
  readonly onFailed: (file: File, message: string) => void;
}

const maxAtOnce = 3;

export type Uploads = ReturnType<typeof createUploads>;

/** `events` is asked each time, so that it may follow what the field is given. */
export function createUploads(events: () => UploadEvents) {
  let list: readonly Upload[] = [];
  let lastId = 0;
  const sending = new Map<number, AbortController>();
  /** Failed without a network: tried again when there is one. */
  const offline = new Set<number>();

  function set(next: readonly Upload[]): void {
    list = next;
    events().onChange(list);
  }

  function change(id: number, properties: Partial<Upload>): void {
    set(list.map((upload) => (upload.id === id ? { ...upload, ...properties } : upload)));
  }

  function drop(id: number): void {
    offline.delete(id);
    sending.get(id)?.abort();
    sending.delete(id);
    set(list.filter((upload) => upload.id !== id));
    startWaiting();
  }

  function startWaiting(): void {
    for (const upload of list) {
      if (sending.size >= maxAtOnce) return;
      if (upload.state === 'waiting') void start(upload);
    }
  }

  async function start(upload: Upload): Promise<void> {
    const { id, file } = upload;
    const controller = new AbortController();
    sending.set(id, controller);
    change(id, { state: 'sending', part: 0, message: '' });
    try {
      const onProgress = (part: number) => change(id, { part });
      const stored = await events().send(file, { onProgress, signal: controller.signal });
      if (controller.signal.aborted) return;
      sending.delete(id);
      list = list.filter((one) => one.id !== id);
      events().onStored(stored, upload);
      events().onChange(list);
    } catch (error) {
      if (controller.signal.aborted) return;
      sending.delete(id);
      if (!navigator.onLine) offline.add(id);
      // A TypeError is the browser's: the code that sends could not be loaded. Its words are not for people.
      const message = error instanceof Error && !(error instanceof TypeError) ? error.message : '';
      change(id, { state: 'failed', message });
      events().onFailed(file, message);
    }
    startWaiting();
  }

  function retry(id: number): void {
    offline.delete(id);
    change(id, { state: 'waiting', message: '' });
    startWaiting();
  }

  const retryOffline = () => [...offline].forEach(retry);

  return {
    /** `refusal` is why a file is not even sent, or undefined. */
    add(files: readonly File[], refusal: (file: File, index: number) => string | undefined): void {
      // Chosen again, a file that was lost is not lost.
      const names = files.map(({ name }) => fileNameText(name));
      list = list.filter(({ isLost, file }) => !isLost || !names.includes(file.name));
      const added = files.map((file, index): Upload => {
        const message = refusal(file, index);
        lastId += 1;
        return {
          id: lastId,
          file,
          state: message === undefined ? 'waiting' : 'refused',
          part: 0,
          message: message ?? '',
        };
      });
      set([...list, ...added]);
      startWaiting();
    },
    /** Names of files that were on their way when the page was left. */
    addLost(names: readonly string[], message: (name: string) => string): void {
      const lost = names.map((name): Upload => {
        lastId += 1;
        return {
          id: lastId,
          file: new File([], name),
          state: 'refused',
          part: 0,
          message: message(name),
          isLost: true,
        };
      });
      set([...list, ...lost]);
    },
    drop,
    retry,
    /** Follows the network until the function it answers is called; that stops everything. */
    open(): () => void {
      addEventListener('online', retryOffline);
      return () => {
        removeEventListener('online', retryOffline);
        for (const controller of sending.values()) controller.abort();
        sending.clear();
      };
    },
  };
}
