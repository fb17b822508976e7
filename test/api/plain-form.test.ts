// A form sent as ordinary HTML, without any script: POST /f/<form>/.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const address = (form: string) => `${service.url}/f/${form}/`;
const name = (...keys: string[]) => JSON.stringify(keys);

async function post(form: string, fields: [string, string][]) {
  const response = await fetch(address(form), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

async function entriesOf(form: string) {
  const { body } = await service.call('GET', '/entry', {
    key: service.people.alice.key,
    query: { query: { form } },
  });
  return body.data as { data: unknown; status: string }[];
}

const everyQuestion = root(
  { type: 'fInput', name: 'name', label: 'Name', reqValidator: true },
  { type: 'fInput', name: 'email', validators: ['str/email'] },
  { type: 'fInput', name: 'count', typeValidator: 'num' },
  { type: 'fLngTxt', name: 'story' },
  { type: 'fDate', name: 'day' },
  { type: 'fDate', name: 'hour', typeValidator: { type: 'date', mode: 't' } },
  { type: 'fBool', name: 'terms', boolUncheckedValue: false },
  {
    type: 'fSelect',
    name: 'size',
    options: [
      [1, 'Small'],
      [2, 'Large'],
    ],
    typeValidator: 'num',
  },
  { type: 'fRadio', name: 'how', options: ['bus', 'train'] },
  { type: 'fCheckbox', name: 'days', options: ['Mon', 'Tue', 'Wed'] },
  { type: 'fRate', name: 'stars', rateMax: 3 },
  {
    type: 'cSection',
    name: 'home',
    label: 'Home',
    secFlat: false,
    children: [
      { type: 'fInput', name: 'constructor' },
      { type: 'fInput', name: 'city', initialValue: 'Haifa' },
    ],
  },
);

test('[fill-links.plain] every kind of answer arrives as the page itself would send it', async () => {
  const form = await makeForm(service, { name: 'Plain', formSchema: { rootElem: everyQuestion } });
  const page = await (await fetch(address(form))).text();
  for (const part of ['method="post"', 'Small', 'value="Haifa"', 'type="date"', '<h2><bdi>Home</bdi></h2>']) {
    expect(page).toContain(part);
  }
  const sent = await post(form, [
    [name('name'), ' Dana <b>'],
    [name('email'), 'dana@example.org '],
    [name('count'), '12.5'],
    [name('story'), 'one\r\ntwo'],
    [name('day'), '2026-02-03'],
    [name('hour'), '08:30'],
    [name('size'), '2'],
    [name('how'), 'train'],
    [name('days'), 'Mon'],
    [name('days'), 'Wed'],
    [name('stars'), '3'],
    [name('home', 'constructor'), 'x'],
    [name('home', 'city'), 'Jaffa'],
    [name('other'), 'not a question'],
  ]);
  expect([sent.status, sent.html.includes('Thank you. The form was submitted.')]).toEqual([200, true]);
  const [entry] = await entriesOf(form);
  expect([entry?.status, entry?.data]).toEqual([
    'submitted',
    {
      name: expect.stringContaining('Dana <b>'),
      email: 'dana@example.org',
      count: 12.5,
      story: 'one\ntwo',
      day: '2026-02-03T00:00:00.000Z',
      hour: '1970-01-01T08:30:00.000Z',
      terms: false,
      size: 2,
      how: 'train',
      days: ['Mon', 'Wed'],
      stars: 3,
      home: { city: 'Jaffa', constructor: 'x' },
    },
  ]);
});

test('[fill-links.plain] [fill-links.words] what is wrong is said at its question, nothing typed is lost, and nothing is stored', async () => {
  const form = await makeForm(service, { locale: 'he', formSchema: { rootElem: everyQuestion } });
  const sent = await post(form, [
    [name('email'), '"><script>alert(1)</script>'],
    [name('count'), 'many'],
    [name('story'), '</textarea><img src=x onerror=alert(1)>'],
    [name('days'), 'Tue'],
  ]);
  expect(sent.status).toBe(400);
  expect(sent.html).toContain('dir="rtl"');
  expect(sent.html).not.toMatch(/<script>alert|<img src=x/);
  expect(sent.html.match(/aria-invalid="true"/g)?.length).toBe(3);
  expect(sent.html).toContain('value="many"');
  expect(sent.html).toContain('<p class="error">יש להזין מספר, למשל 1234.5.</p>');
  expect(sent.html).toContain('value="Tue" checked');
  expect(await entriesOf(form)).toEqual([]);
});

test('[fill-links.plain] sent twice from one page it is one entry; a redirect of the form is followed', async () => {
  const form = await makeForm(service, {
    formSchema: { rootElem: root({ type: 'fInput', name: 'a' }) },
    postSubmit: { ui: [{ type: 'redirect', redirectOptions: { url: 'https://example.org/done' } }] },
  });
  const key = /name="key" value="([^"]+)"/.exec(await (await fetch(address(form))).text())?.[1] as string;
  const fields: [string, string][] = [
    [name('a'), 'once'],
    ['key', key],
  ];
  const [one, two] = await Promise.all([post(form, fields), post(form, fields)]);
  expect([one, two].map(({ status, location }) => [status, location])).toEqual([
    [303, 'https://example.org/done'],
    [303, 'https://example.org/done'],
  ]);
  expect((await entriesOf(form)).length).toBe(1);
});

