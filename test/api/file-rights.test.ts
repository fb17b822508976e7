// Who may end a stored file: a pointer to it is a link that anybody can have, not a right.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFiles } from '../../src/server/jobs/remove-files.ts';
import { makeForm, asAlice as openAlice, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { reach, type UploadedFile, upload } from '../support/upload.ts';

let service: TestService;
let alice: ReturnType<typeof openAlice>;
let form: string;
beforeAll(async () => {
  service = await startService();
  alice = openAlice(service);
  form = await makeForm(service, definition);
});
afterAll(() => service.close());

const definition = { formSchema: { rootElem: root({ type: 'fFile', name: 'doc' }) } };
const put = () => upload(service, form, { name: 'a.txt', type: 'text/plain', content: Buffer.from('abc') });
const statusOf = async (file: UploadedFile) => (await fetch(reach(service, file.url))).status;
const deleted = (file: UploadedFile) => ({ doc: [{ ...file, deleted: true }] });

interface Filled {
  readonly entryId: string;
  readonly bewit: string;
}
const fill = async (verb: 'save' | 'submit', file: UploadedFile, inForm = form): Promise<Filled> => {
  const reply = await service.call('POST', `/entry/${verb}`, { body: { form: inForm, data: { doc: [file] } } });
  expect(reply.status).toBe(200);
  return reply.body;
};
const goOn = async ({ entryId, bewit }: Filled, verb: 'save' | 'submit', data: object) => {
  const reply = await service.call('POST', `/entry/${entryId}/${verb}`, { query: { bewit }, body: { data } });
  expect(reply.status).toBe(200);
  return reply.body.entry.data;
};
/** Long enough for whatever ends by itself. */
const waitAndClean = async () => {
  service.advance(100 * 3_600_000);
  await removeFiles(service.services);
};

describe('[files.life.removed] a stranger with the link of a submitted file', () => {
  test('does not end it from a draft of his own', async () => {
    const doc = await put();
    const { entryId } = await fill('submit', doc);
    for (const verb of ['save', 'submit'] as const) {
      const draft = await fill('save', doc);
      // It leaves his draft, as it does for whoever may delete it.
      expect(await goOn(draft, verb, deleted(doc))).toEqual({});
      expect(await statusOf(doc)).toBe(200);
    }
    await waitAndClean();
    expect(await statusOf(doc)).toBe(200);
    expect((await alice('GET', `/entry/${entryId}`)).body.data).toEqual({ doc: [doc] });
  });

  test('does not end it by a new entry that says it is deleted, nor by dropping it', async () => {
    const doc = await put();
    await fill('submit', doc);
    for (const verb of ['save', 'submit']) {
      const reply = await service.call('POST', `/entry/${verb}`, { body: { form, data: deleted(doc) } });
      expect(reply.status).toBe(200);
    }
    await goOn(await fill('save', doc), 'save', { doc: [] });
    await waitAndClean();
    expect(await statusOf(doc)).toBe(200);
  });

  test('does not end it through another form, nor what a template or another draft shows', async () => {
    const other = await makeForm(service, definition);
    const [submitted, template, draft] = [await put(), await put(), await put()];
    await fill('submit', submitted);
    await alice('POST', '/entry/template', { form, data: { doc: [template] } });
    await fill('save', draft);
    for (const doc of [submitted, template, draft]) {
      for (const inForm of [form, other]) await goOn(await fill('save', doc, inForm), 'save', deleted(doc));
    }
    await waitAndClean();
    expect(await Promise.all([submitted, template, draft].map(statusOf))).toEqual([200, 200, 200]);
  });

  test('does not end it with the bewit of another entry', async () => {
    const doc = await put();
    const { entryId } = await fill('save', doc);
    const { bewit } = await fill('save', doc);
    const reply = await service.call('POST', `/entry/${entryId}/save`, {
      query: { bewit },
      body: { data: deleted(doc) },
    });
    expect([reply.status, await statusOf(doc)]).toEqual([401, 200]);
  });

  test('does not end it as another account: its own entries cannot show it', async () => {
    const doc = await put();
    await fill('submit', doc);
    const { key } = service.people.chelsea;
    const own = await makeForm(service, definition, key);
    const body = { form: own, data: { doc: [doc] } };
    const saved = await service.call('POST', '/entry/save', { key, body });
    if (saved.status === 200) {
      const path = `/entry/${saved.body.entryId}`;
      await service.call('POST', `${path}/save`, { key, body: { data: deleted(doc) } });
      await service.call('POST', `${path}/edit`, { key, body: { data: deleted(doc) } });
      await service.call('DELETE', path, { key });
    }
    await service.call('POST', '/entry/save', { key, body: { form: own, data: deleted(doc) } });
    await waitAndClean();
    expect(await statusOf(doc)).toBe(200);
  });

  test('does not end a file that a form kept when its entry was deleted', async () => {
    const keeping = await makeForm(service, { ...definition, keepUploadedFiles: ['deleted'] });
    const doc = await put();
    const { entryId } = await fill('submit', doc, keeping);
    await alice('DELETE', `/entry/${entryId}`);
    await goOn(await fill('save', doc), 'save', deleted(doc));
    await waitAndClean();
    expect(await statusOf(doc)).toBe(200);
  });
});

describe('[files.life.removed] whoever has the right still ends them', () => {
  test('the filler of the draft that alone holds it, at once', async () => {
    for (const verb of ['save', 'submit'] as const) {
      const doc = await put();
      expect(await goOn(await fill('save', doc), verb, deleted(doc))).toEqual({});
      expect(await statusOf(doc)).toBe(403);
      expect(await service.services.storage.stat(doc.storageKey)).toBeUndefined();
    }
  });

  test('the account: by an edit, by a save with its key, by deleting either of two entries', async () => {
    const [edited, saved, copied] = [await put(), await put(), await put()];
    const entry = await fill('submit', edited);
    const draft = await fill('save', saved);
    // A stranger who shows the same file holds nothing up.
    for (const doc of [edited, saved]) await fill('save', doc);
    await alice('POST', `/entry/${entry.entryId}/edit`, { updateMode: 'assign', data: deleted(edited) });
    await alice('POST', `/entry/${draft.entryId}/save`, { data: deleted(saved) });
    await fill('submit', copied);
    await alice('DELETE', `/entry/${(await fill('submit', copied)).entryId}`);
    expect(await Promise.all([edited, saved, copied].map(statusOf))).toEqual([403, 403, 403]);
  });
});
