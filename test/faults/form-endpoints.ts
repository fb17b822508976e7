// Requests of the fault runs about forms: definitions, views, insight, pictures, upload policies.
import { smallPng } from '../support/small-png.ts';
import { endpoint, expectOk, plain } from './endpoint.ts';
import { newMark, type World } from './world.ts';

plain('GET /form', '/form?limit=5');
plain('GET /form/:formId', ({ forms }) => `/form/${forms.plain}`);
endpoint('POST /form', (world) => {
  const name = newMark();
  return {
    send: () => world.call('POST', '/form', { name }),
    countDone: async () =>
      (await world.sql`select count(*)::int as n from forms where definition ->> 'name' = ${name}`)[0]?.['n'] as number,
  };
});
plain('PATCH /form/:formId', ({ forms }) => `/form/${forms.rich}`, { publicName: 'Rich form' });
endpoint('DELETE /form/:formId', async (world) => {
  const { id } = expectOk(await world.call('POST', '/form', { name: newMark() })).body;
  expectOk(await world.call('POST', '/entry/save', { form: id, data: {} }));
  return { send: () => world.call('DELETE', `/form/${id}`) };
});
plain('GET /form/:formId/entries', ({ forms }) => `/form/${forms.plain}/entries?limit=5`);
plain('GET /form/:formId/entries/count', ({ forms }) => `/form/${forms.plain}/entries/count?search=a`);
plain('GET /form/:formId/fileCount', ({ forms }) => `/form/${forms.rich}/fileCount`);
plain('GET /form/:formId/schema', ({ forms }) => `/form/${forms.rich}/schema`);
plain('GET /form/:formId/views', ({ forms }) => `/form/${forms.rich}/views`);
const newView = () => ({ name: newMark(), state: { status: 'all', where: { path: 'name', op: 'eq', value: 'x' } } });
const countViews = async ({ sql }: World, name: string) => {
  const [row] = await sql`select count(*)::int as n from entry_views where name = ${name}`;
  return row?.['n'] as number;
};
/** A form of its own: there is an end to the views of one form. */
const makeView = async (world: World) => {
  const form = expectOk(await world.call('POST', '/form', { name: newMark() })).body.id as string;
  const view = expectOk(await world.call('POST', `/form/${form}/views`, newView())).body;
  return `/form/${form}/views/${view.id}`;
};
endpoint('POST /form/:formId/views', async (world) => {
  const view = newView();
  const form = expectOk(await world.call('POST', '/form', { name: newMark() })).body.id as string;
  return {
    send: () => world.call('POST', `/form/${form}/views`, view),
    countDone: () => countViews(world, view.name),
  };
});
endpoint('PATCH /form/:formId/views/:viewId', async (world) => {
  const [path, name] = [await makeView(world), newMark()];
  return { send: () => world.call('PATCH', path, { name }), countDone: () => countViews(world, name) };
});
endpoint('DELETE /form/:formId/views/:viewId', async (world) => {
  const path = await makeView(world);
  return { send: () => world.call('DELETE', path) };
});
plain('GET /form/:formId/insight', ({ forms }) => `/form/${forms.rich}/insight`);
plain('GET /form/:formId/dropOff', ({ forms }) => `/form/${forms.rich}/dropOff`);
plain('POST /form/:formId/started', ({ forms }) => `/form/${forms.rich}/started`, undefined, { key: undefined });
plain('GET /form/:formId/start', ({ forms }) => `/form/${forms.plain}/start`, undefined, { key: undefined });
plain('POST /form/check', '/form/check', { name: 'Checked' });
plain('POST /form/render', '/form/render', { form: { name: 'Shown' } });
endpoint('POST /form/:formId/generateEntries', async (world) => {
  const { id } = expectOk(await world.call('POST', '/form', { name: newMark() })).body;
  return {
    send: () => world.call('POST', `/form/${id}/generateEntries`, { num: 3 }),
    countDone: async () =>
      ((await world.sql`select count(*)::int as n from entries where form = ${id}`)[0]?.['n'] as number) / 3,
  };
});
endpoint('POST /form/:formId/pictures', (world) => ({
  send: () =>
    world.call('POST', `/form/${world.forms.rich}/pictures`, smallPng(), { headers: { 'content-type': 'image/png' } }),
}));
plain('POST /form/:formId/uploadPolicy', ({ forms }) => `/form/${forms.rich}/uploadPolicy`, {
  name: 'a.txt',
  size: 5,
  type: 'text/plain',
});
