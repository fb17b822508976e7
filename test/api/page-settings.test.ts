// What a form says about its fill page: settings, properties of elements, what is in the page, messages with links.
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

const field = { type: 'fInput', name: 'a' };
const formSchema = { rootElem: root(field) };
const pageOf = async (path: string) => (await fetch(service.url + path)).text();

test('[forms.page] settings are kept, passed on to fillers, and left out where they say nothing', async () => {
  const page = {
    review: true,
    submitText: 'Order',
    colorScheme: 'light',
    copy: 'answers',
    description: 'Tea',
  } as const;
  const { body } = await alice('POST', '/form', {
    formSchema,
    display: 'steps',
    page: { ...page, hideSave: false, nextText: '' },
  });
  expect([body.display, body.page]).toEqual(['steps', page]);
  const start = async () => (await service.call('GET', `/form/${body.id}/start`)).body.form;
  expect(await start()).toMatchObject({ display: 'steps', page });
  const plain = (await alice('PATCH', `/form/${body.id}`, { display: 'page', page: {} })).body;
  expect(['display' in plain, 'page' in plain]).toEqual([false, false]);
  const started = await start();
  expect(['display' in started, 'page' in started]).toEqual([false, false]);
});

test.each([
  [{ display: 'slides' }, '"display" must be one of [page, steps, one]'],
  [{ page: { copy: 'fax' } }, '"page.copy" must be one of [answers, pdf]'],
  [{ page: { colorScheme: 'blue' } }, '"page.colorScheme" must be one of [light, dark]'],
  [{ page: { review: 'yes' } }, '"page.review" must be a boolean'],
  [{ page: { hideSubmit: true } }, '"page.hideSubmit" needs a button in the form that submits it'],
  [{ page: { sparkle: true } }, '"page.sparkle" is not allowed'],
  [{ page: { nextText: 'x'.repeat(101) } }, '"page.nextText" length must be less than or equal to 100 characters long'],
])('[forms.page] %j is refused', async (change, message) => {
  const { status, body } = await alice('POST', '/form', { formSchema, ...change });
  expect([status, body.message]).toEqual([400, message]);
});

const place = 'formSchema.rootElem.children[0]';

test.each([
  [{ help: 3 }, `"${place}.help" must be a string`],
  [{ placeholder: [] }, `"${place}.placeholder" must be a string`],
  [{ labelHtml: true }, `"${place}.labelHtml" must be a string`],
  [{ concealed: 'yes' }, `"${place}.concealed" must be a boolean`],
  [
    { autocomplete: 'fax' },
    `"${place}.autocomplete" must be an autofill purpose of HTML, such as name, email or street-address, or off`,
  ],
  [
    { fromLink: 'data' },
    `"${place}.fromLink" must be the name of a query parameter: letters, digits, _, - and ., and not data or b`,
  ],
  [{ html: '{{ 1 + }}' }, `"${place}.html" must be a valid template: `],
])('[forms.elements.page] %j is refused', async (change, message) => {
  const { status, body } = await alice('POST', '/form', { formSchema: { rootElem: root({ ...field, ...change }) } });
  expect(status).toBe(400);
  expect(body.message.slice(0, message.length)).toBe(message);
});

test('[forms.elements.page] they are kept and change nothing in what is stored', async () => {
  const shown = {
    help: 'H',
    placeholder: 'P',
    autocomplete: 'email',
    labelHtml: '<b>L</b>',
    fromLink: 'src',
    concealed: true,
  };
  const { body } = await alice('POST', '/form', { formSchema: { rootElem: root({ ...field, ...shown }) } });
  expect(body.formSchema.rootElem.children).toEqual([{ ...field, ...shown }]);
  const sent = await service.call('POST', '/entry/submit', { body: { form: body.id, data: { a: 'x' } } });
  expect(sent.body.entry.data).toEqual({ a: 'x' });
});

test('[after-actions.screen.html] a message has HTML beside its text, cleaned, with values escaped', async () => {
  const html = '<p onclick="x()">Hi {{ model.a }} <a href="https://example.org/" >more</a><script>x()</script></p>';
  const ui = [{ type: 'message', text: 'Hi', html }];
  const form = await makeForm(service, { formSchema, postSubmit: { ui } });
  const { body } = await service.call('POST', '/entry/submit', { body: { form, data: { a: '<img src=x>' } } });
  const clean =
    '<p>Hi &lt;img src=x&gt; <a href="https://example.org/" rel="noopener noreferrer nofollow">more</a></p>';
  expect(body.uiActions).toEqual([{ type: 'message', text: 'Hi', html: clean }]);
  const wrong = { type: 'redirect', redirectOptions: { url: 'https://example.org' }, html };
  expect((await alice('POST', '/form', { formSchema, postSubmit: { ui: [wrong] } })).status).toBe(400);
});

test('[fill-links.head] [fill-links.color-scheme] the page has title, description, icon and scheme', async () => {
  const theme = { logo: 'https://example.org/logo.png' };
  const page = { colorScheme: 'dark', description: 'For "you" & <me>' };
  const themed = await pageOf(`/f/${await makeForm(service, { publicName: 'A <form>', formSchema, theme, page })}/`);
  expect(themed).toContain('data-theme="dark"');
  expect(themed).toContain('<meta property="og:title" content="A &#60;form&#62;">');
  expect(themed).toContain('<meta name="description" content="For &#34;you&#34; &#38; &#60;me&#62;">');
  expect(themed).toContain('<meta property="og:description" content="For &#34;you&#34; &#38; &#60;me&#62;">');
  expect(themed).toContain('<link rel="icon" href="https://example.org/logo.png">');
  const plain = await pageOf(`/f/${await makeForm(service, { formSchema })}/`);
  expect(plain).toContain('<link rel="icon" href="/icon.svg">');
  expect(plain).toContain('<meta name="robots" content="noindex">');
  expect(plain).not.toContain('data-theme');
  expect(plain).not.toContain('og:description');
});
