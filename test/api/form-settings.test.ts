// Settings of a form beyond its elements: time zone, drafts on the device; and slips in element properties.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { asAlice, root } from '../support/entries.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startService, type TestService } from '../support/service.ts';
import { reach } from '../support/upload.ts';

let service: TestService;
let alice: ReturnType<typeof asAlice>;
beforeAll(async () => {
  service = await startService();
  alice = asAlice(service);
});
afterAll(() => service.close());

const moment = { type: 'fDate', name: 'at', label: 'When', typeValidator: { type: 'date', mode: 'dt' } };
const day = { type: 'fDate', name: 'day', label: 'Day' };
const form = { name: 'Visit', formSchema: { rootElem: root(moment, day) } };
const data = { at: '2024-05-17T22:30:00.000Z', day: '2024-05-17' };

async function pdfText(body: object): Promise<string> {
  const { body: made } = await alice('POST', '/form/render', body);
  const response = await fetch(reach(service, made.url));
  return (await readPdf(Buffer.from(await response.arrayBuffer()))).text;
}

test('[forms.time-zone] is checked when it is written, shown where it is set, and removed by null', async () => {
  for (const timeZone of ['Asia/Atlantis', '', 'GMT+3h', 7, 'x'.repeat(200)]) {
    const refused = await alice('POST', '/form', { ...form, timeZone });
    expect([refused.status, refused.body.validation?.keys]).toEqual([400, ['timeZone']]);
  }
  const plain = (await alice('POST', '/form', form)).body;
  expect('timeZone' in plain).toBe(false);
  expect('timeZone' in (await alice('GET', `/form/${plain.id}/start`)).body.form).toBe(false);
  const set = await alice('PATCH', `/form/${plain.id}`, { timeZone: 'Asia/Jerusalem' });
  expect([set.status, set.body.timeZone]).toEqual([200, 'Asia/Jerusalem']);
  expect((await alice('GET', `/form/${plain.id}/start`)).body.form.timeZone).toBe('Asia/Jerusalem');
  expect('timeZone' in (await alice('PATCH', `/form/${plain.id}`, { timeZone: null })).body).toBe(false);
});

test('[forms.time-zone] moments in PDFs: the automatic layout, and texts of own layouts; days stay', async () => {
  const before = await pdfText({ form, data });
  expect(before).toContain('17 May 2024, 22:30 UTC');
  const timeZone = 'Asia/Jerusalem';
  const text = await pdfText({ form: { ...form, timeZone }, data });
  expect(text).toContain('18 May 2024, 01:30 GMT+3');
  expect(text).toContain('Day 17 May 2024');
  expect(text).not.toContain('UTC');
  const source =
    '#set document(title: "t")\n#let it = json("/entry.json")\n#it.texts.at #it.form.timeZone #it.model.at';
  const own = await pdfText({ form: { ...form, timeZone, templates: [{ type: 'typst', source }] }, data });
  expect(own).toContain('18 May 2024, 01:30 GMT+3 Asia/Jerusalem 2024-05-17T22:30:00.000Z');
  // A layout that reads it prints UTC where that is the zone.
  const utc = await pdfText({ form: { ...form, timeZone: 'UTC', templates: [{ type: 'typst', source }] }, data });
  expect(utc).toContain('17 May 2024, 22:30 UTC UTC 2024-05-17T22:30:00.000Z');
});

test('[forms.time-zone] templates name it; without it the date filter stays in UTC', async () => {
  const say = (zone: string) => ({ ui: [{ type: 'message', text: `{{ model.at | date:'d.M. HH:mm'${zone} }}` }] });
  const said = async (body: object) => {
    const { id } = (await alice('POST', '/form', { ...form, ...body })).body;
    return (await alice('POST', '/entry/submit', { form: id, data })).body.uiActions[0].text;
  };
  const timeZone = 'Asia/Jerusalem';
  expect(await said({ timeZone, postSubmit: say('') })).toBe('17.5. 22:30');
  expect(await said({ timeZone, postSubmit: say(':data.form.timeZone') })).toBe('18.5. 01:30');
  expect(await said({ postSubmit: say(':data.form.timeZone') })).toBe('17.5. 22:30');
  // UTC has a name too, whether the form says it or not.
  const named = { ui: [{ type: 'message', text: '{{ data.form.timeZone }}' }] };
  for (const zone of [{}, { timeZone: 'UTC' }]) expect(await said({ ...zone, postSubmit: named })).toBe('UTC');
});

test('[forms.time-zone] days of insight are those of the form, unless the request names a zone', async () => {
  const { id } = (await alice('POST', '/form', { ...form, timeZone: 'Pacific/Kiritimati' })).body;
  await alice('POST', '/entry/submit', { form: id, data });
  const insight = async (search = '') => (await alice('GET', `/form/${id}/insight${search}`)).text;
  expect(await insight()).toBe(await insight('?timeZone=Pacific/Kiritimati'));
  const other = (await alice('POST', '/form', form)).body.id;
  const plain = async (search = '') => (await alice('GET', `/form/${other}/insight${search}`)).text;
  expect(await plain()).toBe(await plain('?timeZone=UTC'));
});

test('[forms.keep-draft-on-device] is a switch of the form that fillers are told of', async () => {
  expect((await alice('POST', '/form', { ...form, access: { keepDraftOnDevice: 'no' } })).status).toBe(400);
  const made = await alice('POST', '/form', { ...form, access: { keepDraftOnDevice: false } });
  expect(made.body.access).toEqual({ isDisabled: false, keepDraftOnDevice: false });
  const start = async () => (await alice('GET', `/form/${made.body.id}/start`)).body.form;
  expect((await start()).keepDraftOnDevice).toBe(false);
  await alice('PATCH', `/form/${made.body.id}`, { access: {} });
  expect('keepDraftOnDevice' in (await start())).toBe(false);
});

test('[forms.elements.unknown-properties] unknown ones are kept; a header tells of names that are nearly known ones', async () => {
  const input = { type: 'fInput', name: 'a', reqValidater: true, styling: { width: 3 } };
  const made = await alice('POST', '/form', { name: 'Slips', formSchema: { rootElem: root(input) } });
  expect([made.status, made.body.formSchema.rootElem.children]).toEqual([200, [input]]);
  expect(made.headers.get('x-service-warnings')).toBe(
    'formSchema.rootElem.children.0.reqValidater has no effect, did you mean reqValidator?',
  );
  const changed = await alice('PATCH', `/form/${made.body.id}`, { name: 'Still' });
  expect(changed.headers.get('x-service-warnings')).toContain('reqValidater');
  const good = await alice('POST', '/form', { ...form, name: 'Fine' });
  expect(good.headers.get('x-service-warnings')).toBeNull();
});
