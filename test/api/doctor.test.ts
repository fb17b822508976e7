// `formstead doctor` on set-ups that are broken in one way each: it names that, and nothing else.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttp, type RequestListener, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Settings } from '../../src/server/base/settings.ts';
import { runDoctor } from '../../src/server/doctor/run-doctor.ts';
import { backUp } from '../support/backups.ts';
import { diagnose, type Patient, startPatient } from '../support/doctor.ts';
import { findFreePort } from '../support/server-process.ts';
import { startService } from '../support/service.ts';

let patient: Patient;
let folder: string;
const ends: (() => unknown)[] = [];
beforeAll(async () => {
  patient = await startPatient();
  folder = mkdtempSync(join(tmpdir(), 'formstead-doctor-'));
});
afterAll(async () => {
  await patient?.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const diagnoseWith = (settings: Settings) => diagnose({ ...patient.healthy, ...settings });
const file = (name: string, text: string, mode = 0o600) => {
  writeFileSync(join(folder, name), text);
  chmodSync(join(folder, name), mode);
  return join(folder, name);
};

async function serveHttp(handle: RequestListener): Promise<string> {
  const server = createHttp(handle);
  ends.push(() => server.close());
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function serveSmtp(options: SMTPServerOptions): Promise<number> {
  const server = new SMTPServer({ logger: false, ...options });
  server.on('error', () => {});
  ends.push(() => new Promise<void>((done) => server.close(() => done())));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.server.address() as AddressInfo).port;
}

test('[running.doctor] nothing is found where nothing is wrong, and nothing is left behind', async () => {
  const { S3_BUCKET: _bucket, DATA_DIR: dataDir = '' } = patient.healthy;
  const objects = async () => (await patient.service.services.storage.list({ limit: 1000 })).keys;
  const before = [readdirSync(dataDir), await objects(), patient.smtp.emails.length];
  const { checks } = await runDoctor(patient.healthy, { skipsPdf: true });
  expect(await diagnoseWith({})).toEqual([]);
  expect([readdirSync(dataDir), await objects(), patient.smtp.emails.length]).toEqual(before);
  expect(new Set(checks.map(({ check }) => check.split('.')[0]))).toEqual(
    new Set(
      'settings node server database folder disk storage mail address backup secrets scanner provider'.split(' '),
    ),
  );
  expect(checks.find(({ check }) => check === 'address.public')?.message).toContain('leads to this service.');
});

test('[running.doctor.settings] every broken setting is named, and what needs it is not checked', async () => {
  const found = await diagnoseWith({
    PORT: 'many',
    WORKERS: '0',
    DATABASE_URL: 'mysql://ann:hush@db/forms',
    DATABASE_READ_URL: 'postgres://ann:hush@db2/forms',
    SMTP_URL: 'mail.example.org',
    S3_ENDPOINT: 'not an address',
    BACKUP_AT: '25:00',
    SECRET_FILE: join(folder, 'none'),
    OIDC_ISSUER: 'id.example.org',
    OIDC_CLIENT_ID: 'forms',
    ADMIN_EMAIL: 'ann',
    ADMIN_PASSWORD: 'hush',
    SETS_SOURCES: join(folder, 'none.json'),
  });
  const named = found.filter(({ check }) => check === 'settings.values').map(({ message }) => message.split(' ')[0]);
  expect(named.sort()).toEqual(
    [
      'ADMIN_EMAIL',
      'BACKUP_AT',
      'DATABASE_URL',
      'OIDC_ISSUER',
      'PORT',
      'S3_ENDPOINT',
      'SECRET_FILE',
      'SMTP_URL',
    ].concat('WORKERS'),
  );
  const skipped = found.filter(({ message }) => message.startsWith('Not checked')).map(({ check }) => check);
  expect(skipped.sort()).toEqual(
    ['address', 'backup', 'database', 'database.read', 'mail', 'provider', 'server', 'storage'].sort(),
  );
  expect(found.find(({ check }) => check === 'settings.sources')?.state).toBe('problem');
  expect(JSON.stringify(found)).not.toContain('hush');
});

test('[running.doctor.hides] no secret and no escape sequence is printed, whoever puts it into a message', async () => {
  const secret = 'p@ss/w0rd hush';
  const url = await serveHttp((_request, response) => {
    response.statusCode = 403;
    response.end(`<Code>\u001b[31m${secret}</Code>`);
  });
  const port = await serveSmtp({
    hideSTARTTLS: true,
    onAuth: (auth, _session, done) => done(new Error(`no ${auth.password} here \u001b[2J`)),
  });
  const { checks } = await runDoctor(
    {
      ...patient.healthy,
      SMTP_URL: `smtp://ann:${encodeURIComponent(secret)}@127.0.0.1:${port}`,
      S3_ENDPOINT: url,
      S3_SECRET_ACCESS_KEY: secret,
    },
    { skipsPdf: true },
  );
  const text = checks.map(({ message, remedy }) => `${message}${remedy ?? ''}`).join('');
  expect(text).toContain('refuses the login: Invalid login: 535 no *** here');
  expect(text).not.toContain(secret);
  expect(text).not.toContain(encodeURIComponent(secret));
  expect(text).not.toMatch(/\p{Cc}/u);
});

test('[running.doctor.storage] an unwritable data folder, and one that everybody may write in', async () => {
  const closed = join(folder, 'closed');
  mkdirSync(closed, { mode: 0o500 });
  const isRoot = process.geteuid?.() === 0;
  chmodSync(folder, 0o755);
  if (isRoot) process.seteuid?.(65_534);
  const onDisk = Object.fromEntries(
    Object.entries(patient.healthy).filter(([name]) => !name.startsWith('S3_') && name !== 'BACKUP_TO'),
  );
  const found = await diagnose({ ...onDisk, DATA_DIR: closed }).finally(() => isRoot && process.seteuid?.(0));
  const user = isRoot ? 65_534 : process.geteuid?.();
  const cannot = `cannot be written by this user (${user}).`;
  expect(found).toEqual([
    { check: 'folder.writes', state: 'problem', message: `DATA_DIR (${closed}) ${cannot}` },
    {
      check: 'storage.access',
      state: 'problem',
      message: `The folder of uploads (${join(closed, 'files')}) ${cannot}`,
    },
    expect.objectContaining({ check: 'backup.schedule' }),
  ]);
  chmodSync(closed, 0o777);
  expect(await diagnoseWith({ DATA_DIR: closed })).toEqual([
    {
      check: 'folder.rights',
      state: 'warning',
      message: `Everybody on this machine may write in DATA_DIR (${closed}).`,
    },
  ]);
  expect(await diagnoseWith({ DATA_DIR: file('a-file', '') })).toMatchObject([{ check: 'folder.writes' }]);
});

test('[running.doctor.storage] a disk below the reserve, and one that soon will be', async () => {
  const found = await diagnoseWith({ DISK_RESERVE: '9000000000000000' });
  expect(found).toEqual([
    {
      check: 'disk.space',
      state: 'problem',
      message: expect.stringContaining('new drafts and large entries are refused with 507'),
    },
  ]);
  expect(await diagnoseWith({ DISK_RESERVE: '99%' })).toMatchObject([{ check: 'disk.space' }]);
});

test('[running.doctor.storage] S3: a wrong secret, an unknown key, no bucket, nobody there', async () => {
  const wrong = { check: 'storage.access', state: 'problem' };
  const ofStorage = async (settings: Settings) =>
    (await diagnoseWith({ BACKUP_TO: folder, ...settings })).filter(({ check }) => check.startsWith('storage'));
  expect(await ofStorage({ S3_SECRET_ACCESS_KEY: 'another one' })).toEqual([
    { ...wrong, message: expect.stringContaining('does not accept the signature (SignatureDoesNotMatch)') },
  ]);
  expect(await ofStorage({ S3_ACCESS_KEY_ID: 'nobody' })).toEqual([
    { ...wrong, message: expect.stringContaining('does not know the key (InvalidAccessKeyId)') },
  ]);
  expect(await ofStorage({ S3_BUCKET: 'no-such-bucket' })).toEqual([
    { ...wrong, message: expect.stringContaining('has no bucket no-such-bucket') },
  ]);
  expect(await ofStorage({ S3_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` })).toEqual([
    { ...wrong, message: expect.stringContaining('cannot be reached: connect ECONNREFUSED') },
  ]);
});

test('[running.doctor.storage] S3: a clock that is wrong', async () => {
  const { endpoint } = patient.s3.config;
  const url = await serveHttp((incoming, response) => {
    const passed = request(endpoint + incoming.url, { method: incoming.method, headers: incoming.headers }, (reply) => {
      const late = new Date(Date.now() + 20 * 60_000).toUTCString();
      response.writeHead(reply.statusCode as number, { ...reply.headers, date: late });
      reply.pipe(response);
    });
    incoming.pipe(passed);
  });
  const found = await diagnoseWith({ S3_ENDPOINT: url });
  expect(found.filter(({ check }) => check === 'storage.clock')).toEqual([
    { check: 'storage.clock', state: 'problem', message: expect.stringMatching(/is 1(199|200|201) s ahead of/) },
  ]);
});

test('[running.doctor.mail] a closed port, a bad login, no STARTTLS, a certificate that nobody signed', async () => {
  const closed = await findFreePort();
  expect(await diagnoseWith({ SMTP_URL: `smtp://127.0.0.1:${closed}` })).toEqual([
    {
      check: 'mail.server',
      state: 'problem',
      message: `The mail server 127.0.0.1:${closed} cannot be reached: connect ECONNREFUSED 127.0.0.1:${closed}.`,
    },
  ]);
  const tried: string[] = [];
  const plain = await serveSmtp({
    hideSTARTTLS: true,
    onAuth({ password }, _session, done) {
      tried.push(String(password));
      if (password === 'right') done(null, { user: 'ann' });
      else done(new Error('Authentication failed'));
    },
  });
  expect(await diagnoseWith({ SMTP_URL: `smtp://ann:wrong@127.0.0.1:${plain}` })).toEqual([
    {
      check: 'mail.login',
      state: 'problem',
      message: expect.stringContaining('refuses the login: Invalid login: 535'),
    },
  ]);
  expect(await diagnoseWith({ SMTP_URL: `smtp://ann:right@127.0.0.1:${plain}` })).toEqual([]);
  expect(await diagnoseWith({ SMTP_URL: `smtp://127.0.0.1:${plain}?requireTLS=true` })).toEqual([
    { check: 'mail.encryption', state: 'problem', message: expect.stringContaining('cannot be encrypted') },
  ]);
  expect(tried).toEqual(['wrong', 'right']);
  // By a name that is not known to stay on this machine.
  expect(await diagnoseWith({ SMTP_URL: `smtp://ann:right@[::ffff:127.0.0.1]:${plain}` })).toEqual([
    {
      check: 'mail.encryption',
      state: 'problem',
      message: expect.stringContaining('offers no STARTTLS: the password'),
    },
  ]);
  expect(tried).toEqual(['wrong', 'right']);
  const own = await serveSmtp({ authOptional: true });
  expect(await diagnoseWith({ SMTP_URL: `smtp://127.0.0.1:${own}` })).toEqual([
    { check: 'mail.certificate', state: 'warning', message: expect.stringContaining('is not trusted') },
  ]);
  expect(await diagnoseWith({ SMTP_URL: `smtp://ann:right@127.0.0.1:${own}` })).toEqual([
    { check: 'mail.encryption', state: 'problem', message: expect.stringContaining('certificate') },
  ]);
  expect(patient.smtp.emails).toEqual([]);
});

test('[running.doctor.mail] no mail server where people come from outside; an address that no server takes', async () => {
  const { SMTP_URL: _none, ...rest } = patient.healthy;
  expect(await diagnose(rest)).toEqual([]);
  const found = await diagnose({ ...rest, PUBLIC_URL: 'https://forms.invalid', TRUST_PROXY: '1' });
  expect(found.map(({ check, state }) => `${state} ${check}`).sort()).toEqual([
    'problem address.public',
    'warning mail.server',
  ]);
  expect(await diagnoseWith({ MAIL_FROM: 'Forms <noreply@localhost>' })).toMatchObject([{ check: 'mail.from' }]);
});

test('[running.doctor.address] a public address that leads elsewhere: nowhere, to another program, away, to another Formstead', async () => {
  const problem = (message: string) => ({
    check: 'address.public',
    state: 'problem',
    message: expect.stringContaining(message),
  });
  const closed = `http://127.0.0.1:${await findFreePort()}`;
  expect(await diagnoseWith({ PUBLIC_URL: closed })).toEqual([problem('cannot be reached from here')]);
  const hello = await serveHttp((_request, response) => response.end('{"status":"ok"}'));
  expect(await diagnoseWith({ PUBLIC_URL: hello })).toEqual([problem('leads to something that is not Formstead')]);
  const away = await serveHttp((_request, response) => {
    response.writeHead(301, { location: 'https://forms.example.org/health' }).end();
  });
  expect(await diagnoseWith({ PUBLIC_URL: away })).toEqual([problem('redirects to https://forms.example.org/health')]);
  const another = await startService({ SECRET: 'another secret than ours' });
  ends.push(() => another.close());
  expect(await diagnoseWith({ PUBLIC_URL: another.url })).toEqual([problem('leads to another Formstead')]);
  expect(await diagnoseWith({ STORAGE_URL: `${hello}/storage` })).toMatchObject([
    { check: 'address.storage', state: 'problem' },
  ]);
});

test('[running.doctor.address] numbers of proxies that cannot be right, and an address that is not https', async () => {
  expect(await diagnoseWith({ TRUST_PROXY: '1' })).toMatchObject([{ check: 'address.proxy', state: 'warning' }]);
  const found = await diagnoseWith({ PUBLIC_URL: 'https://forms.invalid' });
  expect(found.map(({ check }) => check)).toEqual(['address.public', 'address.proxy']);
  expect((await diagnoseWith({ PUBLIC_URL: 'http://forms.invalid' })).map(({ check }) => check)).toEqual([
    'address.public',
    'address.https',
  ]);
});

test('[running.doctor.address] a port that another program has', async () => {
  const port = new URL(await serveHttp((_request, response) => response.end('hello'))).port;
  expect(await diagnoseWith({ PORT: port })).toEqual([
    { check: 'server.live', state: 'problem', message: `Another program has port ${port} of 127.0.0.1.` },
  ]);
});

test('[running.doctor.storage] files with secrets that everybody may read', async () => {
  const path = file('smtp', `${patient.healthy.SMTP_URL}\n`, 0o644);
  const { SMTP_URL: _inFile, ...rest } = patient.healthy;
  expect(await diagnose({ ...rest, SMTP_URL_FILE: path })).toEqual([
    { check: 'secrets.files', state: 'warning', message: `SMTP_URL_FILE: everybody on this machine may read ${path}.` },
  ]);
  chmodSync(path, 0o640);
  expect(await diagnose({ ...rest, SMTP_URL_FILE: path })).toEqual([]);
});

test('[running.doctor.storage] backups: none yet, too old, of another passphrase, among other things, on the disk of the data', async () => {
  const place = join(folder, 'backups');
  const sameDisk = { check: 'backup.place', state: 'warning', message: expect.stringContaining('same disk') };
  const newest = (state: string, message: string) => ({
    check: 'backup.newest',
    state,
    message: expect.stringContaining(message),
  });
  expect(await diagnoseWith({ BACKUP_TO: place })).toEqual([sameDisk, newest('warning', 'There is no backup')]);
  const { backup } = await backUp(patient.service, place);
  expect(await diagnoseWith({ BACKUP_TO: place })).toEqual([sameDisk]);
  const passphrase = file('passphrase', 'a long passphrase');
  expect(await diagnoseWith({ BACKUP_TO: place, BACKUP_PASSPHRASE_FILE: passphrase })).toEqual([
    sameDisk,
    newest('problem', 'The next backup will fail: The backups in'),
  ]);
  // Old, and without a manifest that can be read.
  rmSync(join(place, 'manifests'), { recursive: true });
  renameSync(join(place, 'backups', backup), join(place, 'backups', '20240517T093000000Z-abcdef'));
  expect(await diagnoseWith({ BACKUP_TO: place })).toEqual([
    sameDisk,
    newest('problem', 'hours old'),
    { check: 'backup.damage', state: 'problem', message: expect.stringContaining('belongs to another backup') },
  ]);
  // Known damage, a date in the future, and proofs that failed or are too long ago.
  const kept = join(folder, 'kept');
  const good = await backUp(patient.service, kept);
  const { sql } = patient.service.services.db;
  const note = (name: string, last: object) => sql`insert into settings (name, value)
    values (${name}, ${JSON.stringify({ tried: 1, seconds: 1, error: null, succeeded: Date.now(), ...last })})
    on conflict (name) do update set value = excluded.value`;
  await note('lastScheduledBackup', {});
  await note('lastBackupVerify', { error: 'Backup x is damaged' });
  await note('lastBackupDrill', { succeeded: Date.now() - 60 * 86_400_000 });
  expect(await diagnoseWith({ BACKUP_TO: kept })).toEqual([
    sameDisk,
    { check: 'backup.verify', state: 'problem', message: expect.stringContaining('failed: Backup x is damaged') },
    { check: 'backup.drill', state: 'warning', message: expect.stringContaining('60 days ago') },
  ]);
  await sql`delete from settings where name in ('lastScheduledBackup', 'lastBackupVerify', 'lastBackupDrill')`;
  rmSync(join(kept, 'backups', good.backup, 'manifest.json'));
  rmSync(join(kept, 'backups', good.backup, 'tables', 'users.000001.gz'));
  expect(await diagnoseWith({ BACKUP_TO: kept })).toEqual([
    sameDisk,
    { check: 'backup.damage', state: 'problem', message: expect.stringContaining('manifest.json is missing.') },
    { check: 'backup.damage', state: 'problem', message: expect.stringContaining('users.000001.gz is missing.') },
  ]);
  const other = join(folder, 'other');
  mkdirSync(other);
  writeFileSync(join(other, 'letter.txt'), 'Dear');
  expect(await diagnoseWith({ BACKUP_TO: other })).toEqual([sameDisk, newest('problem', 'holds other things')]);
  expect(await diagnoseWith({ BACKUP_TO: join(other, 'letter.txt') })).toMatchObject([{ check: 'backup.access' }]);
  const { BACKUP_TO: _place, ...rest } = patient.healthy;
  expect(await diagnose(rest)).toMatchObject([{ check: 'backup.schedule', state: 'warning' }]);
});

test('[running.doctor] [heavy] what accepts connections and says nothing holds up no other check', async () => {
  const silent = createServer(() => {});
  ends.push(() => silent.close());
  await new Promise<void>((done) => silent.listen(0, '127.0.0.1', done));
  const { port } = silent.address() as AddressInfo;
  const at = `127.0.0.1:${port}`;
  const found = await diagnose({
    ...patient.healthy,
    DATABASE_URL: `postgres://ann:hush@${at}/forms`,
    SMTP_URL: `smtp://${at}`,
    S3_ENDPOINT: `http://${at}`,
    PUBLIC_URL: `http://${at}`,
    PORT: String(port),
    CLAMD_URL: `tcp://${at}`,
    OIDC_ISSUER: `http://${at}`,
    OIDC_CLIENT_ID: 'forms',
  });
  expect(found.map(({ check, state }) => `${state} ${check.split('.')[0]}`).sort()).toEqual([
    'problem backup',
    'problem database',
    'problem mail',
    'problem scanner',
    'problem server',
    'problem storage',
    'warning provider',
  ]);
});
