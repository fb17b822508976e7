// Questions with more to them than a type, as programs and readers meet them: what is stored and refused, exports with labels, search,
// insight, PDFs, and the form without script.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { download, readCsv } from '../support/download.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { readPdf } from '../support/read-pdf.ts';
import { send, startService, type TestService } from '../support/service.ts';
import { reach } from '../support/upload.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
let form: string;

const questions = root(
  { type: 'fRadio', name: 'heard', label: 'Heard', options: [['w', 'Web']], otherOption: 'Somewhere else' },
  { type: 'fCheckbox', name: 'days', label: 'Days', options: [['m', 'Monday'], 'Tuesday'], otherOption: true },
  {
    ...{ type: 'fCheckbox', name: 'order', label: 'Order', ranked: true, reqValidator: true },
    options: [
      ['p', 'Price'],
      ['s', 'Speed'],
    ],
  },
  { type: 'fRate', name: 'nps', label: 'Recommend', rateStyle: 'numbers', rateMin: 0, rateMax: 10 },
  { type: 'fInput', name: 'budget', label: 'Budget', typeValidator: 'num', inputStyle: 'slider', step: 10 },
  { type: 'fInput', name: 'phone', label: 'Phone', validators: ['str/phone'], phoneCountry: 'IL' },
);
const sent = {
  ...{ heard: ' a poster ', days: ['m', 'Sunday'], order: ['s', 'p'], nps: 0, budget: 40 },
  phone: '050-123 4567',
};
const stored = { ...sent, heard: 'a poster', phone: '+972501234567' };

beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
  form = await makeForm(service, { name: 'Kinds', formSchema: { rootElem: questions } });
  const { entry } = (await alice('POST', '/entry/submit', { form, data: sent })).body;
  expect(entry.data).toEqual(stored);
  await alice('POST', '/entry/submit', { form, data: { heard: 'w', days: ['Tuesday'], order: ['p', 's'], nps: 10 } });
});
afterAll(() => service.close());

test('[values.other-answer] [values.ranking] [values.phone] what is wrong is said in the form’s own language, whoever sends it', async () => {
  const wrong = {
    ...{ heard: 'x'.repeat(1001), days: ['m', 'Sunday', 'Friday'], order: ['p', 'p'], nps: 'ten', phone: 'call me' },
  };
  const messages = async (locale: 'en' | 'he') => {
    const id = await makeForm(service, { name: 'Kinds', locale, formSchema: { rootElem: questions } });
    const { status, body } = await service.call('POST', '/entry/submit', { body: { form: id, data: wrong } });
    expect(status).toBe(400);
    return body.messages.map(({ modelPath, message }: Record<string, string>) => [modelPath, message]);
  };
  expect(await messages('en')).toEqual([
    ["model['heard']", 'Must be at most 1000 characters long.'],
    ["model['days']", 'not in options'],
    ["model['order']", 'Invalid value.'],
    ["model['nps']", 'Invalid data type.'],
    ["model['phone']", 'Must be a valid phone number.'],
  ]);
  expect((await messages('he')).at(-1)).toEqual(["model['phone']", 'יש להזין מספר טלפון תקין.']);
  // Half a ranking is none where it is required; a draft may have it.
  const half = { form, data: { order: ['p'] } };
  expect((await alice('POST', '/entry/submit', half)).body.messages).toMatchObject([{ modelPath: "model['order']" }]);
  const draft = await alice('POST', '/entry/save', half);
  expect((await alice('DELETE', `/entry/${draft.body.entryId}`)).status).toBe(200);
});

test('[forms.elements.questions] [forms.defaults] properties are kept, default values left out, wrong ones named', async () => {
  const field = { type: 'fRate', name: 'a' };
  const made = await makeForm(service, {
    formSchema: {
      rootElem: root({
        ...field,
        ...{ rateStyle: 'stars', rateMin: 1, rateLow: '', otherOption: false, ranked: false, optionPictures: {} },
      }),
    },
  });
  expect((await alice('GET', `/form/${made}`)).body.formSchema.rootElem.children).toEqual([field]);
  const refused = await alice('POST', '/form', {
    formSchema: {
      rootElem: root({ ...field, rateStyle: 'smileys' }, { type: 'fInput', name: 'b', phoneCountry: 'x' }),
    },
  });
  expect([refused.status, refused.body.validation.keys]).toEqual([
    400,
    ['formSchema.rootElem.children.0.rateStyle', 'formSchema.rootElem.children.1.phoneCountry'],
  ]);
});

const exported = async (body: object, query: object = { labels: true }) => {
  const { url } = (await alice('POST', '/entry/export', body, { query: { format: 'csv', ...query } })).body;
  return readCsv((await download(service, url)).content);
};

