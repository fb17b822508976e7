// What rules and messages say: the links in `data.entry`, encoded addresses, the order of messages. docs/expressions.md.
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

const text = { type: 'fInput', name: 'a' };
const facts = 'resumeUrl resumeUrlBewit bewit shortUrl cloneUrl editUrl'.split(' ');
const email = {
  to: ['dana@example.com'],
  text: `{{ {${facts.map((name) => `${name}: data.entry.${name}`).join(', ')}, pdfs: fn.pluck(data.entry.archivedRenders, 'file')} | json:0 }}`,
};
const rules = { emails: [email], renders: [{}] };
const ruledForm = {
  formSchema: { rootElem: root(text) },
  postSave: { ...rules, ui: [{ type: 'message', text: '{{ data.entry.resumeUrlBewit }}' }] },
  postSubmit: {
    ...rules,
    ui: [{ type: 'redirect', redirectOptions: { url: 'https://x.example/?b={{ data.entry.bewit }}' } }],
  },
  postEdit: rules,
  postTemplate: rules,
};
const written = (entry: { sentEmails: { text: string }[] }) => JSON.parse(entry.sentEmails.at(-1)?.text ?? 'null');

test('[expressions.data-entry] a draft has its links, a submitted entry none that would open it; both have their PDFs', async () => {
  const form = await makeForm(service, ruledForm);
  const saved = (await alice('POST', '/entry/save', { form, data: { a: 'x' } })).body;
  const { resumeUrl, resumeUrlBewit, bewit, cloneUrl, editUrl, archivedRenders } = saved.entry;
  const links = { resumeUrl, resumeUrlBewit, bewit, cloneUrl, editUrl };
  expect(written(saved.entry)).toEqual({ ...links, pdfs: [archivedRenders[0].file] });
  expect(saved.uiActions).toEqual([{ type: 'message', text: resumeUrlBewit }]);
  const submitted = (await alice('POST', `/entry/${saved.entryId}/submit`, { data: { a: 'y' } })).body;
  expect(submitted.uiActions).toEqual([{ type: 'redirect', redirectOptions: { url: 'https://x.example/?b=' } }]);
  expect(written(submitted.entry)).toEqual({
    ...{ cloneUrl, editUrl },
    pdfs: submitted.entry.archivedRenders.map(({ file }: { file: object }) => file),
  });
  const back = (await alice('POST', `/entry/${saved.entryId}/edit`, { status: 'saved' })).body.entry;
  expect(written(back)).toMatchObject({ resumeUrlBewit: back.resumeUrlBewit, pdfs: { length: 3 } });
  expect(back.resumeUrlBewit).not.toBe(resumeUrlBewit);
  const opened = await service.call('GET', `/entry/${saved.entryId}/resume`, { query: { bewit: written(back).bewit } });
  expect(opened.status).toBe(200);
});

test('[expressions.data-entry] a template has its short link, where it has one', async () => {
  const form = await makeForm(service, ruledForm);
  const { entryId, shortUrl } = (await alice('POST', '/entry/template', { form, data: {} })).body;
  const entry = (await alice('GET', `/entry/${entryId}`)).body;
  expect(written(entry)).toMatchObject({ shortUrl, cloneUrl: entry.cloneUrl });
  expect(written(entry)).not.toHaveProperty('bewit');
  const edited = (await alice('POST', `/entry/${entryId}/edit`, { data: { a: 'x' } })).body.entry;
  expect(written(edited)).toMatchObject({ shortUrl });
  const query = { createShortUrl: false };
  const plain = (await alice('POST', '/entry/template', { form, data: {} }, { query })).body;
  expect(plain).toEqual({ formId: form, entryId: plain.entryId });
  expect(written((await alice('GET', `/entry/${plain.entryId}`)).body)).not.toHaveProperty('shortUrl');
});

