// Below the reserve of free disk space files and new drafts are refused, submits are not. docs/limits.md.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/server/base/config.ts';
import { watchDisk } from '../../src/server/jobs/watch-disk.ts';
import { createDiskReserve } from '../../src/server/quotas/disk-reserve.ts';
import { asUnavailable } from '../../src/server/store/connection/database-errors.ts';
import { startService, type TestService } from '../support/service.ts';
import { startSmtp } from '../support/smtp.ts';
import { getPolicy, partsOf, postParts } from '../support/upload.ts';

let service: TestService;
beforeAll(async () => {
  // More than any disk has.
  service = await startService({ DISK_RESERVE: '9000000000000000' });
});
afterAll(() => service.close());

const file = { name: 'a.txt', size: 1, type: 'text/plain' };

test('[limits.disk] uploads, exports, renders and new drafts are 507 with Retry-After; submits and finished drafts go on', async () => {
  const { key } = service.people.alice;
  const children = [{ type: 'fFile', name: 'files' }];
  const body = { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  const form = (await service.call('POST', '/form', { key, body })).body.id;
  const refused = [
    await service.call('POST', `/form/${form}/uploadPolicy`, { body: file }),
    await service.call('POST', `/form/${form}/uploadPolicy`, { key, body: file }),
    await service.call('POST', '/entry/save', { body: { form } }),
    await service.call('POST', '/entry/save', { key, body: { form } }),
    await service.call('POST', '/entry/export', { key, query: { format: 'csv' }, body: { query: { form } } }),
    await service.call('POST', '/entry/render', { key, body: { form, data: {} } }),
    await service.call('POST', '/form/render', { key, body: { form: {} } }),
  ];
  for (const reply of refused) {
    expect([reply.status, reply.headers.get('retry-after'), reply.body]).toEqual([
      507,
      '60',
      {
        statusCode: 507,
        error: 'Insufficient Storage',
        message: 'The service is short of disk space and cannot take this now. Please try again later.',
      },
    ]);
  }
  expect((await service.call('POST', '/entry/submit', { body: { form } })).status).toBe(200);
  const made = await service.call('POST', `/form/${form}/generateEntries`, { key, body: { num: 1 } });
  const [{ id, bewit }] = made.body.createdEntries;
  expect((await service.call('POST', `/entry/${id}/save`, { query: { bewit }, body: { data: {} } })).status).toBe(200);
  expect((await service.call('POST', `/entry/${id}/submit`, { query: { bewit }, body: {} })).status).toBe(200);
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  const { rows } = await filesOf(form);
  expect(rows).toBe(0);
});

async function filesOf(form: string): Promise<{ rows: number }> {
  return { rows: (await service.services.db.sql`select 1 from files where form = ${form}`).length };
}

test('[limits.disk] an upload whose policy is older than the shortage is refused by the storage host', async () => {
  const roomy = await startService();
  const { key } = roomy.people.alice;
  const children = [{ type: 'fFile', name: 'files' }];
  const body = { formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
  const form = (await roomy.call('POST', '/form', { key, body })).body.id;
  const policy = await getPolicy(roomy, form, file);
  const disk = createDiskReserve(service.services.config);
  Object.assign(roomy.services.disk, disk);
  const reply = await postParts(roomy, partsOf(policy, Buffer.from('x')));
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([507, '60']);
  expect(reply.text).toContain('<Code>InsufficientStorage</Code>');
  expect(await roomy.services.db.sql`select 1 from upload_holds`).toHaveLength(0);
  await roomy.close();
});

test('[limits.disk] the default reserve is the smaller of 1 GB and 5%; bytes that were taken count; S3 and other databases have none', async () => {
  const gb = 2 ** 30;
  const draft = { bytes: 2, isNewDraft: true };
  const reserve = (settings: object, free: number, total = 10 * gb) =>
    createDiskReserve(readConfig({ DATA_DIR: 'nowhere', ...settings }), async () => ({ total, free }));
  const fits = (check: Promise<unknown>) =>
    check.then(
      () => true,
      (error) => {
        expect(error.status).toBe(507);
        return false;
      },
    );
  expect(await fits(reserve({}, 0.5 * gb + 10).checkFile(10))).toBe(true);
  expect(await fits(reserve({}, 0.5 * gb + 10).checkFile(11))).toBe(false);
  expect(await fits(reserve({}, gb, 1000 * gb).checkFile(0))).toBe(true);
  // Small volumes keep more, for the write-ahead log.
  expect(await fits(reserve({}, gb / 8, gb).checkFile(0))).toBe(true);
  expect(await fits(reserve({}, gb / 8 - 1, gb).checkFile(0))).toBe(false);
  expect(await fits(reserve({}, gb / 16 - 1, gb / 4).checkFile(0))).toBe(false);
  expect(await fits(reserve({}, gb / 16, gb / 4).checkFile(0))).toBe(true);
  expect(await fits(reserve({}, gb - 1, 1000 * gb).checkFile(0))).toBe(false);
  expect(await fits(reserve({ DISK_RESERVE: '20%' }, 2 * gb - 1).takeData(draft))).toBe(false);
  expect(await fits(reserve({ DISK_RESERVE: '0' }, 1).checkFile(1))).toBe(true);
  const taken = reserve({ DISK_RESERVE: '100' }, 200);
  expect(await Promise.all([60, 60, 40].map((bytes) => fits(taken.takeFile(bytes))))).toEqual([true, false, true]);
  expect(await fits(taken.checkFile(1))).toBe(false);
  const s3 = { S3_ENDPOINT: 'http://s3.test', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
  expect(await fits(reserve(s3, 0).checkFile(1))).toBe(true);
  expect(await fits(reserve(s3, 0).takeData(draft))).toBe(false);
  expect(await fits(reserve({ DATABASE_URL: 'postgres://x/y' }, 0).takeData(draft))).toBe(true);
  const elsewhere = reserve({ ...s3, DATABASE_URL: 'postgres://x/y' }, 0);
  expect([await elsewhere.isLow(), await elsewhere.read()]).toEqual([false, { free: 0, reserve: 0, lastReserve: 0 }]);
  for (const text of ['100%', '-1', '1GB']) expect(() => readConfig({ DISK_RESERVE: text })).toThrow('DISK_RESERVE');
});

test('[limits.disk] no space left is a 503 that may be tried again, whoever says so', () => {
  const ofSystem = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 });
  expect(asUnavailable(ofSystem)).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });
});

