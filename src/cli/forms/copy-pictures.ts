// Pictures that a form names, by what they show: the same picture has another address in each service. [running.commands.forms.copy]
import { createHash } from 'node:crypto';
import { type FormsteadClient, FormsteadError } from '../../../packages/client/src/index.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { CommandError } from '../command.ts';
import { again } from '../sets/send-options.ts';
import { mapTexts } from '../sets/set-links.ts';

const path = /(?:https?:\/\/[\w.:[\]-]{1,300})?\/pictures\/([\w-]{22})(?![\w-])/g;

/** Ids, in the order they are named. */
export function findPictureIds(content: JsonObject): string[] {
  const ids = new Set<string>();
  mapTexts(content, (text) => {
    for (const [, id = ''] of text.matchAll(path)) ids.add(id);
    return text;
  });
  return [...ids];
}

/** Addresses instead of those that are named; of ids that are not in the map they stay. */
export function movePictures(content: JsonObject, addresses: ReadonlyMap<string, string>): JsonObject {
  return mapTexts(content, (text) =>
    text.replace(path, (whole, id: string) => addresses.get(id) ?? whole),
  ) as JsonObject;
}

/** Larger ones the service does not take. */
const maxBytes = 2_097_152;

/** Undefined when the service has no such picture. */
export async function findPicture(url: string, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  return again(async () => {
    const response = await fetch(`${url}/pictures/${id}`, { redirect: 'error' }).catch((cause: unknown) => {
      throw new FormsteadError({ status: 0, cause });
    });
    if (response.status === 404) return undefined;
    if (!response.ok) throw new FormsteadError({ status: response.status });
    const bytes = await readBytes(response).catch((cause: unknown) => {
      if (cause instanceof CommandError) throw cause;
      throw new FormsteadError({ status: 0, cause });
    });
    return bytes;
  });
}

async function readBytes({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += part.length;
    if (size > maxBytes) throw new CommandError(`A picture of the form is larger than ${maxBytes} bytes.`);
    parts.push(part);
  }
  return new Uint8Array(Buffer.concat(parts));
}

/** What stands for a picture where forms of two services are compared. */
export function markOf(bytes: Uint8Array): string {
  return `/pictures/sha256-${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}`;
}

/** Its address there. */
export async function sendPicture(
  bytes: Uint8Array<ArrayBuffer>,
  formId: string,
  { api }: FormsteadClient,
): Promise<string> {
  // What is sent twice goes after a day, because no form names it.
  const { data } = await again(() =>
    api.POST('/form/{formId}/pictures', {
      params: { path: { formId } },
      headers: { 'content-type': 'application/octet-stream' },
      body: bytes as never,
      bodySerializer: (body: unknown) => body,
    } as never),
  );
  return (data as unknown as { url: string }).url;
}
