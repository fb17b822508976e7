// Runs the example requests of the OpenAPI document against a service, one after the other, each with the ids and tokens that those
// before it were given; and makes of what the service responds the examples of responses, which are the same at every run.
import { setTimeout as sleep } from 'node:timers/promises';
import { apiRoutes } from '../../src/server/api/route-table.ts';
import type { Route } from '../../src/server/http/route.ts';
import { exampleIds, exampleOrder, exampleSecrets, findExample } from '../../src/server/openapi/examples.ts';
import { codeAt } from './authenticator.ts';
import type { CallOptions, Reply } from './send.ts';

type Call = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

export interface ExampleResult {
  readonly operationId: string;
  readonly status: number;
  readonly text: string;
  /** Undefined where the response is not JSON. */
  readonly example: unknown;
}

const jsonParameters = ['query', 'fields', 'where', 'compare'];

export async function* runExamples(call: Call): AsyncGenerator<ExampleResult> {
  const run: Run = { call, known: new Map(), others: new Map(), token: undefined };
  for (const operationId of exampleOrder) {
    const route = apiRoutes.find((one) => one.operationId === operationId);
    if (route === undefined) throw new Error(`There is no operation ${operationId}`);
    await prepare(operationId, run);
    let reply = await sendExample(route, run);
    for (; !isWhole(operationId, reply); await sleep(20)) reply = await sendExample(route, run);
    if (reply.status === 200) learn(operationId, reply, run);
    const isJson = reply.body !== undefined;
    yield {
      operationId,
      status: reply.status,
      text: reply.text,
      example: isJson ? shorten(inOneOrder(JSON.parse(asExample(reply.text, run)))) : undefined,
    };
  }
}

/** Lines of the audit trail are given their numbers a moment later. */
function isWhole(operationId: string, { body }: Reply): boolean {
  return (
    operationId !== 'listAuditEvents' || body.data.every(({ number }: { number?: number }) => number !== undefined)
  );
}

interface Run {
  readonly call: Call;
  /** What stands in the examples, and what it is in this run. */
  readonly known: Map<string, string>;
  /** Ids that no example names. */
  readonly others: Map<string, string>;
  token: string | undefined;
}

function sendExample({ operationId, method, path }: Pick<Route, 'operationId' | 'method' | 'path'>, run: Run) {
  const { params = {}, query = {}, body } = findExample(operationId) ?? {};
  const filled = path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (jsonParameters.includes(name)) search.set(name, JSON.stringify(value));
    else for (const one of [value].flat()) search.append(name, String(one));
  }
  const address = search.size === 0 ? filled : `${filled}?${search}`;
  const isPublic = operationId === 'logIn' || 'bewit' in query;
  return run.call(method, fill(address, run), {
    ...(isPublic || run.token === undefined ? {} : { token: run.token }),
    ...(body === undefined ? {} : { body: fill(JSON.stringify(body), run) }),
  });
}

function fill(text: string, { known }: Run): string {
  return [...known].reduce((filled, [example, real]) => filled.replaceAll(example, real), text);
}

/** What an example needs that the one before it has used up. */
async function prepare(operationId: string, run: Run): Promise<void> {
  const again: Readonly<Record<string, string>> = {
    withdrawInvitation: 'inviteUser',
    abandonOptionsUpload: 'beginOptionsUpload',
  };
  const needed = again[operationId];
  const route = apiRoutes.find((one) => one.operationId === needed);
  if (route === undefined) return;
  const call: Call = (method, path, options = {}) => {
    const body = String(options.body ?? '').replace('noa@', 'tal@');
    return run.call(method, path, { ...options, ...(body === '' ? {} : { body }) });
  };
  learn(route.operationId, await sendExample(route, { ...run, call }), run);
}

