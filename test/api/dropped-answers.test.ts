// Answers to questions that the form has lost meanwhile: whoever names the version they filled in is told before anything is stored.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const text = (name: string, more: object = {}) => ({ type: 'fInput', name, ...more });
const guests = (...children: object[]) => ({ type: 'cRepeat', name: 'guests', children });
const before = [text('name'), text('city'), guests(text('who'), text('diet'))];
const data = { name: 'Ada', city: 'Haifa', guests: [{ who: 'Bob' }, { who: 'Eve', diet: 'none' }], __tab: 1 };
const refusal = {
  statusCode: 412,
  error: 'Precondition Failed',
  message: 'Someone else changed this form meanwhile. Load it again and repeat your changes.',
};

const schema = (...elements: object[]) => ({ formSchema: { rootElem: root(...elements) } });
const changes: [what: string, after: object[]][] = [
  ['is gone', [text('name'), guests(text('who'), text('diet'))]],
  ['has another name', [text('name'), text('town'), guests(text('who'), text('diet'))]],
  ['is hidden', [text('name'), text('city', { relevant: 'model.name == "x"' }), guests(text('who'), text('diet'))]],
  ['is gone from a row', [text('name'), text('city'), guests(text('who'))]],
  ['is gone with its rows', [text('name'), text('city')]],
];
const paths = ['/entry/save', '/entry/submit', 'save', 'submit'] as const;

async function start() {
  const form = await makeForm(service, schema(...before));
  const draft = await service.call('POST', '/entry/save', { body: { form, data: { name: 'Ada' } } });
  const formVersion = Number(draft.headers.get('x-service-form-version'));
  const { entryId, bewit } = draft.body;
  const send = (path: (typeof paths)[number], query: object, sent: object = data) =>
    path.startsWith('/')
      ? service.call('POST', path, { query: { ...query }, body: { form, data: sent } })
      : service.call('POST', `/entry/${entryId}/${path}`, { query: { bewit, ...query }, body: { data: sent } });
  const stored = async () => (await alice('GET', '/entry', undefined, { query: { query: { form } } })).body.data;
  return { form, formVersion, send, stored };
}

test.each(changes.flatMap(([what, after]) => paths.map((path) => [path, what, after] as const)))(
  '[entries.form-version] %s of answers to a question that %s: a 412 that names the version, and nothing is stored',
  async (path, _, after) => {
    const { form, formVersion, send, stored } = await start();
    await alice('PATCH', `/form/${form}`, schema(...after));
    const refused = await send(path, { formVersion });
    expect([refused.status, refused.body]).toEqual([412, refusal]);
    const version = Number(refused.headers.get('x-service-form-version'));
    expect(version).toBeGreaterThan(formVersion);
    expect(await stored()).toMatchObject([{ status: 'saved', data: { name: 'Ada' } }]);
    // Whoever names the version in force, or none, has the answers dropped.
    expect((await send(path, { formVersion: version })).status).toBe(200);
  },
);

test.each(paths)(
  '[entries.form-version] %s without the parameter, and where nothing is dropped, is as ever',
  async (path) => {
    for (const isNamed of [true, false]) {
      const { form, formVersion, send } = await start();
      await alice('PATCH', `/form/${form}`, schema(...before, text('more'), text('city2', { initialValue: 'x' })));
      expect((await send(path, isNamed ? { formVersion } : {})).status).toBe(200);
      await alice('PATCH', `/form/${form}`, { ...schema(text('name')), name: 'Another' });
      const sent = isNamed ? { name: ' Ada ', city: '', guests: [], more: null, __tab: 2 } : data;
      if (path !== 'submit') expect((await send(path, isNamed ? { formVersion } : {}, sent)).status).toBe(200);
    }
  },
);

test('[entries.form-version] a version that is none is a 400', async () => {
  const { send } = await start();
  expect((await send('/entry/submit', { formVersion: 'x' })).status).toBe(400);
});