test('[limits.disk.last] below the reserve large data is 507 and small data goes on; below the last reserve deletes, sign-in and reads go on; health is 200 with a warning', async () => {
  const own = await startService({ DISK_RESERVE: '100000000', METRICS: '1' });
  const { key, email, password } = own.people.alice;
  let free = 1e9;
  const look = async () => ({ total: 10e9, free });
  const setFree = (bytes: number) => {
    free = bytes;
    // A new one looks at once.
    Object.assign(own.services.disk, createDiskReserve(own.services.config, look));
  };
  const makeForm = (label = 'text') => {
    const rootElem = { type: 'cSection', name: 'root', children: [{ type: 'fInput', name: 'text', label }] };
    return own.call('POST', '/form', { key, body: { formSchema: { rootElem } } });
  };
  setFree(1e9);
  const form = (await makeForm()).body.id;
  const set = (await own.call('POST', '/optionsSet', { key, body: { name: 'set' } })).body.id;
  const options = Array.from({ length: 500 }, (_, i) => ({ value: `${i} ${'x'.repeat(100)}` }));
  const [large, small] = [{ text: 'x'.repeat(20_000) }, { text: 'x'.repeat(15_000) }];
  const ids: string[] = [];
  for (let i = 0; i < 8; i += 1) {
    const { body } = await own.call('POST', '/entry/submit', { body: { form, data: small } });
    ids.push(body.entryId);
  }
  const statusesOf = async () => {
    const draft = (data: object) => own.call('POST', `/entry/${ids[0]}/edit`, { key, body: { data } });
    return {
      large: [
        (await own.call('POST', '/entry/submit', { body: { form, data: large } })).status,
        (await own.call('POST', '/entry/submit', { key, body: { form, data: large } })).status,
        (await own.call('POST', '/entry/template', { key, body: { form, data: large } })).status,
        (await draft(large)).status,
        (await makeForm('x'.repeat(20_000))).status,
        (await own.call('POST', `/optionsSet/${set}/addOptions`, { key, body: { options } })).status,
      ],
      small: [
        (await own.call('POST', '/entry/submit', { body: { form, data: small } })).status,
        (await draft(small)).status,
        (await makeForm()).status,
      ],
      goOn: [
        (await own.call('POST', '/auth/login', { body: { email, password } })).status,
        (await own.call('GET', `/entry/${ids[1]}`, { key })).status,
        (await own.call('DELETE', `/entry/${ids.pop()}`, { key })).status,
        (await own.call('POST', '/entry/delete', { key, body: { query: { _id: ids.pop() } } })).status,
      ],
      health: await (await fetch(`${own.url}/health`)).json(),
    };
  };
  const all = (status: number, count: number) => Array.from({ length: count }, () => status);
  expect(await statusesOf()).toMatchObject({ small: all(200, 3), goOn: all(200, 4), health: { status: 'ok' } });
  expect(await (await fetch(`${own.url}/health`)).text()).toBe('{"status":"ok"}');
  setFree(99e6);
  const low = { status: 'ok', warnings: ['diskLow'] };
  expect(await statusesOf()).toEqual({ large: all(507, 6), small: all(200, 3), goOn: all(200, 4), health: low });
  setFree(49e6);
  expect(await statusesOf()).toEqual({ large: all(507, 6), small: all(507, 3), goOn: all(200, 4), health: low });
  expect((await own.call('DELETE', `/form/${form}`, { key })).status).toBe(200);
  const metrics = await (await fetch(`${own.url}/metrics`)).text();
  expect(metrics).toContain('formstead_disk_reserve_bytes{reserve="whole"} 100000000\n');
  expect(metrics).toContain('formstead_disk_reserve_bytes{reserve="last"} 50000000\n');
  expect(metrics).toMatch(/formstead_disk_refusals_total [1-9]/);
  await own.close();
});

test('[limits.disk.report] below the reserve the operator gets one email a day, and doctor and the notices say so', async () => {
  const smtp = await startSmtp();
  const own = await startService({ SMTP_URL: smtp.url, OPERATOR_EMAIL: 'ops@example.org' });
  const setFree = (free: number) =>
    Object.assign(
      own.services.disk,
      createDiskReserve(own.services.config, async () => ({ total: 10e9, free })),
    );
  const watch = async () => {
    await watchDisk(own.services);
    await own.services.background.finished();
  };
  setFree(9e9);
  await watch();
  expect(smtp.emails).toEqual([]);
  setFree(300e6);
  for (let i = 0; i < 3; i += 1) await watch();
  expect(smtp.emails).toHaveLength(1);
  const [email] = smtp.emails;
  expect(email?.recipients).toEqual(['ops@example.org']);
  expect(email?.headers.get('subject')).toBe('Formstead is short of disk space');
  const rows = await own.services.db.sql`select account, kind, count::int as count from notices`;
  expect(rows).toEqual([{ account: null, kind: 'diskLow', count: 3 }]);
  await own.close();
  await smtp.close();
});