/** The property of the response that an id or secret of the examples stands for. */
const learned: Readonly<Record<string, (body: Reply['body']) => Record<string, string>>> = {
  logIn: ({ user }) => ({ [exampleIds.user]: user.id, [exampleIds.account]: user.account }),
  createApiKey: ({ _id }) => ({ [exampleIds.key]: _id }),
  listSessions: ({ data }) => ({
    [exampleSecrets.session]: data.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent).id,
  }),
  addUser: ({ id }) => ({ [exampleIds.colleague]: id }),
  inviteUser: ({ id, link }) => ({
    [exampleIds.invitation]: id,
    [exampleSecrets.linkToken]: /token=([^&]+)/.exec(link)?.[1] ?? '',
  }),
  beginTotp: ({ setUp, secret }) => ({
    [exampleSecrets.setUp]: setUp,
    [exampleSecrets.code]: codeAt(secret, Date.now()),
  }),
  addTotp: ({ factor }) => ({ [exampleIds.factor]: factor.id }),
  createForm: ({ id }) => ({ [exampleIds.form]: id }),
  submitEntry: ({ entryId, copyBewit }) => ({
    [exampleIds.entry]: entryId,
    [exampleSecrets.copyBewit]: copyBewit,
  }),
  saveEntry: ({ entryId }) => ({ [exampleIds.draft]: entryId }),
  createTemplate: ({ entryId }) => ({ [exampleIds.template]: entryId }),
  addNote: ({ id }) => ({ [exampleIds.note]: id }),
  createView: ({ id }) => ({ [exampleIds.view]: id }),
  createOptionsSet: ({ id }) => ({ [exampleIds.set]: id }),
  listOptions: ({ data }) => ({ [exampleSecrets.place]: data[0].place }),
  beginOptionsUpload: ({ id }) => ({ [exampleIds.upload]: id }),
};

function learn(operationId: string, { body }: Reply, run: Run): void {
  if (operationId === 'logIn') run.token = body.token;
  for (const [example, real] of Object.entries(learned[operationId]?.(body) ?? {})) run.known.set(example, real);
}

const time = '2026-05-04T09:30:00.000Z';

/** What differs from run to run, replaced: ids, times, signatures, addresses. */
function asExample(text: string, { known, others }: Run): string {
  const named = [...known]
    .filter(([example]) => example !== exampleSecrets.place)
    .reduce((all, [example, real]) => all.replaceAll(real, example), text);
  const ids = new Set<string>(Object.values(exampleIds));
  return named
    .replaceAll(/(?<![0-9a-f])[0-9a-f]{24}(?![0-9a-zA-Z])/g, (id) => {
      if (ids.has(id)) return id;
      const other = others.get(id) ?? `66f4a1b2c3d4e5f6000000${(others.size + 16).toString(16)}`;
      others.set(id, other);
      return other;
    })
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, time)
    .replaceAll(/"(?:20[2-9]\d)-\d\d-\d\d"/g, `"${time.slice(0, 10)}"`)
    .replaceAll(/[\w+/=-]{20,}\.[\w.+/=-]{20,}/g, 'eyJzIjoiZXhhbXBsZSJ9.c2lnbmF0dXJl')
    .replaceAll(/(?<=[=/"])(?!66f4a1b2)[\w+/=%-]{30,}(?=["&])/g, 'c2lnbmF0dXJlLW9mLXRoZS1leGFtcGxl')
    .replaceAll(/(?<="token":"[0-9a-f]{24})\w{32}(?=")/g, '0123456789abcdef0123456789abcdef')
    .replaceAll(/"[a-z2-7]{4}(?:-[a-z2-7]{4}){3}"/g, '"hxta-a4jn-v6jv-4xkv"')
    .replaceAll(/"id":"(?!Zk3v9QxT1aBc)[\w-]{12}"/g, '"id":"Rk4w8YpS2bCd"')
    .replaceAll(/"id":"[\w-]{16}"/g, '"id":"ZXhhbXBsZS11c2Vy"')
    .replaceAll(/[0-9a-f]{40}\?expires=\d+/g, '0123456789abcdef0123456789abcdef01234567?expires=1811311800')
    .replaceAll(/[0-9a-f]{40}(?=")/g, '0123456789abcdef0123456789abcdef01234567')
    .replaceAll(/(?<=forms\.test\/s\/)\w+/g, 'GdfUAt2g5')
    .replaceAll(/"used":\d+/g, '"used":3')
    .replaceAll('http://forms.test', 'https://forms.example')
    .replaceAll(/"(ip|address|lastAddress)":"[^"]*"/g, '"$1":"203.0.113.7"')
    .replaceAll(/"userAgent":"[^"]*"/g, '"userAgent":"example/1.0"');
}

/** Which session was used last is a matter of chance. */
function inOneOrder(value: { data?: { isCurrent?: boolean }[] | object }): unknown {
  if (Array.isArray(value.data))
    value.data.sort((one, other) => Number(one.isCurrent ?? false) - Number(other.isCurrent ?? false));
  return value;
}

/** An example shows how, not how many. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 2).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shorten(one)]));
}
