// What the server answers to the links people open.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, makeForm, memberForm, root } from '../support/entries.ts';
import { send, startService, type TestService } from '../support/service.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const open = (path: string, headers: Record<string, string> = {}) => send('GET', service.url + path, { headers });
const dataOf = (html: string) =>
  JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null');

test('[fill-links.pages] [forms.start] the page arrives with the form in it and counts a start', async () => {
  const form = await makeForm(service, { ...memberForm, publicName: 'Join', theme: { color: '#0b6b52' } });
  const page = await open(`/f/${form.toUpperCase()}/`);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(page.text).toContain('<title>Join</title>');
  expect(page.text).toContain('<html lang="en" dir="ltr">');
  expect(dataOf(page.text)).toMatchObject({
    kind: 'form',
    api: '/v1.0',
    form: { id: form, publicName: 'Join', theme: { color: '#0b6b52' } },
  });
  expect(page.text).not.toContain('Members');
  expect((await alice('GET', `/form/${form}`)).body.counts.start).toBe(1);
  const moved = await open(`/f/${form}?data=%7B%7D`);
  expect([moved.status, moved.headers.get('location')]).toEqual([308, `/f/${form}/?data=%7B%7D`]);
});

test('[fill-links.hostile] [fill-links.quality] no inline script, no referrer, assets cached for ever and compressed', async () => {
  const form = await makeForm(service, {
    name: '</script><script>alert(1)</script>',
    formSchema: { rootElem: root({ type: 'fInput', name: 'a', label: '</script><img src=x onerror=alert(1)>' }) },
  });
  const page = await open(`/f/${form}/`);
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).not.toContain('unsafe');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.text).not.toContain('<script>');
  expect(page.text).not.toContain('<img');
  expect(dataOf(page.text).form.formSchema.rootElem.children[0].label).toContain('</script>');
  const script = /<script type="module" src="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const asset = await open(script, { 'accept-encoding': 'br' });
  expect([asset.status, asset.headers.get('cache-control'), asset.headers.get('content-encoding')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'br',
  ]);
  expect((await open('/assets/..%2f..%2fpackage.json')).status).toBe(404);
  expect((await open('/assets/manifest.json')).status).toBe(404);
});

test('[fill-links.ended] a closed form shows the words of its owner, an unknown one a polite page', async () => {
  const form = await makeForm(service, { access: { isDisabled: true, disabledMessage: 'See you in <May>.' } });
  const closed = await open(`/f/${form}/`);
  expect([closed.status, dataOf(closed.text).kind, dataOf(closed.text).text]).toEqual([
    403,
    'message',
    'See you in <May>.',
  ]);
  for (const path of [`/f/${'0'.repeat(24)}/`, '/f/x/', `/c/${'0'.repeat(24)}/`]) {
    const page = await open(path, { 'accept-language': 'he' });
    expect([path, page.status, dataOf(page.text).kind, dataOf(page.text).locale]).toEqual([path, 404, 'message', 'he']);
  }
});

test('[fill-links.pages] [fill-links.sign-in] /c/ of a template, /e/ with a bewit, and what asks for sign-in', async () => {
  const form = await makeForm(service, memberForm);
  const template = (await alice('POST', '/entry/template', { form, data: { age: 5 } })).body.entryId;
  expect(dataOf((await open(`/c/${template}/`)).text)).toMatchObject({
    kind: 'form',
    data: { age: 5 },
    form: { id: form },
  });
  const draft = (await alice('POST', '/entry/save', { form, data: { name: 'Dee' } })).body.entry;
  expect(dataOf((await open(`/c/${draft.id}/`)).text)).toMatchObject({
    kind: 'signIn',
    open: { entry: draft.id, how: 'clone' },
  });
  expect(dataOf((await open(`/e/${draft.id}/`)).text)).toMatchObject({
    kind: 'signIn',
    open: { entry: draft.id, how: 'resume' },
  });
  const resumed = dataOf((await open(`/e/${draft.id}/?b=${draft.bewit}`)).text);
  expect(resumed).toMatchObject({ kind: 'form', data: { name: 'Dee' }, entry: { id: draft.id, bewit: draft.bewit } });
  const dead = await open(`/e/${draft.id}/?b=x`);
  expect([dead.status, dataOf(dead.text).kind]).toEqual([401, 'message']);
  await alice('POST', `/entry/${draft.id}/submit`, { data: { name: 'Dee' } });
  const done = await open(`/e/${draft.id}/?b=${draft.bewit}`);
  expect([done.status, dataOf(done.text).text]).toEqual([
    403,
    'You cannot resume editing this form entry because it was already submitted.',
  ]);
});

test('[fill-links.old] the root page sends old links with a # on their way', async () => {
  const page = await open('/');
  expect(page.status).toBe(200);
  const script = await open(/<script type="module" src="([^"]+)"/.exec(page.text)?.[1] ?? '');
  expect(script.text).toContain('location.hash');
});
