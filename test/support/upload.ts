// Uploads for tests, as a filler's browser makes them: policy, then multipart POST to the storage host.
import { type Reply, send, type TestService } from './service.ts';

export interface FilePolicy extends Record<string, string> {
  readonly key: string;
  readonly bucket: string;
  readonly url: string;
}

export type Part = { name: string; value: string | Buffer; filename?: string; type?: string };

const fieldOrder = ['key', 'acl', 'Content-Type', 'StorageAccessKeyId', 'policy', 'signature', 'success_action_status'];

export async function getPolicy(
  service: TestService,
  form: string,
  file: { name: string; size: number; type: string },
): Promise<FilePolicy> {
  const reply = await service.call('POST', `/form/${form}/uploadPolicy`, { body: file });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
}

/** The parts of a good upload, in order. */
export function partsOf(policy: FilePolicy, content: Buffer, filename = 'file'): Part[] {
  return [
    ...fieldOrder.map((name) => ({ name, value: policy[name]! })),
    { name: 'file', value: content, filename, type: policy['Content-Type']! },
  ];
}

export function multipartBody(parts: readonly Part[], boundary = 'xxBOUNDARYxx'): Buffer {
  const chunks = parts.flatMap(({ name, value, filename, type }) => [
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n`,
    type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`,
    value,
    '\r\n',
  ]);
  return Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string)));
}

export const multipartType = 'multipart/form-data; boundary=xxBOUNDARYxx';

export function postParts(service: TestService, parts: readonly Part[]): Promise<Reply> {
  return postBody(service, multipartBody(parts));
}

export function postBody(service: TestService, body: Buffer, type = multipartType): Promise<Reply> {
  return send('POST', `${service.url}/storage/`, { body, headers: { 'content-type': type } });
}

export interface UploadedFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly storageKey: string;
  readonly storageBucket: string;
  readonly url: string;
}

/** Uploads and answers the file object to put into an entry. */
export async function upload(
  service: TestService,
  form: string,
  file: { name: string; type: string; content: Buffer },
): Promise<UploadedFile> {
  const { name, type, content } = file;
  const policy = await getPolicy(service, form, { name, type, size: content.length });
  const reply = await postParts(service, partsOf(policy, content));
  if (reply.status !== 201) throw new Error(reply.text);
  return { name, size: content.length, type, storageKey: policy.key, storageBucket: policy.bucket, url: policy.url };
}

/** A link as the service shows it, on the port where the test's service listens. */
export function reach(service: TestService, url: string): string {
  return url.replace('http://forms.test', service.url);
}
