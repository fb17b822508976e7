// Requests of the fault runs: notes, what a team says about an entry, and emails sent again.
import { endpoint, expectOk, makeEntry, plain } from './endpoint.ts';
import { newMark, type World } from './world.ts';

const countNotes = async ({ sql }: World, text: string) =>
  (await sql`select count(*)::int as n from entry_notes where text = ${text}`)[0]?.['n'] as number;
const countLines = async ({ sql }: World, entry: string, action: string) => {
  const [row] = await sql`
    select count(*)::int as n from audit_log where object_id = ${entry} and action = ${action}`;
  return row?.['n'] as number;
};

endpoint('GET /entry/:entryId/notes', async (world) => {
  const id = await makeEntry(world);
  return { send: () => world.call('GET', `/entry/${id}/notes`) };
});
endpoint('POST /entry/:entryId/notes', async (world) => {
  const id = await makeEntry(world);
  const text = newMark();
  return {
    send: () => world.call('POST', `/entry/${id}/notes`, { text }),
    countDone: () => countNotes(world, text),
  };
});
endpoint('DELETE /entry/:entryId/notes/:noteId', async (world) => {
  const id = await makeEntry(world);
  const note = expectOk(await world.call('POST', `/entry/${id}/notes`, { text: newMark() })).body;
  return {
    send: () => world.call('DELETE', `/entry/${id}/notes/${note.id}`),
    countDone: () => countLines(world, id, 'noteDelete'),
  };
});
endpoint('GET /entry/:entryId/team', async (world) => {
  const id = await makeEntry(world);
  return { send: () => world.call('GET', `/entry/${id}/team`) };
});
endpoint('PATCH /entry/:entryId/team', async (world) => {
  const id = await makeEntry(world);
  return {
    send: () => world.call('PATCH', `/entry/${id}/team`, { status: 'open', tags: ['a'] }),
    countDone: () => countLines(world, id, 'teamChange'),
  };
});
plain('GET /form/:formId/team', ({ forms }) => `/form/${forms.plain}/team`);

const makeEntryWithEmail = async (world: World) =>
  expectOk(await world.call('POST', '/entry/submit', { form: world.forms.rich, data: { name: newMark() } })).body
    .entryId as string;
endpoint('GET /entry/:entryId/emails', async (world) => {
  const id = await makeEntryWithEmail(world);
  return { send: () => world.call('GET', `/entry/${id}/emails`) };
});
endpoint('POST /entry/:entryId/emails/:n/resend', async (world) => {
  const id = await makeEntryWithEmail(world);
  return {
    send: () => world.call('POST', `/entry/${id}/emails/0/resend`),
    countDone: () => countLines(world, id, 'emailResend'),
  };
});
endpoint('POST /form/:formId/emails/test', async (world) => {
  const email = { to: [], subject: newMark(), text: '{{ allAnswers }}' };
  return { send: () => world.call('POST', `/form/${world.forms.plain}/emails/test`, { email, data: { name: 'x' } }) };
});
plain('GET /emails/failed', () => '/emails/failed');
