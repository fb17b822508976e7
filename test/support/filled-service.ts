// A service with forms, entries and files of two accounts, and what each of them looks like from outside.
import { randomBytes } from 'node:crypto';
import type { CallOptions, Reply } from './send.ts';
import { send, type TestService } from './service.ts';
import { upload } from './upload.ts';

const formSchema = {
  rootElem: {
    type: 'cSection',
    name: 'root',
    children: [
      { type: 'fInput', name: 'name' },
      { type: 'fFile', name: 'files' },
    ],
  },
};

export async function makeForm(service: TestService, key: string): Promise<string> {
  const made = await service.call('POST', '/form', { key, body: { name: 'Form', formSchema } });
  if (made.status !== 200) throw new Error(made.text);
  return made.body.id;
}

export async function submit(service: TestService, form: string, name: string, content?: Buffer): Promise<string> {
  const files = content && [await upload(service, form, { name: 'a.bin', type: 'text/plain', content })];
  const body = { form, data: { name, ...(files && { files }) } };
  const reply = await service.call('POST', '/entry/submit', { body });
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body.entry.id;
}

/** Texts that COPY has to escape, and a file for every third. */
export async function fill(service: TestService, form: string, count: number): Promise<string[]> {
  const texts = ['plain', 'tab\tand\nline', 'back\\slash \\N \\.', 'שלום "עולם"', '\u0001\u007f\u2028😀', ''];
  const entries: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const content = at % 3 === 0 ? randomBytes(1000 + at) : undefined;
    entries.push(await submit(service, form, `${texts[at % texts.length]}${at}`, content));
  }
  return entries;
}

type Call = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

/** Everything that shows of some entries: the entries, lists, the form, and the bytes of their files. */
export async function look(at: { url: string; call: Call }, key: string, form: string, entries: readonly string[]) {
  const seen: Record<string, string> = {};
  for (const path of [
    `/form/${form}`,
    `/entry?query=${encodeURIComponent(JSON.stringify({ form }))}`,
    '/me',
    '/form',
  ]) {
    const reply = await at.call('GET', path, { key });
    seen[path] = `${reply.status} ${reply.text}`;
  }
  for (const id of entries) {
    const reply = await at.call('GET', `/entry/${id}`, { key });
    seen[id] = `${reply.status} ${reply.text}`;
    for (const file of reply.body?.data?.files ?? []) seen[file.storageKey] = await download(at.url, file.url);
  }
  return seen;
}

export async function download(url: string, link: string): Promise<string> {
  const { pathname, search } = new URL(link);
  const reply = await fetch(`${url}${pathname}${search}`);
  return `${reply.status} ${Buffer.from(await reply.arrayBuffer()).toString('hex')}`;
}

export function get(url: string, path: string, key: string): Promise<Reply> {
  return send('GET', `${url}/v1.0${path}`, { key });
}