test('[fill-links.plain] a form that plain HTML cannot ask has no plain version, and a closed one takes nothing', async () => {
  const rootElem = root({ type: 'fInput', name: 'a' }, { type: 'fSign', name: 'sign' });
  const form = await makeForm(service, { formSchema: { rootElem } });
  expect(await (await fetch(address(form))).text()).not.toContain('method="post"');
  // It may have been another form when the page was opened.
  const late = await post(form, [[name('a'), '</textarea>typed']]);
  expect([late.status, late.html.includes('&#60;/textarea&#62;typed')]).toEqual([415, true]);
  const closed = await makeForm(service, {
    access: { isDisabled: true, disabledMessage: 'Closed.' },
    formSchema: { rootElem: root({ type: 'fInput', name: 'a' }) },
  });
  const refused = await post(closed, [[name('a'), 'x']]);
  expect([refused.status, refused.html.includes('Closed.'), refused.html.includes('value="x"')]).toEqual([
    403,
    true,
    true,
  ]);
  const gone = await post('5e750000000000000000ffff', []);
  expect([gone.status, gone.html.includes('There is no form at this address.')]).toEqual([404, true]);
  expect(await entriesOf(form)).toEqual([]);
});

test('[fill-links.plain] help, placeholder, rich labels and texts, button text, concealed values of the link', async () => {
  const rootElem = root(
    {
      type: 'eText',
      name: 'intro',
      html: 'Read the <a href="https://example.org/terms">terms</a>.<script>x()</script>',
    },
    { type: 'fInput', name: 'name', help: 'As in your <id>', placeholder: 'Dana' },
    { type: 'fBool', name: 'terms', label: 'Agreed', labelHtml: 'I <b>agree</b><img src=x onerror=x()>' },
    { type: 'fInput', name: 'source', fromLink: 'utm_source', concealed: true },
  );
  const form = await makeForm(service, { formSchema: { rootElem }, page: { submitText: 'Send it' } });
  const html = await (await fetch(`${address(form)}?utm_source=%22%3Enews`)).text();
  const plain = html.slice(html.indexOf('<form'), html.indexOf('</form>'));
  for (const part of [
    'https://example.org/terms',
    'As in your &#60;id&#62;',
    'placeholder="Dana"',
    '<b>agree</b>',
    'Send it',
  ]) {
    expect(plain).toContain(part);
  }
  expect(plain).toContain('value="&#34;&#62;news"');
  expect(plain).not.toMatch(/<script|<img/);
});

test('[fill-links.plain] questions under a condition are asked; what does not apply is not stored', async () => {
  const rootElem = root(
    { type: 'fBool', name: 'guest' },
    { type: 'fInput', name: 'who', relevant: 'model.guest', reqValidator: true },
  );
  const form = await makeForm(service, { formSchema: { rootElem } });
  expect(await (await fetch(address(form))).text()).toContain('(if it applies)');
  expect((await post(form, [[name('who'), 'nobody']])).status).toBe(200);
  expect((await post(form, [[name('guest'), 'true']])).status).toBe(400);
  expect((await entriesOf(form)).map(({ data }) => data)).toEqual([{}]);
});

test('[fill-links.plain] a form whose plain version would be huge has none', async () => {
  const long = 'n'.repeat(190);
  const options = Array.from({ length: 300 }, (_, at) => at);
  const boxes = Array.from({ length: 10 }, (_, at) => ({ type: 'fCheckbox', name: `${long}${at}`, options }));
  const inside = (depth: number): object =>
    depth === 0
      ? root(...boxes)
      : { type: 'cSection', name: `${depth}${long}`, secFlat: false, children: [inside(depth - 1)] };
  for (const element of [{ type: 'fRate', name: 'stars', rateMax: 2 ** 40 }, inside(10)]) {
    const form = await makeForm(service, { formSchema: { rootElem: root(element) } });
    const page = await fetch(address(form));
    expect([page.status, (await page.text()).includes('method="post"')]).toEqual([200, false]);
  }
});

test('[fill-links.plain] an option that is gone, a key that is none and other answers under a used one are not lost in silence', async () => {
  const url = 'https://example.org/תודה';
  const rootElem = root(
    { type: 'fRadio', name: 'how', options: ['bus'] },
    { type: 'fCheckbox', name: 'days', options: ['Mon'] },
  );
  const ui = [{ type: 'redirect', redirectOptions: { url } }];
  const form = await makeForm(service, { formSchema: { rootElem }, postSubmit: { ui } });
  const old = await post(form, [
    [name('how'), 'train'],
    [name('days'), 'Mon'],
    [name('days'), 'Tue'],
  ]);
  expect([old.status, old.html.match(/<p class="error">Choose one of the options\.<\/p>/g)?.length]).toEqual([400, 2]);
  const send = (key: string, ...more: [string, string][]) => post(form, [[name('how'), 'bus'], ['key', key], ...more]);
  const key = '0d9f3c64-56f4-4a29-8d0a-6d2f0b8a7c11';
  for (const one of ['\0', key]) {
    const { status, location } = await send(one);
    expect([status, location]).toEqual([303, 'https://example.org/%D7%AA%D7%95%D7%93%D7%94']);
  }
  const other = await send(key, [name('days'), 'Mon']);
  expect([other.status, other.html.includes('Other answers were already sent from this page.')]).toEqual([422, true]);
});
