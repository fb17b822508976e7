// Stores a file: asks for a policy, then sends the file to storage, telling how far it is. [conventions.client.files]
import type { Connection, Schemas } from './client.ts';
import { FormsteadError } from './errors.ts';

export type FileObject = Schemas['FileObject'];

export interface UploadOptions {
  /** The name of the file, where it has none. */
  readonly name?: string;
  /** From 0 to 1. */
  readonly onProgress?: (part: number) => void;
  /** The draft that the file is for, where its form was closed meanwhile. */
  readonly entry?: string;
  readonly signal?: AbortSignal;
}

type Policy = Schemas['UploadPolicy'];
const fields = [
  'key',
  'acl',
  'Content-Type',
  'StorageAccessKeyId',
  'policy',
  'signature',
  'success_action_status',
] as const satisfies readonly (keyof Policy)[];

export async function uploadFile(
  { api, fetch }: Connection,
  formId: string,
  file: Blob,
  { name = file instanceof File ? file.name : 'file', onProgress = () => {}, entry, signal }: UploadOptions = {},
): Promise<FileObject> {
  const { data } = await api.POST('/form/{formId}/uploadPolicy', {
    params: { path: { formId } },
    body: { name, size: file.size, type: file.type, ...(entry && { entry }) },
    ...(signal && { signal }),
  });
  const policy = data as Policy;
  const form = new FormData();
  for (const field of fields) form.append(field, policy[field]);
  onProgress(0);
  const { XMLHttpRequest: BrowserRequest } = globalThis as { XMLHttpRequest?: new () => UploadRequest };
  const status =
    BrowserRequest === undefined
      ? await sendByFetch(fetch, policy, form, counted(file, name, onProgress), signal)
      : await sendByRequest(
          new BrowserRequest(),
          policy,
          form,
          new File([file], name, { type: file.type }),
          onProgress,
          signal,
        );
  if (status !== 201) throw new FormsteadError({ status, message: `Storage refused the file: ${status}` });
  onProgress(1);
  return {
    name,
    size: file.size,
    type: policy['Content-Type'],
    storageKey: policy.key,
    storageBucket: policy.bucket,
    url: policy.url,
  };
}

/** `{storage_url}/`: the link of the file without its key and signature. */
function storageAddress({ url, key }: Policy): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname.slice(0, pathname.lastIndexOf(`/${key}`) + 1);
}

/** A policy works once, so this is not sent again. */
async function sendByFetch(
  fetch: Connection['fetch'],
  policy: Policy,
  form: FormData,
  file: File,
  signal: AbortSignal | undefined,
): Promise<number> {
  form.append('file', file);
  const response = await fetch(
    new Request(storageAddress(policy), { method: 'POST', body: form, ...(signal && { signal }) }),
  );
  await response.body?.cancel();
  return response.status;
}

const pieceBytes = 65_536;

/** Tells how much of it was read. */
function counted(file: Blob, name: string, onProgress: (part: number) => void): File {
  const copy = new File([file], name, { type: file.type });
  const stream = () => {
    let sent = 0;
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = new Uint8Array(await file.slice(sent, sent + pieceBytes).arrayBuffer());
        if (piece.length === 0) return controller.close();
        sent += piece.length;
        onProgress(Math.min(0.99, sent / file.size));
        controller.enqueue(piece);
      },
    });
  };
  Object.defineProperty(copy, 'stream', { value: stream });
  return copy;
}

/** What is used of the XMLHttpRequest of browsers; programs in Node.js have none. */
interface UploadRequest {
  readonly status: number;
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  send(form: FormData): void;
  abort(): void;
}

/** In browsers: fetch tells nothing there of what has been sent. */
function sendByRequest(
  request: UploadRequest,
  policy: Policy,
  form: FormData,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal | undefined,
): Promise<number> {
  form.append('file', file);
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(Math.min(0.99, loaded / total));
    request.onload = () => resolve(request.status);
    request.onerror = () => reject(new FormsteadError({ status: 0 }));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.open('POST', storageAddress(policy));
    request.send(form);
  });
}
