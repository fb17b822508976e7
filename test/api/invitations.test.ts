// Invitations: a link by email that works once, for seven days, and makes a colleague.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeAccount, lockAccount } from '../../src/server/store/identity/accounts.ts';
import { id, time } from '../support/entries.ts';
import { type SecondService, startSecondService } from '../support/second-service.ts';
import { type CallOptions, type Person, startService, type TestService } from '../support/service.ts';
import { refusal, startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let service: TestService;
let second: SecondService;
let alice: Person;
beforeAll(async () => {
  smtp = await startSmtp();
  service = await startService({ SMTP_URL: smtp.url, TRUST_PROXY: '1' });
  second = await startSecondService(service);
  alice = service.people.alice;
});
afterAll(async () => {
  await second.close();
  await service.close();
  await smtp.close();
});

const day = 24 * 3_600_000;
const invite = (body: object, options: CallOptions = { token: alice.token }) =>
  service.call('POST', '/user/invite', { ...options, body });
const accept = (body: object, options: CallOptions = {}) => service.call('POST', '/auth/accept', { ...options, body });
const open = async (person: Person) =>
  (await service.call('GET', '/user/invitations', { key: person.key })).body.data as { id: string; email: string }[];
const emailTo = (address: string) => smtp.emails.filter(({ recipients }) => recipients.includes(address));
const tokenIn = (text: string) => /#token=([\w-]{43})/.exec(text)?.[1] ?? '';
const notGood = [403, 'This link was already used, has expired, or is not complete.'];
const outcome = ({ status, body }: { status: number; body: { message?: string } }) => [status, body?.message];

test('[identity.invitations] by email, in plain text and HTML; the link joins once and signs in; only a hash is stored', async () => {
  const reply = await invite({ email: 'Dora@example.com', name: ' Dora ' });
  const shown = {
    id,
    email: 'Dora@example.com',
    name: 'Dora',
    inviter: alice.user,
    inviterEmail: alice.email,
    createTime: time,
    expireTime: time,
  };
  expect([reply.status, reply.body]).toEqual([200, shown]);
  expect(Date.parse(reply.body.expireTime) - Date.parse(reply.body.createTime)).toBe(7 * day);
  expect(await open(service.people.bob)).toEqual([reply.body]);
  expect(await open(service.people.chelsea)).toEqual([]);

  const [email] = emailTo('Dora@example.com');
  const token = tokenIn(email?.text ?? '');
  expect(email?.headers.get('subject')).toBe('alice invites you to Formstead');
  expect(email?.text).toContain(`http://forms.test/admin/join#token=${token}`);
  expect(email?.html).toContain(`href="http://forms.test/admin/join#token=${token}"`);
  const { sql } = service.services.db;
  expect(JSON.stringify(await sql`select * from person_links`)).not.toContain(token);
  expect(service.log.join()).not.toContain(token);

  const facts = await service.call('POST', '/auth/link', { body: { token } });
  expect(facts.body).toEqual({
    kind: 'invitation',
    email: 'Dora@example.com',
    name: 'Dora',
    inviterEmail: alice.email,
    expireTime: time,
  });
  for (const [password, situation] of [
    ['password', 'passwordTooCommon'],
    ['dora@example.com', 'passwordIsOwnName'],
    ['        ', 'passwordBlank'],
  ] as const) {
    const refused = await accept({ token, password });
    expect([refused.status, refused.headers.get('x-service-error')]).toEqual([400, situation]);
  }
  const headers = { 'x-formstead-app': 'admin' };
  const joined = await accept(
    { token, password: 'three green birds', name: 'Dora Dee' },
    { headers, query: { locale: 'he' } },
  );
  expect(joined.body).toMatchObject({
    kind: 'invitation',
    email: 'Dora@example.com',
    user: { name: 'Dora Dee', account: alice.account, hasPassword: true, settings: { locale: 'he' } },
  });
  const [session] = joined.headers.getSetCookie();
  const me = await service.call('GET', '/me', { headers: { ...headers, cookie: session?.split(';')[0] ?? '' } });
  expect(me.body.email).toBe('Dora@example.com');
  expect(outcome(await accept({ token, password: 'three green birds' }))).toEqual(notGood);
  expect(await open(alice)).toEqual([]);
  const log = (await service.call('GET', '/log', { key: alice.key })).body.data;
  expect(log.slice(0, 3).map(({ type, about }: { type: string; about?: string }) => [type, about])).toEqual([
    ['login', undefined],
    ['userJoin', undefined],
    ['userInvite', 'Dora@example.com'],
  ]);
});

test('[identity.links] one link in two processes at once: one wins, one user is made', async () => {
  await invite({ email: 'race@example.com' });
  const token = tokenIn(emailTo('race@example.com')[0]?.text ?? '');
  const body = { token, password: 'three green birds' };
  const replies = await Promise.all(
    [service, second, service, second].map((one) => one.call('POST', '/auth/accept', { body })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403, 403, 403]);
  const { sql } = service.services.db;
  expect(await sql`select 1 from users where email = 'race@example.com'`).toHaveLength(1);
});

test('[identity.links] expired, withdrawn, replaced, foreign and broken ones are one and the same 403', async () => {
  const tokens: string[] = [];
  await invite({ email: 'late@example.com' });
  tokens.push(tokenIn(emailTo('late@example.com')[0]?.text ?? ''));
  // Once more: the first link ends.
  const again = await invite({ email: 'LATE@example.com' });
  expect((await open(alice)).map((one) => one.id)).toEqual([again.body.id]);
  const latest = tokenIn(emailTo('LATE@example.com')[0]?.text ?? '');
  expect(latest).not.toBe(tokens[0]);
  const withdrawn = await invite({ email: 'gone@example.com' });
  tokens.push(tokenIn(emailTo('gone@example.com')[0]?.text ?? ''));
  const path = `/user/invitations/${withdrawn.body.id}`;
  expect((await service.call('DELETE', path, { token: service.people.chelsea.token })).status).toBe(403);
  expect((await service.call('DELETE', path, { key: alice.key })).status).toBe(403);
  expect(outcome(await service.call('DELETE', path, { token: service.people.bob.token }))).toEqual([
    200,
    'The invitation was withdrawn.',
  ]);
  expect((await service.call('DELETE', path, { token: alice.token })).status).toBe(404);
  tokens.push('', 'x', latest.slice(1), `${latest}x`, latest.toUpperCase(), 'a'.repeat(43), "' or 1=1 --");
  for (const token of tokens.filter((one) => one !== '')) {
    for (const target of ['/auth/link', '/auth/accept']) {
      const body = target === '/auth/link' ? { token } : { token, password: 'three green birds' };
      const headers = { 'x-forwarded-for': `198.51.100.${tokens.indexOf(token)}` };
      expect([token, ...outcome(await service.call('POST', target, { body, headers }))]).toEqual([token, ...notGood]);
    }
  }
  const link = { body: { token: latest }, headers: { 'x-forwarded-for': '198.51.100.99' } };
  service.advance(7 * day - 60_000);
  expect((await service.call('POST', '/auth/link', link)).status).toBe(200);
  service.advance(60_000);
  expect(outcome(await service.call('POST', '/auth/link', link))).toEqual(notGood);
  // It is listed for a while, so that somebody can send it again.
  const login = await service.call('POST', '/auth/login', { body: { email: alice.email, password: alice.password } });
  expect(await open(alice)).toHaveLength(1);
  const renewed = await invite({ email: 'late@example.com' }, { token: login.body.token });
  expect(renewed.body.id).toBe(again.body.id);
  service.advance(-7 * day);
});

test('[identity.links][identity.accounts.closed] an account that is closed while somebody joins or is added takes nobody', async () => {
  const owner = await service.person('closing@example.org');
  await invite({ email: 'joins@example.org' }, { token: owner.token });
  const token = tokenIn(emailTo('joins@example.org')[0]?.text ?? '');
  const { db, clock } = service.services;
  const body = { email: 'added@example.org', password: 'three green birds' };
  let joining: ReturnType<typeof accept>[] = [];
  await db.transaction(async (tx) => {
    await lockAccount(tx, owner.account);
    joining = [
      accept({ token, password: 'three green birds' }),
      service.call('POST', '/user', { token: owner.token, body }),
    ];
    // The link was open, the token good, and both wait for the account: one in the database, the other behind it in the lane of the row.
    const isWaiting = async () =>
      (await db.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
        .length;
    await expect.poll(isWaiting).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await closeAccount(tx, { id: owner.account, time: new Date(clock.now()).toISOString() });
  });
  expect((await Promise.all(joining)).map(outcome)).toEqual([notGood, [401, 'Invalid token']]);
  expect(await db.sql`select 1 from users where email in ('joins@example.org', 'added@example.org')`).toEqual([]);
});

test('[identity.invitations] an email in use is a 409, and only so often; a key invites nobody', async () => {
  const { chelsea, bob } = service.people;
  const replies = await Promise.all(
    Array.from({ length: 33 }, () => invite({ email: bob.email }, { token: chelsea.token })),
  );
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(30);
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(3);
  expect((await invite({ email: 'x@example.com' }, { key: alice.key })).status).toBe(403);
  expect((await invite({ email: 'a@example.com\r\nBcc: b@example.com' })).status).toBe(400);
  expect(emailTo(bob.email)).toEqual([]);
});

test('[identity.invitations.bounds] few emails a day to one address; afterwards the link is handed over; an account invites only so many', async () => {
  const ann = await service.person('ann@example.org');
  const ben = await service.person('ben@example.org');
  const eve = await service.person('eve@example.org');
  for (const [person, sent] of [
    [ann, 3],
    [ben, 3],
    [eve, 0],
  ] as const) {
    const replies = [];
    for (let turn = 0; turn < 4; turn += 1) {
      // Spellings of one mailbox are one.
      replies.push(await invite({ email: `Victim+${turn}@example.net` }, { token: person.token }));
    }
    expect(replies.filter(({ body }) => body.link === undefined)).toHaveLength(sent);
    const { link } = replies.at(-1)?.body ?? {};
    expect((await service.call('POST', '/auth/link', { body: { token: tokenIn(link) } })).status).toBe(200);
  }
  expect(smtp.emails.filter(({ recipients }) => recipients[0]?.endsWith('@example.net'))).toHaveLength(6);
  // 4 were made already.
  const { sql } = service.services.db;
  await sql`update email_counts set sent = 199 where scope = ${ann.account} and recipient = 'invitations'`;
  expect((await invite({ email: 'last@example.net' }, { token: ann.token })).status).toBe(200);
  const refused = await invite({ email: 'more@example.net' }, { token: ann.token });
  expect([refused.status, refused.body.quota]).toEqual([429, 'invitations']);
  await sql`insert into person_links (id, token_hash, kind, account, email, create_time, expires_at)
    select lpad(n::text, 24, '0'), 'h' || n, 'invitation', ${ben.account}, n || '@example.net', now(), now() + interval '1 day'
    from generate_series(1, 197) as n`;
  const full = await invite({ email: 'full@example.net' }, { token: ben.token });
  expect([full.status, full.body.quota]).toEqual([403, 'invitations']);
});

test('[identity.links.emails] what others chose stays a short line of text: no header, no tag, no link', async () => {
  const mallory = await service.person('mallory@example.org');
  const call = (path: string, body: object) => service.call('PATCH', path, { token: mallory.token, body });
  const names = [
    ['Win!\r\nBcc: all@example.com', '<img src=x onerror=alert(1)>"\'&'],
    ['Click http://evil.example/now', 'evil.example'],
    ['Prize at evil1.example', 'evil2。example'],
    ['\u202egnitirw\u0000\u2028', '\u200f'],
  ] as const;
  for (const [turn, [name, account]] of names.entries()) {
    await call('/me', { name });
    await call('/account', { name: account });
    const to = `target${turn}@example.info`;
    expect((await invite({ email: to }, { token: mallory.token })).status).toBe(200);
    const [email] = emailTo(to);
    expect(email?.recipients).toEqual([to]);
    expect(email?.headers.has('bcc')).toBe(false);
    expect(email?.headers.get('subject')).toMatch(/^[^\r\n]* invites you to Formstead$/);
    expect(email?.html).not.toMatch(/<img|\u202e|evil\d?[.。]example/);
    expect(email?.text).not.toMatch(/\u202e|\u0000|\u2028|evil\d?[.。]example/);
    expect([...(email?.html ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href?.split('#')[0])).toEqual([
      'http://forms.test/admin/join',
    ]);
  }
  expect(emailTo('target0@example.info')[0]?.headers.get('subject')).toBe(
    'mallory@example.org invites you to Formstead',
  );
  expect(emailTo('target0@example.info')[0]?.html).toContain('&#60;img src=x onerror=alert(1)&#62;');
});

test('[identity.invitations] a mail server that refuses: whoever invites gets the link; Hebrew', async () => {
  const dan = await service.person('dan@example.org');
  await service.call('PATCH', '/me', { token: dan.token, body: { settings: { locale: 'he' } } });
  smtp.onEmail = async () => {
    throw refusal(550, 'no such user');
  };
  const refused = await invite({ email: 'nowhere@example.info' }, { token: dan.token });
  smtp.onEmail = async () => {};
  expect([refused.status, tokenIn(refused.body.link)]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
  await invite({ email: 'hebrew@example.info' }, { token: dan.token });
  const [email] = emailTo('hebrew@example.info');
  expect(email?.html).toContain('<html lang="he" dir="rtl">');
  expect(email?.headers.get('subject')).toBe('הזמנה ל־Formstead מאת dan');
});

test('[identity.links] wrong tokens are counted by address; the right one works all the same', async () => {
  await invite({ email: 'guessed@example.com' });
  const token = tokenIn(emailTo('guessed@example.com')[0]?.text ?? '');
  const headers = { 'x-forwarded-for': '203.0.113.77' };
  const guesses = Array.from({ length: 34 }, (_, at) =>
    (at % 2 ? service : second).call('POST', '/auth/link', { body: { token: `wrong${at}` }, headers }),
  );
  const statuses = (await Promise.all(guesses)).map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(30).fill(403), ...Array(4).fill(429)]);
  expect((await accept({ token, password: 'three green birds' }, { headers })).status).toBe(200);
});
