// Sends one file from the page to storage: asks the API for leave, then posts the file, telling how far it is.
// Rejects with an Error whose message is for the person. [fill-links.files] [files.upload]

import type { UploadPolicy } from '../api-types/forms.ts';
import type { FileObject } from '../core/definition/form-definition.ts';
import type { Locale } from '../core/locale/locale.ts';
import { ApiError, callApi } from './call-api.ts';

export type UploadWords = Readonly<Record<UploadProblem | 'network' | 'tooLarge', string>>;

export interface UploadRequest {
  readonly api: string;
  readonly formId: string;
  readonly file: File;
  readonly locale: Locale;
  /** What is said when it does not work. */
  readonly words: UploadWords;
  /** The draft that is filled: it can be finished, files and all, after its form was closed. */
  readonly entry?: { readonly id: string; readonly bewit?: string } | undefined;
  /** Of somebody who signed in. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
  readonly signal: AbortSignal;
}

const policyFields: readonly (keyof UploadPolicy)[] = [
  'key',
  'acl',
  'Content-Type',
  'StorageAccessKeyId',
  'policy',
  'signature',
  'success_action_status',
];

export async function uploadFile(request: UploadRequest): Promise<FileObject> {
  const name = storableName(request.file.name);
  let policy = await getPolicy(request, name);
  if (policy.direct === undefined) await postFile(request, policy);
  else if (!(await sendDirectly(request, policy, policy.direct))) {
    // The store cannot be reached from here, or not by a page: the service takes files as well. A policy is for one of the two.
    policy = await getPolicy(request, name);
    await postFile(request, policy);
  }
  const { size } = request.file;
  const type = policy['Content-Type'] ?? request.file.type;
  return { name, size, type, storageKey: policy.key, storageBucket: policy.bucket, url: policy.url };
}

const maxNameLength = 255;

/**
 * What storage refuses in a name becomes `_`: on a phone nobody can rename a picture that its camera called `12:30.jpg`.
 * Names of devices (`nul`) are left to the refusal.
 */
export function storableName(name: string): string {
  const cleaned = name
    .replace(/[\\/:*?"<>|\u0000-\u001f\u007f]/g, '_')
    .replace(/^\.+/, '_')
    .replace(/[ .]+$/, '');
  const letters = [...(cleaned === '' ? 'file' : cleaned)];
  if (letters.length <= maxNameLength) return letters.join('');
  const extension = /\.[^.]{1,20}$/u.exec(cleaned)?.[0] ?? '';
  return letters.slice(0, maxNameLength - [...extension].length).join('') + extension;
}

async function getPolicy(request: UploadRequest, name: string): Promise<UploadPolicy> {
  const { api, formId, file, locale, entry, headers, signal } = request;
  try {
    return await callApi<UploadPolicy>(api, `/form/${formId}/uploadPolicy`, {
      body: { name, size: file.size, type: mimeType.test(file.type) ? file.type : '', entry: entry?.id },
      query: { locale, bewit: headers === undefined ? entry?.bewit : undefined },
      ...(headers && { headers }),
      signal,
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new Error(policyFault(error, request.words));
  }
}

/** A browser may know a type of any spelling; storage takes those of RFC 6838. */
const mimeType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

function policyFault({ status, message, situation }: ApiError, words: UploadWords): string {
  // Request checks speak English to programmers: of ours, only the size can be at fault.
  if (status === 400) return message.startsWith('"') ? words.tooLarge : message;
  if (status === 403 || status === 404 || status === 507 || situation === 'dailyQuotaReached') return message;
  return status === 0 ? words.network : words.busy;
}

async function postFile(request: UploadRequest, policy: UploadPolicy): Promise<void> {
  const form = new FormData();
  for (const field of policyFields) form.append(field, policy[field] ?? '');
  form.append('file', request.file);
  getStored(await send(request, { method: 'POST', url: storageAddress(policy), body: form }), request.words);
}

/** To the store itself; false when that does not take it. [files.upload.direct] */
async function sendDirectly(request: UploadRequest, signed: UploadPolicy, address: string): Promise<boolean> {
  const { words, onProgress, file } = request;
  const body = JSON.stringify({ policy: signed.policy, signature: signed.signature });
  const silent = { ...request, onProgress() {} };
  const begun = await send(silent, { method: 'POST', url: address, body });
  if (begun.status !== 200) getStored(begun, words);
  const { url, headers } = JSON.parse(begun.text) as { url: string; headers: Record<string, string> };
  const put = await send(request, { method: 'PUT', url, headers, body: file });
  if (put.status !== 200) {
    onProgress(0);
    return false;
  }
  getStored(await send(silent, { method: 'POST', url: `${address}/done`, body }), words);
  return true;
}

interface Sent {
  /** 0 without a connection. */
  readonly status: number;
  readonly text: string;
}

function getStored(sent: Sent, words: UploadWords): void {
  if (sent.status === 0) throw new Error(words.network);
  if (sent.status !== 201) throw new Error(words[storageProblem(sent)]);
}

/** By XMLHttpRequest: fetch tells nothing of what has been sent. */
function send(
  { onProgress, signal }: Pick<UploadRequest, 'onProgress' | 'signal'>,
  what: { method: string; url: string; headers?: Record<string, string>; body: FormData | File | string },
): Promise<Sent> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    signal.addEventListener('abort', abort);
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total);
    };
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => resolve({ status: 0, text: '' });
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', abort);
    request.open(what.method, what.url);
    for (const [name, value] of Object.entries(what.headers ?? {})) request.setRequestHeader(name, value);
    request.send(what.body);
  });
}

type UploadProblem = 'changed' | 'full' | 'virus' | 'tooLargeToScan' | 'busy';
const problems: Readonly<Record<string, UploadProblem>> = {
  VirusFound: 'virus',
  FileTooLargeToScan: 'tooLargeToScan',
  400: 'changed',
  403: 'full',
  507: 'full',
};

function storageProblem({ status, text }: Sent): UploadProblem {
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? '';
  return problems[code] ?? problems[status] ?? 'busy';
}

/** `{storage_url}/`: the link of the file without its key and signature. */
function storageAddress({ url, key }: UploadPolicy): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + pathname.slice(0, pathname.lastIndexOf(`/${key}`) + 1);
}
