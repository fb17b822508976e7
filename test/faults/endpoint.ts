// What requests of the fault runs are made of.
import { type CallOptions, type Reply, send } from '../support/send.ts';
import { multipartBody, multipartType, partsOf } from '../support/upload.ts';
import { newMark, type World } from './world.ts';

export interface Endpoint {
  /** As in the route table; what follows a `#` tells two requests to one endpoint apart. */
  readonly name: string;
  /** Makes what the request needs, without faults. */
  readonly prepare: (world: World) => Promise<Prepared>;
}

export interface Prepared {
  readonly send: () => Promise<Reply>;
  /** How often the work was done, when that can be counted; it must be once after success, at most once after a failure. */
  readonly countDone?: () => Promise<number>;
}

type Make = (world: World) => Prepared | Promise<Prepared>;
export const all: Endpoint[] = [];

export function endpoint(name: string, prepare: Make): void {
  all.push({ name, prepare: async (world) => prepare(world) });
}

/** A request that changes nothing that could be counted. */
export function plain(
  name: string,
  path: string | ((world: World) => string),
  body?: unknown,
  options?: CallOptions,
): void {
  const [method] = name.split(' ');
  endpoint(name, (world) => ({
    send: () => world.call(method as string, typeof path === 'string' ? path : path(world), body, options),
  }));
}

export const pageRoot = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'name' }] };

export const countEntries = async ({ sql }: World, mark: string, status: number | null = null) => {
  const [row] = await sql`
    select count(*)::int as n from entries where data ->> 'name' = ${mark} and (${status}::int is null or status = ${status}::int)`;
  return row?.['n'] as number;
};
export const countActions = async ({ sql }: World, entry: string, type: string) => {
  const [row] = await sql`
    select count(*)::int as n from entries, json_array_elements(actions) a
    where id = ${entry} and a ->> 'type' = ${type}`;
  return row?.['n'] as number;
};
export const signedIn = ({ token }: World) => ({ key: undefined, token });
export const expectOk = (reply: Reply): Reply => {
  if (reply.status >= 300) throw new Error(`Could not prepare: ${reply.status} ${reply.text}`);
  return reply;
};
export const makeDraft = async (world: World) => {
  const reply = await world.call('POST', '/entry/save', { form: world.forms.plain, data: { name: 'draft' } });
  return expectOk(reply).body as { entryId: string; bewit: string };
};
export const makeEntry = async (world: World, name = 'entry') => {
  const reply = await world.call('POST', '/entry/submit', { form: world.forms.plain, data: { name } });
  return expectOk(reply).body.entryId as string;
};
export const makeTemplate = async (world: World) =>
  expectOk(await world.call('POST', '/entry/template', { form: world.forms.plain, data: { name: 'template' } })).body;
export const makeSet = async (world: World) => {
  const { id } = expectOk(await world.call('POST', '/optionsSet', { name: newMark() })).body;
  expectOk(await world.call('POST', `/optionsSet/${id}/addOptions`, { options: [{ value: 'one' }] }));
  return id as string;
};
const paper = Buffer.from('paper');
export const makePolicy = async (world: World) =>
  expectOk(
    await world.call('POST', `/form/${world.forms.rich}/uploadPolicy`, { name: 'a.txt', size: 5, type: 'text/plain' }),
  ).body;
export const postFile = (world: World, policy: never) =>
  send('POST', `${world.server.url}/storage/`, {
    body: multipartBody(partsOf(policy, paper)),
    headers: { 'content-type': multipartType },
  });
export const uploadPaper = async (world: World) => {
  const policy = await makePolicy(world);
  expectOk(await postFile(world, policy as never));
  const file = { name: 'a.txt', size: 5, type: 'text/plain', storageKey: policy.key, storageBucket: policy.bucket };
  return { ...file, url: policy.url };
};
