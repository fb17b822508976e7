// A server process whose turns of the event loop are measured, with forms that make the most of every value.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Route } from '../../src/server/http/route.ts';
import { type CallOptions, type Reply, send } from '../support/send.ts';
import { endAll, listWorkers, makeDataFolder, type ServerProcess, startProcess } from '../support/server-process.ts';

export interface LimitsWorld {
  readonly server: ServerProcess;
  readonly key: string;
  readonly token: string;
  /** The ids that a path of the route table takes. */
  readonly ids: Readonly<Record<string, string>>;
  readonly forms: {
    readonly everything: string;
    readonly large: string;
    readonly plain: string;
    readonly mail: string;
  };
  /** Every route that the server has, with those outside the route table. */
  readonly routes: readonly { readonly method: string; readonly url: string }[];
  /** A path of the API; after a second slash, any path of the server. */
  call(method: string, path: string, options?: CallOptions): Promise<Reply>;
  /** The most processor time that one turn of the event loop took since the last call, in ms. */
  takeLongestMs(): Promise<number>;
  /** The same, with the requests that ended in that turn or were in progress. */
  takeLongest(): Promise<{ readonly longestMs: number; readonly during: readonly string[] }>;
  close(): Promise<void>;
}

const admin = { email: 'ann@example.com', password: 'a long password' };
const field = (type: string, name: string, more: object = {}) => ({ type, name, ...more });

/** Every kind of value, with the rules that work on it; an email with HTML and a PDF for each submit. */
const everything = {
  name: 'Everything',
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        field('fInput', 'text', { validators: ['str/email', 'str/url', { type: 'str/pattern', value: '^(a+)+$' }] }),
        field('fInput', 'number', { typeValidator: 'num' }),
        field('fLngTxt', 'long'),
        field('fDoc', 'doc'),
        field('fSelect', 'choice', { options: Array.from({ length: 500 }, (_, place) => `option ${place}`) }),
        field('fSelect', 'choices', { selectMulti: true, options: ['a', 'b'] }),
        field('fCheckbox', 'boxes', { options: ['a', 'b'] }),
        field('fRadio', 'radio', { options: "[model.text, 'a']" }),
        field('fBool', 'bool'),
        field('fDate', 'date'),
        field('fFile', 'file'),
        field('fSign', 'sign'),
        field('fRate', 'rate'),
        field('fCheckbox', 'other', { options: ['a', 'b'], otherOption: true }),
        field('fCheckbox', 'order', { options: ['a', 'b'], ranked: true }),
        field('fInput', 'phone', { validators: ['str/phone'], phoneCountry: 'IL' }),
        field('fColor', 'color'),
        field('fMatrix', 'matrix', { matrixQuestions: ['q1', 'q2'], options: ['a', 'b'] }),
        {
          type: 'cRepeat',
          name: 'rows',
          repMaxRows: 5000,
          children: [field('fInput', 'a', { relevant: "model.text != 'x'" }), field('fDoc', 'd')],
        },
        field('fInput', 'last', { relevant: 'model.long.length > 3 || model.rows.length > 3' }),
      ],
    },
  },
  postSubmit: {
    renders: [{ if: 'true' }],
    emails: [
      { to: ['ops@example.com'], subject: '{{ model.text }}', html: '<p>{{ model.long }}</p>{{ model.doc }}' },
      { to: ['{{ model.text }}'], subject: 'x', text: '{{ model | json }}' },
    ],
    ui: [{ type: 'message', text: '{{ model.long }}' }],
  },
  postSave: { emails: [{ to: ['ops@example.com'], subject: 'x', html: '{{ model.long }}{{ model | json }}' }] },
};

/** Fillable without script: /f/ takes it as an ordinary form. */
const plain = {
  name: 'Plain',
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        field('fCheckbox', 'm', { options: Array.from({ length: 300 }, (_, place) => `option ${place}`) }),
        field('fLngTxt', 'long'),
      ],
    },
  },
};

/** One long answer in a mail and on the thank-you page, as HTML. */
const mail = {
  name: 'Mail',
  formSchema: { rootElem: { type: 'cSection', name: 'root', children: [field('fLngTxt', 'long')] } },
  postSubmit: {
    emails: [{ to: ['ops@example.com'], subject: 'x', html: '{{ model.long }}{{ allAnswers }}' }],
    ui: [{ type: 'message', text: 'x', html: '<p>{{ model.long }}</p>' }],
  },
};

