// Files where something goes wrong between two steps: races, crashes, lost responses.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/core/definition/form-definition.ts';
import { filesIn } from '../../src/core/plan/files-in-entry.ts';
import type { Outbound } from '../../src/server/base/outbound.ts';
import { attachFiles } from '../../src/server/files/attach-files.ts';
import { storeGenerated } from '../../src/server/files/store-generated.ts';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { type FaultProxy, openProxy } from '../faults/proxy.ts';
import { makeForm, asAlice as openAlice, root } from '../support/entries.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { startService, type TestService } from '../support/service.ts';
import { reach, upload } from '../support/upload.ts';

const remote = { type: 'remote', req: { url: 'https://check.example/' }, res: 'res', message: 'No.' };
const rootElem = root({ type: 'fFile', name: 'files' }, { type: 'fInput', name: 'name' });
const slowElem = root({ type: 'fFile', name: 'files' }, { type: 'fInput', name: 'name', validators: [remote] });

let service: TestService;
let alice: ReturnType<typeof openAlice>;
/** What happens while a remote validator is asked: after the entry was read, before its files are looked at. */
let meanwhile: () => Promise<unknown> = async () => {};
beforeAll(async () => {
  const outbound: Outbound = async () => {
    await meanwhile();
    return { status: 200, contentType: 'application/json', body: Buffer.from('true') };
  };
  service = await startService({}, { outbound });
  alice = openAlice(service);
});
afterEach(() => {
  meanwhile = async () => {};
});
afterAll(() => service.close());

const put = (form: string) =>
  upload(service, form, { name: 'a.txt', type: 'text/plain', content: Buffer.from('0123456789') });
const statusOf = async ({ url }: { url: string }) => (await fetch(reach(service, url))).status;
const hours = (count: number) => service.advance(count * 3_600_000);

test('[entries.races] a form that is deleted while an entry with a file is submitted is not found; a deleted entry is deleted', async () => {
  for (const kind of ['new', 'draft', 'entry', 'edit'] as const) {
    const form = await makeForm(service, { formSchema: { rootElem: slowElem } });
    const data = { files: [await put(form)], name: 'x' };
    const { entryId, bewit } = (await service.call('POST', '/entry/save', { body: { form, data } })).body;
    meanwhile = () => alice('DELETE', kind === 'entry' || kind === 'edit' ? `/entry/${entryId}` : `/form/${form}`);
    const path = kind === 'new' ? '/entry/submit' : `/entry/${entryId}/submit`;
    const reply =
      kind === 'edit'
        ? await alice('POST', `/entry/${entryId}/edit`, { status: 'submitted', data })
        : await service.call('POST', path, {
            body: kind === 'new' ? { form, data } : { data },
            ...(kind === 'new' ? {} : { query: { bewit } }),
          });
    const deleted = 'This form entry was already deleted and cannot be edited.';
    const expected = {
      new: [404, `Could not find a form with ID ${form}.`],
      draft: [404, expect.stringContaining('Could not find')],
      entry: [403, deleted],
      edit: [403, deleted],
    }[kind];
    expect([kind, reply.status, reply.body.message]).toEqual([kind, ...expected]);
  }
});

test('[entries.races] a process that does not know yet that the form was deleted', async () => {
  const second = await startSecondService(service);
  const form = await makeForm(service, { formSchema: { rootElem } });
  const file = await put(form);
  const submit = () => second.call('POST', '/entry/submit', { body: { form, data: { files: [file] } } });
  expect((await submit()).status).toBe(200);
  await alice('DELETE', `/form/${form}`);
  expect((await submit()).status).toBe(404);
  await second.close();
});

test('[files.life.crash] a file that was claimed for an entry which never came to be ends as an unused one', async () => {
  const formId = await makeForm(service, { formSchema: { rootElem } });
  const form = await service.services.forms.get(formId);
  const [lost, held] = [await put(formId), await put(formId)];
  await service.call('POST', '/entry/submit', { body: { form: formId, data: { files: [held] } } });
  const data: JsonObject = { files: [{ ...lost }, { ...held }] };
  const files = filesIn(form.plan, data);
  const entry = service.services.newId();
  await attachFiles({ form, data, files, account: form.account, entry }, service.services);
  hours(2);
  await removeFiles(service.services);
  expect([await statusOf(lost), await statusOf(held)]).toEqual([200, 200]);
  hours(23);
  await removeFiles(service.services);
  expect([await statusOf(lost), await statusOf(held)]).toEqual([403, 200]);
});

test('[files.life.crash] a PDF whose entry never came to be, or came to be without it, ends within hours', async () => {
  const form = await makeForm(service, { formSchema: { rootElem } });
  const { entryId } = (await service.call('POST', '/entry/submit', { body: { form, data: {} } })).body;
  const make = (entry: string) =>
    storeGenerated(
      {
        ...{ account: service.people.alice.account, form, name: 'a.pdf', type: 'application/pdf' },
        ...{ content: Buffer.from('x'), life: { entry } },
      },
      service.services,
    );
  const [without, unlisted] = [await make(service.services.newId()), await make(entryId)];
  expect([await statusOf(without), await statusOf(unlisted)]).toEqual([200, 200]);
  hours(2);
  await removeFiles(service.services);
  expect([await statusOf(without), await statusOf(unlisted)]).toEqual([403, 403]);
});

test('[files.life.crash] wherever the connection breaks, a listed PDF is there and an unlisted one does not stay', async () => {
  const address = new URL(service.databaseUrl);
  const proxy: FaultProxy = await openProxy({ host: address.hostname, port: Number(address.port) });
  address.port = String(proxy.port);
  const blinking: SecondService = await startSecondService(service, address.href);
  try {
    const rules = { postSubmit: { renders: [{}] }, postEdit: { renders: [{}] } };
    const form = await makeForm(service, { formSchema: { rootElem }, ...rules });
    const { key } = service.people.alice;
    const submit = () => blinking.call('POST', '/entry/submit', { key, body: { form, data: { name: 'x' } } });
    expect((await submit()).body.entry.archivedRenders).toHaveLength(1);
    const { entryId } = (await submit()).body;
    const edit = () => blinking.call('POST', `/entry/${entryId}/edit`, { key, body: { data: { name: 'y' } } });
    for (const write of [submit, edit]) {
      for (let exchange = 1, hasFired = true; hasFired; exchange += 1) {
        proxy.setFault({ exchange, when: 'after', kind: 'cut' });
        expect([200, 503]).toContain((await write()).status);
        hasFired = proxy.hasFired();
        proxy.setFault(undefined);
      }
    }
    hours(25);
    await removeFiles(service.services);
    const { data } = (await alice('GET', '/entry', undefined, { query: { query: { form } } })).body;
    const listed = data.flatMap((entry: { archivedRenders: { file: { storageKey: string; url: string } }[] }) =>
      entry.archivedRenders.map(({ file }) => file),
    );
    expect(listed.length).toBeGreaterThan(2);
    for (const file of listed) expect(await statusOf(file)).toBe(200);
    const stored = await service.services.db.sql`
      select storage_key from files where form = ${form} and state = 'stored' order by storage_key`;
    expect(stored.map((row) => row['storage_key'])).toEqual(
      listed.map(({ storageKey }: { storageKey: string }) => storageKey).sort(),
    );
  } finally {
    await blinking.close();
    await proxy.close();
  }
});