test('[export.table.labels] [export.table.choices] exports have labels, and columns for places and for answers of one’s own', async () => {
  const fields = ['root≡heard', 'root≡days', 'root≡order', 'root≡nps', 'root≡budget', 'root≡phone'];
  const query = { form };
  const [titles, first, second] = await exported({ query, fields, choices: 'columns' });
  expect(titles).toEqual([
    ...['Heard', 'Days', 'Days: Monday', 'Days: Tuesday', 'Days: Other', 'Order', 'Order: Price', 'Order: Speed'],
    ...['Recommend', 'Budget', 'Phone'],
  ]);
  expect(first).toEqual([
    ...['a poster', 'Monday | Sunday', '1', '0', 'Sunday', '1. Speed | 2. Price', '2', '1', '0', '40'],
    expect.stringContaining('972501234567'),
  ]);
  expect(second).toEqual(['Web', 'Tuesday', '0', '1', '', '1. Price | 2. Speed', '1', '2', '10', '', '']);
  // Without labels it is what is stored.
  expect((await exported({ query, fields: ['root≡order', 'root≡nps'] }, {}))[1]).toEqual(['s\np', '0']);
});

test('[entry-search.values] an answer of one’s own is found by its words, a phone number by its digits', async () => {
  const found = async (search: string) =>
    (await alice('GET', `/form/${form}/entries`, undefined, { query: { search } })).body.data.length;
  expect([await found('poster'), await found('sunday'), await found('501234567'), await found('price')]).toEqual([
    1, 1, 1, 2,
  ]);
});

test('[insight.choices] [insight.fields] a scale begins at its own number, rankings tell places, other answers are counted', async () => {
  const { fields } = (await alice('GET', `/form/${form}/insight`)).body;
  const byName = Object.fromEntries(fields.map((field: { name: string }) => [field.name, field]));
  expect(byName['nps'].values.filter(({ count }: { count: number }) => count > 0)).toEqual([
    { value: 0, count: 1 },
    { value: 10, count: 1 },
  ]);
  expect([byName['nps'].mean, byName['nps'].values.length, byName['nps'].otherCount]).toEqual([5, 11, 0]);
  expect(byName['heard'].values).toEqual([
    { value: 'w', label: 'Web', count: 1 },
    { value: 'a poster', label: 'a poster', count: 1 },
  ]);
  expect(byName['order'].places).toEqual([
    { value: 'p', label: 'Price', count: 2, meanPlace: 1.5, firstCount: 1 },
    { value: 's', label: 'Speed', count: 2, meanPlace: 1.5, firstCount: 1 },
  ]);
  expect('places' in byName['days']).toBe(false);
});

test('[after-actions.pdfs.content] the PDF says what was answered, places of a ranking too', async () => {
  const { url } = (await alice('POST', '/entry/render', { form, data: sent })).body;
  const { text } = await readPdf(Buffer.from(await (await fetch(reach(service, url))).arrayBuffer()));
  for (const part of ['a poster', 'Monday', 'Sunday', '1. Speed', '2. Price', '0 of 10', '40', '+972501234567']) {
    expect(text).toContain(part);
  }
});

test('[fill-links.plain] without script: a box for an answer of one’s own, numbers with their words', async () => {
  const plain = await makeForm(service, {
    name: 'Plain',
    formSchema: {
      rootElem: root({
        ...{ type: 'cSection', name: 's', label: 'You', help: 'A few words.' },
        children: [
          { type: 'fRadio', name: 'heard', options: ['web'], otherOption: true },
          { type: 'fCheckbox', name: 'days', options: ['Mon'], otherOption: 'Elsewhen' },
          { type: 'fSelect', name: 'city', options: ['Haifa'], otherOption: true },
          {
            type: 'fRate',
            name: 'nps',
            rateStyle: 'numbers',
            rateMin: 0,
            rateMax: 2,
            rateLow: 'Bad',
            rateHigh: 'Good',
          },
        ],
      }),
    },
  });
  const address = `${service.url}/f/${plain}/`;
  const page = (await send('GET', address)).text;
  for (const part of ['A few words.', 'Elsewhen', '0 – Bad', '2 – Good', '-other']) expect(page).toContain(part);
  const body = new URLSearchParams([
    ['["heard"]', 'web'],
    ['["heard"]', 'a poster'],
    ['["days"]', 'Mon'],
    ['["days"]', ' Sunday '],
    ['["city"]', 'Haifa'],
    ['["city"]', ''],
    ['["nps"]', '0'],
  ]).toString();
  const reply = await send('POST', address, { body, headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  expect(reply.status).toBeLessThan(400);
  const { data } = (await alice('GET', '/entry', undefined, { query: { query: { form: plain } } })).body;
  expect(data.map((entry: { data: object }) => entry.data)).toEqual([
    { heard: 'a poster', days: ['Mon', 'Sunday'], city: 'Haifa', nps: 0 },
  ]);
  // An order needs more than an ordinary form can ask.
  expect((await send('GET', `${service.url}/f/${form}/`)).text).not.toContain('plain-form');
});
