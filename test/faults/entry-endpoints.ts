// Requests of the fault runs about entries: fill, edit, render, export, delete.
import {
  countActions,
  countEntries,
  endpoint,
  expectOk,
  makeDraft,
  makeEntry,
  makeTemplate,
  pageRoot,
  plain,
  uploadPaper,
} from './endpoint.ts';
import { newMark } from './world.ts';

plain('GET /entry', ({ forms }) => `/entry?limit=5&query=${JSON.stringify({ form: forms.plain })}`);
plain('GET /entry/count', ({ forms }) => `/entry/count?query=${JSON.stringify({ form: forms.plain })}`);
endpoint('GET /entry/:entryId', async (world) => {
  const id = await makeEntry(world);
  return { send: () => world.call('GET', `/entry/${id}`) };
});
for (const verb of ['save', 'submit']) {
  endpoint(`POST /entry/${verb}`, (world) => {
    const name = newMark();
    const body = { form: world.forms.plain, data: { name } };
    return {
      send: () => world.call('POST', `/entry/${verb}`, body, { key: undefined }),
      countDone: () => countEntries(world, name),
    };
  });
  endpoint(`POST /entry/${verb}#with an idempotency key`, (world) => {
    const name = newMark();
    const body = { form: world.forms.plain, data: { name } };
    const headers = { 'idempotency-key': name };
    return {
      send: () => world.call('POST', `/entry/${verb}`, body, { headers }),
      countDone: () => countEntries(world, name),
    };
  });
  endpoint(`POST /entry/:entryId/${verb}`, async (world) => {
    const { entryId } = await makeDraft(world);
    const before = await countActions(world, entryId, verb);
    return {
      send: () => world.call('POST', `/entry/${entryId}/${verb}`, { data: { name: 'again' } }),
      countDone: async () => (await countActions(world, entryId, verb)) - before,
    };
  });
  endpoint(`POST /entry/:entryId/${verb}#by its link`, async (world) => {
    const { entryId, bewit } = await makeDraft(world);
    const before = await countActions(world, entryId, verb);
    const path = `/entry/${entryId}/${verb}?bewit=${bewit}`;
    return {
      send: () => world.call('POST', path, { data: { name: 'again' } }, { key: undefined }),
      countDone: async () => (await countActions(world, entryId, verb)) - before,
    };
  });
}
endpoint('POST /entry/submit#with a file, a PDF and an email', async (world) => {
  const name = newMark();
  const body = { form: world.forms.rich, data: { name, paper: [await uploadPaper(world)] } };
  return { send: () => world.call('POST', '/entry/submit', body), countDone: () => countEntries(world, name) };
});
endpoint('POST /entry/:entryId/edit', async (world) => {
  const id = await makeEntry(world);
  const body = { data: { name: newMark() }, updateMode: 'merge' };
  return {
    send: () => world.call('POST', `/entry/${id}/edit`, body),
    countDone: () => countActions(world, id, 'edit'),
  };
});
endpoint('POST /entry/template', (world) => {
  const name = newMark();
  return {
    send: () => world.call('POST', '/entry/template', { form: world.forms.plain, data: { name } }),
    countDone: () => countEntries(world, name),
  };
});
endpoint('PATCH /entry/:entryId', async (world) => {
  const { entryId } = await makeTemplate(world);
  return { send: () => world.call('PATCH', `/entry/${entryId}`, { name: 'named' }) };
});
endpoint('DELETE /entry/:entryId', async (world) => {
  const id = await makeEntry(world);
  return {
    send: () => world.call('DELETE', `/entry/${id}`),
    countDone: () => countActions(world, id, 'delete'),
  };
});
endpoint('POST /entry/delete', async (world) => {
  const { id } = expectOk(await world.call('POST', '/form', { name: newMark() })).body;
  for (let made = 0; made < 2; made += 1) {
    expectOk(await world.call('POST', '/entry/save', { form: id, data: {} }));
  }
  return { send: () => world.call('POST', '/entry/delete', { query: { form: id } }) };
});
endpoint('POST /entry/:entryId/render', async (world) => {
  const id = await makeEntry(world);
  return { send: () => world.call('POST', `/entry/${id}/render`, {}) };
});
endpoint('POST /entry/render', (world) => ({
  send: () => world.call('POST', '/entry/render', { form: world.forms.plain, data: { name: 'shown' } }),
}));
for (const format of ['csv', 'xlsx', 'pdf']) {
  endpoint(`POST /entry/export#${format}`, async (world) => {
    const { id } = expectOk(await world.call('POST', '/form', { name: newMark() })).body;
    expectOk(await world.call('POST', '/entry/submit', { form: id, data: {} }));
    return { send: () => world.call('POST', `/entry/export?format=${format}`, { query: { form: id } }) };
  });
}
endpoint('GET /entry/:entryId/history', async (world) => {
  const id = await makeEntry(world);
  expectOk(await world.call('POST', `/entry/${id}/edit`, { data: { name: newMark() } }));
  return { send: () => world.call('GET', `/entry/${id}/history`) };
});
endpoint('GET /entry/export/:progressId/progress', async (world) => {
  const progressId = 'a'.repeat(24);
  const query = { form: world.forms.rich };
  expectOk(await world.call('POST', `/entry/export?format=csv&progressId=${progressId}`, { query }));
  return { send: () => world.call('GET', `/entry/export/${progressId}/progress`) };
});
endpoint('POST /entry/:entryId/copy', async (world) => {
  const form = await world.call('POST', '/form', { formSchema: { rootElem: pageRoot }, page: { copy: 'pdf' } });
  const { entryId } = expectOk(await world.call('POST', '/entry/submit', { form: expectOk(form).body.id })).body;
  return { send: () => world.call('POST', `/entry/${entryId}/copy`) };
});
endpoint('POST /entry/:entryId/sendLink', async (world) => {
  const form = await world.call('POST', '/form', { formSchema: { rootElem: pageRoot }, page: { emailLink: true } });
  const { entryId } = expectOk(await world.call('POST', '/entry/save', { form: expectOk(form).body.id })).body;
  // One caller gets few links a day.
  await world.sql`delete from email_counts`;
  return { send: () => world.call('POST', `/entry/${entryId}/sendLink`, { email: 'ann@example.com' }) };
});
endpoint('GET /entry/:entryId/resume', async (world) => {
  const { entryId, bewit } = await makeDraft(world);
  return {
    send: () => world.call('GET', `/entry/${entryId}/resume?bewit=${bewit}`, undefined, { key: undefined }),
  };
});
endpoint('GET /entry/:entryId/clone', async (world) => {
  const { entryId } = await makeTemplate(world);
  return { send: () => world.call('GET', `/entry/${entryId}/clone`, undefined, { key: undefined }) };
});