test.each([
  ['https://x.example/?a={{ model.a }}', 'x&y=1#z é', 'https://x.example/?a=x%26y%3D1%23z%20%C3%A9'],
  ['https://x.example/?a={{ model.a }}&b=1', 'Dana', 'https://x.example/?a=Dana&b=1'],
  [
    'https://x.example/?a={{ model.a }}',
    'a+b@c.d 2024-05-01T10:00:00.000Z',
    'https://x.example/?a=a%2Bb@c.d%202024-05-01T10:00:00.000Z',
  ],
  ['https://x.example/{{ model.a }}/end', 'a/b?c', 'https://x.example/a/b%3Fc/end'],
  ['https://x.example/?a={{ model.a | encode }}', 'x/y', 'https://x.example/?a=x%2Fy'],
  ['{{ model.a }}', 'https://x.example/?a=1&b=é#z', 'https://x.example/?a=1&b=é#z'],
  ['{{ model.a }}&c={{ model.a }}', 'http://x.example/?a', 'http://x.example/?a&c=http://x.example/?a'],
  ['https://{{ model.a }}.example/', 'north', 'https://north.example/'],
  // No browser goes there.
  ['https://{{ model.a }}.example/', 'far north', undefined],
])('[expressions.templates.addresses] [after-actions.screen.redirect] %s with %s', async (url, a, expected) => {
  const postSubmit = { ui: [{ type: 'redirect', redirectOptions: { url } }] };
  const form = await makeForm(service, { formSchema: { rootElem: root(text) }, postSubmit });
  const { uiActions } = (await alice('POST', '/entry/submit', { form, data: { a } })).body;
  const thanks = { type: 'message', text: 'Thank you. The form was submitted.' };
  expect(uiActions).toEqual([expected ? { type: 'redirect', redirectOptions: { url: expected } } : thanks]);
});

test('[validation.messages.order] those of remote validators stand in form order', async () => {
  const set = (await alice('POST', '/optionsSet', { name: 'Cities' })).body.id;
  const remote = {
    type: 'remote',
    req: { url: `http://forms.test/v1.0/optionsSet/${set}/validate` },
    res: 'res.data.isValid',
    message: 'unknown city',
  };
  const field = (name: string, more = {}) => ({ type: 'fInput', name, ...more });
  const form = await makeForm(service, {
    formSchema: {
      rootElem: root(
        field('first', { reqValidator: true }),
        field('city', { validators: [remote] }),
        {
          type: 'cRepeat',
          name: 'rows',
          children: [field('city', { validators: [remote] }), field('b', { reqValidator: true })],
        },
        field('last', { reqValidator: true }),
      ),
    },
  });
  const data = { city: 'x', rows: [{ city: 'y' }, { city: 'z' }] };
  const { status, body } = await alice('POST', '/entry/submit', { form, data });
  expect(status).toBe(400);
  expect(body.messages.map(({ modelPath }: { modelPath: string }) => modelPath)).toEqual([
    "model['first']",
    "model['city']",
    "model['rows'][0]['city']",
    "model['rows'][0]['b']",
    "model['rows'][1]['city']",
    "model['rows'][1]['b']",
    "model['last']",
  ]);
});

test('[validation.messages.language] one row, one file: the singular, in both languages', async () => {
  const rootElem = root({ type: 'cRepeat', name: 'r', repMaxRows: 1, children: [text] });
  for (const [locale, message] of [
    ['en', 'There must be 1 row or less'],
    ['he', 'מספר השורות חייב להיות 1 או פחות'],
  ]) {
    const form = await makeForm(service, { locale, formSchema: { rootElem } });
    const { body } = await alice('POST', '/entry/submit', { form, data: { r: [{ a: '1' }, { a: '2' }] } });
    expect(body.messages[0].message).toBe(message);
  }
});

test('[values.trimmed] blanks around an address are not stored, on save and submit', async () => {
  const rootElem = root({ type: 'fInput', name: 'mail', validators: ['str/email'] });
  const form = await makeForm(service, { formSchema: { rootElem } });
  for (const how of ['save', 'submit']) {
    const { status, body } = await alice('POST', `/entry/${how}`, { form, data: { mail: ' a@b.co ' } });
    expect([how, status, body.entry?.data]).toEqual([how, 200, { mail: 'a@b.co' }]);
  }
});
