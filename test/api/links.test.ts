// Links that ended or never were: what a person and a program are told.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, memberForm } from '../support/entries.ts';
import { send, startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const open = (path: string, headers: Record<string, string> = {}) =>
  send('GET', service.url + path, { headers: { ...browser, ...headers } });
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

const deleted = {
  en: 'This form entry was already deleted and cannot be edited.',
  he: 'הרשומה כבר נמחקה ואי אפשר לערוך אותה.',
};

test('[entries.deleted-links] a deleted template: its link, its short link and the API say so to everybody', async () => {
  const form = await makeForm(service, memberForm);
  const { entryId, shortUrl } = (await alice('POST', '/entry/template', { form, data: { age: 5 } })).body;
  await alice('DELETE', `/entry/${entryId}`);
  for (const locale of ['en', 'he'] as const) {
    const page = await open(`/c/${entryId}/`, { 'accept-language': locale });
    expect([page.status, dataOf(page.text)]).toMatchObject([403, { kind: 'message', locale, text: deleted[locale] }]);
    const said = await service.call('GET', `/entry/${entryId}/clone`, { query: { locale } });
    expect([said.status, said.body.message]).toEqual([403, deleted[locale]]);
  }
  const short = await open(new URL(shortUrl).pathname);
  expect([short.status, short.headers.get('location')]).toEqual([302, `http://forms.test/c/${entryId}/`]);
  const { chelsea } = service.people;
  expect((await service.call('GET', `/entry/${entryId}/clone`, { key: chelsea.key })).status).toBe(403);
});

test('[entries.deleted-links] a deleted entry that was not a template still asks for sign-in first', async () => {
  const form = await makeForm(service, memberForm);
  const { entryId } = (await alice('POST', '/entry/save', { form, data: { name: 'Dee' } })).body;
  await alice('DELETE', `/entry/${entryId}`);
  expect(dataOf((await open(`/c/${entryId}/`)).text)).toMatchObject({ kind: 'signIn' });
  expect((await service.call('GET', `/entry/${entryId}/clone`)).status).toBe(401);
  const asOwner = await alice('GET', `/entry/${entryId}/clone`);
  expect([asOwner.status, asOwner.body.message]).toEqual([403, deleted.en]);
});

test('[errors.not-found] [fill-links.ended] where there is nothing, browsers get a page in their language, programs the JSON', async () => {
  for (const path of ['/s/nobody', '/s/%20', '/x', '/f', '/assets/no.js']) {
    const page = await open(path);
    expect([path, page.status, page.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    expect(page.text).toContain('<h1>Page not found</h1>');
    const policy = page.headers.get('content-security-policy');
    expect([policy?.includes("frame-ancestors 'none'"), page.headers.get('x-service-error')]).toEqual([
      true,
      'notFound',
    ]);
    expect((await open(path, { 'accept-language': 'he-IL,he' })).text).toContain('<html lang="he" dir="rtl">');
    const program = await open(path, { accept: '*/*' });
    expect([program.status, program.body]).toEqual([
      404,
      { statusCode: 404, error: 'Not Found', message: 'Not Found' },
    ]);
  }
  for (const path of ['/v1.0/x', '/v1.0', '/storage/x', '/storage'])
    expect([path, (await open(path)).text.startsWith('<!doctype')]).toEqual([path, false]);
  const posted = await send('POST', `${service.url}/x`, { headers: browser });
  expect([posted.status, posted.body.message]).toEqual([404, 'Not Found']);
});

test('[forms.layouts] a remote layout at a literal address that is not https is a 400 when it is written', async () => {
  const write = (url: string) => alice('POST', '/form', { templates: [{ type: 'auto' }, { type: 'remote', url }] });
  for (const url of [
    'http://a.example/x',
    'ftp://a.example',
    '/x',
    'a.example',
    'http://{{ model.a }}',
    'htt{{ 1 }}p',
  ]) {
    const refused = await write(url);
    const isRefused = url !== 'htt{{ 1 }}p';
    expect([url, refused.status]).toEqual([url, isRefused ? 400 : 200]);
    if (isRefused)
      expect(refused.body).toMatchObject({
        message: '"templates[1].url" must be a valid uri with a scheme matching the https pattern',
        validation: { source: 'payload', keys: ['templates.1.url'] },
      });
  }
  for (const url of ['https://a.example/{{ model.a }}', 'HTTPS://a.example', '{{ model.url }}', ' https://a.example'])
    expect([url, (await write(url)).status]).toEqual([url, 200]);
  const form = await makeForm(service, {});
  const changed = await alice('PATCH', `/form/${form}`, { templates: [{ type: 'remote', url: 'http://a.example' }] });
  expect([changed.status, changed.body.validation?.keys]).toEqual([400, ['templates.0.url']]);
});
