// Requests of the fault runs about people: sign-in, sessions, keys, users, invitations, logs.
import { randomBytes } from 'node:crypto';
import { hashLinkToken } from '../../src/server/identity/person-links.ts';
import { endpoint, expectOk, plain, signedIn } from './endpoint.ts';
import { newMark, type World } from './world.ts';

plain('POST /auth/login', '/auth/login', { email: 'ann@example.com', password: 'a long password' }, { key: undefined });
plain(
  'POST /auth/session',
  '/auth/session',
  { email: 'ann@example.com', password: 'a long password' },
  { key: undefined },
);
endpoint('DELETE /auth/session', async (world) => {
  const opened = expectOk(await world.call('POST', '/auth/session', world.user, { key: undefined }));
  const cookie = (opened.headers.get('set-cookie') ?? '').split(';')[0] as string;
  return {
    send: () =>
      world.call('DELETE', '/auth/session', undefined, { key: undefined, headers: { cookie, 'x-formstead-app': '1' } }),
  };
});
plain('GET /me', '/me');
plain('GET /account/usage', '/account/usage');
plain('GET /account/notices', '/account/notices');
endpoint('DELETE /account/notices/:noticeId', async (world) => {
  const id = randomBytes(12).toString('hex');
  await world.sql`insert into notices (id, account, kind, about, detail, day, first_time, last_time, count)
    select ${id}, account, 'emailBound', ${id}, '{}', now(), now(), now(), 1 from users where email = 'ann@example.com'`;
  return {
    send: () => world.call('DELETE', `/account/notices/${id}`),
    countDone: async () => (await world.sql`select from notices where id = ${id} and is_dismissed`).length,
  };
});
plain('GET /account', '/account');
endpoint('PATCH /account', (world) => ({
  send: () => world.call('PATCH', '/account', { name: 'Ann & Co' }, signedIn(world)),
}));
endpoint('GET /auth/sessions', (world) => ({
  send: () => world.call('GET', '/auth/sessions', undefined, signedIn(world)),
}));
for (const path of ['/auth/sessions', '/auth/sessions/:session']) {
  endpoint(`DELETE ${path}`, async (world) => {
    const colleague = newColleague();
    expectOk(await world.call('POST', '/user', colleague, signedIn(world)));
    const logIn = async () =>
      expectOk(await world.call('POST', '/auth/login', colleague, { key: undefined })).body.token;
    const [token, other] = [await logIn(), await logIn()];
    const listed = await world.call('GET', '/auth/sessions', undefined, { key: undefined, token: other });
    const { id } = expectOk(listed).body.data.find(({ isCurrent }: { isCurrent: boolean }) => isCurrent);
    return {
      send: () => world.call('DELETE', path.replace(':session', id), undefined, { key: undefined, token }),
    };
  });
}
plain('PATCH /me', '/me', { name: 'Ann' });
endpoint('POST /me/password', async (world) => {
  // Somebody new each time: after a fault nobody knows which of two passwords counts.
  const colleague = newColleague();
  expectOk(await world.call('POST', '/user', colleague, signedIn(world)));
  const login = expectOk(await world.call('POST', '/auth/login', colleague, { key: undefined }));
  const body = { password: colleague.password, newPassword: 'another good phrase' };
  return {
    send: () => world.call('POST', '/me/password', body, { key: undefined, token: login.body.token }),
    // The password and its line in the log are one commit.
    countDone: async () => {
      const [changes] = await world.sql`select count(*)::int as n from activity_log
        where type = 'passwordChange' and email = ${colleague.email}`;
      return changes?.['n'] as number;
    },
  };
});
endpoint('POST /api-keys', async (world) => {
  const before = await countKeys(world);
  return {
    send: () => world.call('POST', '/api-keys', {}, signedIn(world)),
    countDone: async () => (await countKeys(world)) - before,
  };
});
const countKeys = async ({ sql }: World) => (await sql`select count(*)::int as n from api_keys`)[0]?.['n'] as number;
plain('GET /api-keys', '/api-keys');
endpoint('DELETE /api-keys/:apiKey', async (world) => {
  const made = expectOk(await world.call('POST', '/api-keys', {}, signedIn(world)));
  return { send: () => world.call('DELETE', `/api-keys/${made.body._id}`) };
});
endpoint('PATCH /api-keys/:apiKey', async (world) => {
  const made = expectOk(await world.call('POST', '/api-keys', {}, signedIn(world)));
  return { send: () => world.call('PATCH', `/api-keys/${made.body._id}`, { name: newMark() }, signedIn(world)) };
});
plain('GET /user', '/user');
const newColleague = () => ({
  email: `${newMark().replace(' ', '')}@example.com`,
  password: 'a phrase that is long enough',
});
endpoint('POST /user', (world) => {
  const body = newColleague();
  return {
    send: () => world.call('POST', '/user', body, signedIn(world)),
    countDone: async () =>
      (await world.sql`select count(*)::int as n from users where email = ${body.email}`)[0]?.['n'] as number,
  };
});
endpoint('DELETE /user/:userId', async (world) => {
  const added = await world.call('POST', '/user', newColleague(), signedIn(world));
  const path = `/user/${expectOk(added).body.id ?? added.body._id}`;
  return { send: () => world.call('DELETE', path, undefined, signedIn(world)) };
});
plain('GET /audit', '/audit?limit=5');
plain('GET /audit/export', '/audit/export?format=csv');
endpoint('POST /user/invite', (world) => {
  const { email } = newColleague();
  return {
    send: () => world.call('POST', '/user/invite', { email }, signedIn(world)),
    countDone: async () =>
      (await world.sql`select count(*)::int as n from person_links where email = ${email}`)[0]?.['n'] as number,
  };
});
plain('GET /user/invitations', '/user/invitations');
const invite = async (world: World) =>
  expectOk(await world.call('POST', '/user/invite', { email: newColleague().email }, signedIn(world))).body;
