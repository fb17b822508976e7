// Every GET of a service, as the OpenAPI document names them, with pages, tables for OData and the bytes of stored files: what of an
// installation shows, to be compared with what shows of it elsewhere.
import { expect } from 'vitest';
import { codeAt } from './authenticator.ts';
import { type CallOptions, type Reply, send } from './send.ts';
import { multipartBody, multipartType, partsOf } from './upload.ts';

interface Host {
  readonly url: string;
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
}

/** What was made, by the names that parameters have in the document. */
export interface Shown {
  readonly token: string;
  readonly owned: Readonly<Record<string, readonly string[]>>;
  /** Where parameters belong together: what is asked instead, by path. */
  readonly addresses?: Readonly<Record<string, string>>;
  /** Outside of the API. */
  readonly pages: readonly string[];
}

/** Texts that COPY has to escape, and that JSON and UTF-8 write in more than one way. */
const texts = ['plain', 'tab\tand\nline', 'back\\slash \\N \\.', 'שלום "עולם"', '\u0001\u007f\u2028😀', ' ', '0'];

/** Everything that an account can have, at least once. Whoever is signed in does all of it: the times of keys are written later. */
export async function fillEverything(at: Host, token: string): Promise<Shown> {
  const post = async (path: string, body: object = {}, method = 'POST') => {
    const reply = await at.call(method, path, { token, body });
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text}`);
    return reply.body;
  };
  await post('/account', { name: 'Acme & "Söhne"' }, 'PATCH');
  await post('/me', { name: 'Ann', settings: { locale: 'he' } }, 'PATCH');
  const { secret, setUp } = await post('/me/factors/totp');
  await post('/me/factors/totp/confirm', { setUp, code: codeAt(secret, Date.now()), name: 'A phone' });
  await post('/api-keys', { name: 'Website' });
  await post('/user', { email: 'colleague@example.com', password: 'green leaves in may', name: 'Colleague' });
  await post('/user/invite', { email: 'invited@example.com' });
  const set = (await post('/optionsSet', { name: 'Cities' })).id as string;
  const options = texts.map((value, score) => ({ value: `${value} ${score}`, score, data: { at: score } }));
  await post(`/optionsSet/${set}/addOptions`, { options });

  const form = (await post('/form', formOf(set))).id as string;
  await post(`/form/${form}`, { publicName: 'Changed once' }, 'PATCH');
  await post(`/form/${form}/started`);
  await post(`/form/${form}/views`, { name: 'Mine', state: { status: 'submitted', sort: '-age' } });
  const entries: string[] = [];
  for (const [age, name] of texts.entries()) {
    const paper = age % 3 === 0 ? [await uploadTo(at, form, Buffer.from(`paper ${age}`.repeat(500)))] : [];
    entries.push((await post('/entry/submit', { form, data: { name, age, paper } })).entryId);
  }
  const [edited, deleted, , other] = entries as [string, string, string, string];
  await post(`/entry/${edited}/edit`, { data: { age: 77 }, updateMode: 'assign' });
  await post(`/entry/${edited}/notes`, { text: 'Called back.' });
  await post(`/entry/${edited}/team`, { status: 'open', tags: ['a', 'ב'] }, 'PATCH');
  await post(`/entry/${edited}/emails/0/resend`);
  await post(`/entry/${deleted}`, {}, 'DELETE');
  const draft = (await post('/entry/save', { form, data: { name: 'draft' } })).entryId as string;
  const template = await post('/entry/template', { form, data: { age: 1 } });
  const progressId = 'e'.repeat(24);
  await post(`/entry/export?format=csv&progressId=${progressId}`, { query: { form } });
  return {
    token,
    owned: {
      formId: [form],
      // With a file and an edit, deleted, with a file, unfinished, a template.
      entryId: [edited, deleted, other, draft, template.entryId],
      setId: [set],
      progressId: [progressId],
    },
    pages: [
      `/f/${form}/`,
      `/c/${template.entryId}/`,
      new URL(template.shortUrl).pathname,
      `/odata/${form}/`,
      `/odata/${form}/$metadata`,
      `/odata/${form}/Submissions?$count=true`,
    ],
  };
}

function formOf(set: string): object {
  const list = `/v1.0/optionsSet/${set}/autocomplete`;
  const children = [
    { type: 'fInput', name: 'name' },
    { type: 'fInput', name: 'age', typeValidator: 'num' },
    { type: 'fSelect', name: 'city', options: { url: list, qs: '{ term: term }' } },
    { type: 'fFile', name: 'paper' },
  ];
  return {
    name: 'Everything',
    formSchema: { rootElem: { type: 'cSection', name: 'root', children } },
    postSubmit: {
      // The second has nobody to go to: it failed.
      emails: [
        { to: ['ops@example.com'], subject: 'New', text: '{{ model.name }}' },
        { to: ['{{ model.name }}'], subject: 'To nobody', text: 'x' },
      ],
      renders: [{ if: 'model.age == 0' }],
    },
  };
}

async function uploadTo(at: Host, form: string, content: Buffer): Promise<object> {
  const file = { name: 'paper.txt', size: content.length, type: 'text/plain' };
  const policy = (await at.call('POST', `/form/${form}/uploadPolicy`, { body: file })).body;
  const headers = { 'content-type': multipartType };
  const stored = await send('POST', `${at.url}/storage/`, { body: multipartBody(partsOf(policy, content)), headers });
  if (stored.status !== 201) throw new Error(stored.text);
  return { ...file, storageKey: policy.key, storageBucket: policy.bucket, url: policy.url };
}

/** Lines of the trail are given their numbers, and visits are counted, a moment later: what is compared is there before the backup. */
export async function waitUntilWritten(at: Host, { token, owned }: Shown): Promise<void> {
  const read = async (path: string) => (await at.call('GET', path, { token })).body;
  const isNumbered = ({ number }: { number?: number }) => number !== undefined;
  await expect.poll(async () => (await read('/audit')).data.every(isNumbered), { timeout: 30_000 }).toBe(true);
  const visits = `/form/${owned['formId']?.[0]}/dropOff`;
  await expect.poll(async () => (await read(visits)).started, { timeout: 30_000 }).toBe(1);
}

/** Every GET with what it gave: status, type and body. Asked in the same order each time, for some leave a line in the audit trail. */
export async function readEveryGet(at: Host, shown: Shown): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  const { token, pages } = shown;
  const { paths } = (await at.call('GET', '/openapi.json')).body as { paths: Record<string, { get?: object }> };
  const gets = Object.keys(paths).filter((path) => paths[path]?.get !== undefined);
  // What is read of the trail is read before anything else can be in it.
  for (const path of gets.sort((one, other) => Number(isOfTrail(other)) - Number(isOfTrail(one)))) {
    for (const address of addressesOf(path, shown)) {
      const reply = await at.call('GET', address, { token });
      seen.set(address, write(path, reply));
    }
  }
  for (const page of pages) {
    const reply = await send('GET', `${at.url}${page}`, { token });
    seen.set(page, write(page, reply));
  }
  for (const link of linksIn([...seen.values()])) {
    const response = await fetch(`${at.url}${link}`);
    const bytes = Buffer.from(await response.arrayBuffer());
    seen.set(link, `${response.status} ${response.headers.get('content-type')}\n${bytes.toString('base64')}`);
  }
  return seen;
}

const isOfTrail = (path: string) => path === '/audit' || path === '/log';

const queries: Readonly<Record<string, (form: string) => string>> = {
  '/entry': (form) => `?deleteMarkers=true&query=${encodeURIComponent(JSON.stringify({ form }))}`,
  '/entry/count': (form) => `?query=${encodeURIComponent(JSON.stringify({ form }))}`,
  '/audit/export': () => '?format=csv',
  '/optionsSet/{setId}/autocomplete': () => '?term=p',
  '/optionsSet/{setId}/validate': () => '?value=plain%200',
  '/optionsSet/{setId}/download': () => '?format=csv',
};

function addressesOf(path: string, { owned, addresses = {} }: Shown): string[] {
  const other = addresses[path];
  if (other !== undefined) return [other];
  const query = queries[path]?.(owned['formId']?.[0] ?? '') ?? '';
  let all = [path];
  for (const [whole, name = ''] of path.matchAll(/\{(\w+)\}/g)) {
    const values = owned[name];
    if (values === undefined) throw new Error(`${path} needs ${name}, which nobody made.`);
    all = all.flatMap((one) => values.map((value) => one.replace(whole, value)));
  }
  return all.map((one) => one + query);
}

function write(path: string, reply: Reply): string {
  const text =
    path === '/auth/sessions' ? reply.text.replaceAll(/"last(Use|Address)":"[^"]*"/g, '"last$1":"now"') : reply.text;
  return `${reply.status} ${reply.headers.get('content-type')} ${reply.headers.get('etag')}\n${text}`;
}

/** Addresses of stored files, without their host. */
function linksIn(bodies: readonly string[]): string[] {
  const found = bodies.flatMap((body) => body.match(/(?<=https?:\/\/[\w.:-]+)\/storage\/[\w./?=&%-]+/g) ?? []);
  return [...new Set(found)].sort();
}
