// Below the reserve of free disk space files and new drafts are refused, submits are not. docs/limits.md.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../src/server/config.ts';
import { createDiskReserve } from '../../src/server/quotas/disk-reserve.ts';
import { asUnavailable } from '../../src/server/store/database-errors.ts';
import { startService, type TestService } from '../support/service.ts';
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

test('[limits.disk] the default reserve is the smaller of 1 GB and 5%; what is on its way counts; S3 and other databases have none', async () => {
  const gb = 2 ** 30;
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
  expect(await fits(reserve({}, gb - 1, 1000 * gb).checkFile(0))).toBe(false);
  expect(await fits(reserve({ DISK_RESERVE: '20%' }, 2 * gb - 1).checkDraft())).toBe(false);
  expect(await fits(reserve({ DISK_RESERVE: '0' }, 1).checkFile(1))).toBe(true);
  const held = reserve({ DISK_RESERVE: '100' }, 200);
  const release = await held.holdFile(60);
  expect(await fits(held.holdFile(60))).toBe(false);
  release();
  release();
  expect(await fits(held.holdFile(60))).toBe(true);
  const s3 = { S3_ENDPOINT: 'http://s3.test', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
  expect(await fits(reserve(s3, 0).checkFile(1))).toBe(true);
  expect(await fits(reserve(s3, 0).checkDraft())).toBe(false);
  expect(await fits(reserve({ DATABASE_URL: 'postgres://x/y' }, 0).checkDraft())).toBe(true);
  for (const text of ['100%', '-1', '1GB']) expect(() => readConfig({ DISK_RESERVE: text })).toThrow('DISK_RESERVE');
});

test('[limits.disk] no space left is a 503 that may be tried again, whoever says so', () => {
  const ofSystem = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 });
  expect(asUnavailable(ofSystem)).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } });
});