endpoint('DELETE /user/invitations/:invitation', async (world) => {
  const { id } = await invite(world);
  return { send: () => world.call('DELETE', `/user/invitations/${id}`, undefined, signedIn(world)) };
});
endpoint('POST /auth/forgot', async (world) => {
  // More than an address may ask for: the bound is not what is looked at here.
  await world.sql`delete from login_failures where name like 'forgot:%'`;
  return { send: () => world.call('POST', '/auth/forgot', { email: 'ann@example.com' }, { key: undefined }) };
});
for (const path of ['/auth/link', '/auth/accept']) {
  endpoint(`POST ${path}`, async (world) => {
    const { email, link } = await invite(world);
    const token = link.split('#token=')[1];
    const body = path === '/auth/link' ? { token } : { token, password: 'a phrase that is long enough' };
    return {
      send: () => world.call('POST', path, body, { key: undefined }),
      ...(path === '/auth/accept' && {
        countDone: async () =>
          (await world.sql`select count(*)::int as n from users where email = ${email}`)[0]?.['n'] as number,
      }),
    };
  });
}
plain('GET /user/emails', '/user/emails');
endpoint('POST /auth/confirm/options', (world) => ({
  send: () => world.call('POST', '/auth/confirm/options', {}, signedIn(world)),
}));
endpoint('POST /auth/confirm', (world) => ({
  send: () => world.call('POST', '/auth/confirm', { password: world.user.password }, signedIn(world)),
}));
endpoint('POST /me/email/verify', (world) => ({
  send: () => world.call('POST', '/me/email/verify', {}, signedIn(world)),
}));
/** A colleague whose email nobody has proved, with a link as it would be mailed. */
async function unverified(world: World, kind: 'verify' | 'claim') {
  const colleague = newColleague();
  const { id, account } = expectOk(await world.call('POST', '/user', colleague, signedIn(world))).body;
  const token = newMark();
  const linkId = id.split('').reverse().join('');
  await world.sql`insert into person_links
    (id, token_hash, kind, account, user_id, email, create_time, expires_at, proves_email) values
    (${linkId}, ${hashLinkToken(token)}, ${kind}, ${account}, ${id}, ${colleague.email}, now(), now() + interval '1 hour', true)`;
  return { colleague, id: id as string, token };
}
endpoint('POST /me/email/confirm', async (world) => {
  const { colleague, id, token } = await unverified(world, 'verify');
  const login = expectOk(await world.call('POST', '/auth/login', colleague, { key: undefined }));
  return {
    send: () => world.call('POST', '/me/email/confirm', { token }, { key: undefined, token: login.body.token }),
    countDone: async () =>
      (
        await world.sql`select count(*)::int as n from activity_log where type = 'emailVerify' and user_id = ${id}`
      )[0]?.['n'] as number,
  };
});
endpoint('POST /auth/claim', async (world) => {
  const { id, token } = await unverified(world, 'claim');
  return {
    send: () => world.call('POST', '/auth/claim', { token }, { key: undefined }),
    countDone: async () =>
      (
        await world.sql`select count(*)::int as n from activity_log where type = 'userDisplace' and user_id = ${id}`
      )[0]?.['n'] as number,
  };
});
plain('GET /log', '/log?limit=5');
