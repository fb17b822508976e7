// Computed values through every way in and out: what a caller sends for them counts for nothing, and what the server worked out is an
// ordinary answer.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { download, readCsv } from '../support/download.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { readOData } from '../support/odata.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';
import { reach } from '../support/upload.ts';

let smtp: TestSmtp;
let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;

const number = (name: string, more: object = {}) => ({ type: 'fInput', name, typeValidator: 'num', ...more });
const lined = {
  timeZone: 'Asia/Jerusalem',
  formSchema: {
    rootElem: root(
      number('total', { label: 'Total', compute: "fn.sum(model.lines, 'sum')" }),
      {
        type: 'cRepeat',
        name: 'lines',
        children: [number('price'), number('count'), number('sum', { compute: 'row.price * row.count' })],
      },
      { type: 'fInput', name: 'name' },
      { type: 'fDate', name: 'day', compute: 'fn.today()' },
    ),
  },
};

beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url });
  alice = asAlice(service);
  form = await makeForm(service, lined);
});
afterAll(async () => {
  await service.close();
  await smtp.close();
});

function today(): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(service.services.clock.now());
  return `${day}T00:00:00.000Z`;
}

async function read(id: string): Promise<Record<string, unknown>> {
  return (await alice('GET', `/entry/${id}`)).body.data;
}

test('[validation.computed] submit, save, edit, assign and merge work them out again, whatever is sent', async () => {
  const lines = [
    { price: 2.5, count: 4, sum: 1 },
    { price: 0.1, count: 3 },
  ];
  const data = { lines, total: 1, day: '1999-01-01', name: 'Dana' };
  const done = [
    { price: 2.5, count: 4, sum: 10 },
    { price: 0.1, count: 3, sum: 0.3 },
  ];
  const whole = { total: 10.3, lines: done, name: 'Dana', day: today() };
  const { body: submitted } = await service.call('POST', '/entry/submit', { body: { form, data } });
  expect(await read(submitted.entryId)).toEqual(whole);
  const { body: saved } = await service.call('POST', '/entry/save', { body: { form, data } });
  expect(await read(saved.entryId)).toEqual(whole);

  const edit = async (updateMode: string, sent: object) => {
    expect((await alice('POST', `/entry/${submitted.entryId}/edit`, { updateMode, data: sent })).status).toBe(200);
    return read(submitted.entryId);
  };
  expect(await edit('merge', { lines: [{ count: 1, sum: 50 }] })).toMatchObject({
    total: 2.8,
    lines: [{ sum: 2.5 }, {}],
  });
  expect(await edit('assign', { total: 7, lines: [{ price: 5, count: 2 }] })).toMatchObject({
    total: 10,
    name: 'Dana',
  });
  expect(await edit('replace', { name: 'Dan', total: 5 })).toEqual({ total: 0, name: 'Dan', day: today() });
});

test('[validation.computed] generated entries have those that need no answer', async () => {
  const { body } = await alice('POST', `/form/${form}/generateEntries`, { num: 2 });
  expect(body.createdEntries).toHaveLength(2);
  for (const { id } of body.createdEntries) expect(await read(id)).toEqual({ total: 0, day: today() });
});

test('[validation.computed] a draft of yesterday is judged by the day of its submit', async () => {
  const { body: saved } = await service.call('POST', '/entry/save', { body: { form, data: { name: 'x' } } });
  const yesterday = today();
  expect(await read(saved.entryId)).toMatchObject({ day: yesterday });
  service.advance(24 * 60 * 60_000);
  const query = { bewit: saved.bewit };
  const { body } = await service.call('POST', `/entry/${saved.entryId}/submit`, { query, body: {} });
  expect(today()).not.toBe(yesterday);
  expect([body.entryId, (await read(saved.entryId))['day']]).toEqual([saved.entryId, today()]);
});

test("[validation.computed] the total of the gallery's order is in its email, PDF, list, search, csv, OData, insight and schema", async () => {
  // By a name that the compiler does not follow: the app is another program.
  const gallery = '../../src/admin/forms/gallery';
  const { order } = await import(`${gallery}/order.ts`);
  const words = (key: string, { total = '' } = {}) => `${key} ${total}`.trim();
  const definition = order(words, 'owner@example.com');
  const orders = await makeForm(service, definition);
  const address = { street: 'Herzl 1', city: 'Haifa' };
  const answers = { delivery: 'home', address, day: '2030-01-01', name: 'Dana', phone: '050-1234567' };
  const send = async (data: object) => (await alice('POST', '/entry/submit', { form: orders, data })).body.entryId;
  const small = await send({ ...answers, bread: 2, total: 500 });
  const large = await send({ ...answers, bread: 100, cake: 10, cookies: 3, total: 1, goods: 2 });
  expect(await read(large)).toMatchObject({ goods: 1026, total: 1046 });

  expect(smtp.emails.map(({ headers }) => headers.get('subject'))).toEqual([
    expect.stringContaining('35'),
    expect.stringContaining('1,046.00'),
  ]);
  const rendered = await alice('POST', `/entry/${large}/render`, {});
  const pdf = await readPdf(Buffer.from(await (await fetch(reach(service, rendered.body.url))).arrayBuffer()));
  expect(pdf.text).toContain('1046');

  const list = async (query: object) => {
    const { body } = await alice('GET', `/form/${orders}/entries`, undefined, { query: { ...query } });
    return body.data.map(({ id }: { id: string }) => id);
  };
  expect(await list({ search: '1046' })).toEqual([large]);
  expect(await list({ where: JSON.stringify({ path: 'total', op: 'gt', value: 100 }) })).toEqual([large]);
  expect(await list({ sort: 'total' })).toEqual([small, large]);

  const made = await alice(
    'POST',
    '/entry/export',
    { query: { form: orders } },
    { query: { format: 'csv', labels: true } },
  );
  const [titles = [], ...rows] = readCsv((await download(service, made.body.url)).content);
  const at = titles.indexOf('toPay');
  expect(rows.map((row) => row[at])).toEqual(['35', '1046']);
  const odata = readOData(service);
  const table = await odata(`${orders}/Submissions`, { $filter: 'total gt 100' });
  expect(table.body.value.map(({ total }: { total: number }) => total)).toEqual([1046]);
  const insight = await alice('GET', `/form/${orders}/insight`);
  const field = insight.body.fields.find(({ path }: { path: string }) => path === 'root≡total');
  expect(field).toMatchObject({ min: 35, max: 1046 });
  const schema = await alice('GET', `/form/${orders}/schema`);
  expect(schema.body.properties.goods).toEqual({ title: expect.any(String), readOnly: true });
});

test('[validation.computed] one that depends on itself is a 400 that names the way around, and so is a function that does not exist', async () => {
  const of = (...children: object[]) => alice('POST', '/form', { formSchema: { rootElem: root(...children) } });
  const circle = await of(number('a', { compute: 'model.b' }), number('b', { compute: 'model.a' }));
  expect([circle.status, circle.body.message, circle.body.validation.keys]).toEqual([
    400,
    '"formSchema.rootElem.children[0].compute" must not depend on itself: a <- b <- a',
    ['formSchema.rootElem.children.0.compute', 'formSchema.rootElem.children.1.compute'],
  ]);
  const unknown = await of({ type: 'fDate', name: 'd', validators: [{ type: 'date/min', value: 'fn.todya()' }] });
  expect([unknown.status, unknown.body.validation.keys]).toEqual([
    400,
    ['formSchema.rootElem.children.0.validators.0.value'],
  ]);
});