/** As many fields, each with a condition, as a definition may have within 2 MB. */
const large = {
  name: 'Large',
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: Array.from({ length: 8_000 }, (_, place) =>
        field('fInput', `f${place}`, { label: `Field number ${place}`, relevant: `model.f0 != '${place}'` }),
      ),
    },
  },
};

export async function openLimitsWorld(): Promise<LimitsWorld> {
  const folder = makeDataFolder();
  const holds = join(folder, 'holds.json');
  const routesFile = join(folder, 'routes.json');
  const preload = (path: string) => `--import=${pathToFileURL(resolve(import.meta.dirname, path)).href}`;
  const server = await startProcess(folder, {
    NODE_OPTIONS: `${preload('measure-holds.mjs')} ${preload('../support/look-into-server.mjs')}`,
    HOLDS_FILE: holds,
    ROUTES_FILE: routesFile,
    METRICS: '1',
    // Nobody answers there.
    OIDC_ISSUER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID: 'limits',
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
  });
  const login = await server.call('POST', '/auth/login', { body: admin });
  const { token } = login.body;
  const key = (await server.call('POST', '/api-keys', { token, body: {} })).body.token as string;
  const must = async (method: string, path: string, body: unknown) => {
    const reply = await server.call(method, path, { key, body });
    if (reply.status !== 200) throw new Error(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 300)}`);
    return reply.body;
  };
  const forms = {
    everything: (await must('POST', '/form', everything)).id,
    large: (await must('POST', '/form', large)).id,
    plain: (await must('POST', '/form', plain)).id,
    mail: (await must('POST', '/form', mail)).id,
  };
  const draft = await must('POST', '/entry/save', { form: forms.everything, data: { long: 'draft' } });
  const set = await must('POST', '/optionsSet', { name: 'Set' });
  await must('POST', `/optionsSet/${set.id}/addOptions`, {
    options: Array.from({ length: 20_000 }, (_, place) => ({ value: `option ${place}`, data: { n: place % 7 } })),
  });
  const takeLongest = async (): ReturnType<LimitsWorld['takeLongest']> => {
    const [pid] = listWorkers(server.pid) as [number];
    const written = `${holds}.${pid}`;
    rmSync(written, { force: true });
    process.kill(pid, 'SIGUSR2');
    while (!existsSync(written)) await sleep(5);
    return JSON.parse(readFileSync(written, 'utf8'));
  };
  const takeLongestMs = async () => (await takeLongest()).longestMs;
  await takeLongest();
  return {
    server,
    key,
    token,
    forms,
    routes: JSON.parse(readFileSync(routesFile, 'utf8')),
    ids: {
      formId: forms.everything,
      entryId: draft.entryId,
      setId: set.id,
      // Nobody: what is measured must not take the world away.
      apiKey: 'e'.repeat(24),
      userId: 'e'.repeat(24),
      progressId: 'e'.repeat(24),
    },
    call: (method, path, options) =>
      send(method, path.startsWith('//') ? server.url + path.slice(1) : `${server.url}/v1.0${path}`, options).catch(
        (error: Error) => {
          const reason = `${error.message} (${(error.cause as Error | undefined)?.message})`;
          throw new Error(`${method} ${path}: ${reason}. The server said last:\n${server.log().slice(-2000)}`);
        },
      ),
    takeLongestMs,
    takeLongest,
    close: endAll,
  };
}

/** The address of a route, with what its parameters name. */
export function addressOf(route: Route, world: LimitsWorld): string {
  return route.path.replace(/:(\w+)/g, (_, name: string) => world.ids[name] ?? 'e'.repeat(24));
}

export function credentialFor(route: Route, world: LimitsWorld): CallOptions {
  if (route.access === 'public') return {};
  return route.access === 'loginToken' ? { token: world.token } : { key: world.key };
}

/** What a body of the route may hold, and what it must. */
export const bodyKeys = oncePerRoute((route) => keysOf(route.payload));

export const queryKeys = oncePerRoute((route) => keysOf(route.query));

function keysOf(check: Route['payload'] | Route['query']): string[] {
  const { keys } = (check?.describe() ?? {}) as { keys?: Record<string, unknown> };
  return Object.keys(keys ?? {});
}

/** Describing a check takes long, and thousands of requests ask. */
function oncePerRoute<T>(find: (route: Route) => T): (route: Route) => T {
  const found = new Map<Route, T>();
  return (route) => {
    const value = found.get(route) ?? find(route);
    found.set(route, value);
    return value;
  };
}
