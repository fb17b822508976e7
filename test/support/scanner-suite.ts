// What must hold of uploads with any clamd behind CLAMD_URL: used with the protocol server and with clamd itself.
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/server/base/config.ts';
import { openClamd } from '../../src/server/files/clamd.ts';
import { eicar, type RunningClamd } from './clamd-server.ts';
import { makeForm, root } from './entries.ts';
import { startService, type TestService } from './service.ts';
import { type FilePolicy, getPolicy, partsOf, postParts, reach } from './upload.ts';

export function describeScanner(name: string, start: (options: { isUnix?: boolean }) => Promise<RunningClamd>): void {
  describe(`uploads with ${name}`, () => {
    let clamd: RunningClamd;
    let service: TestService;
    let form: string;
    beforeAll(async () => {
      clamd = await start({});
      service = await startService({ CLAMD_URL: clamd.url });
      form = await makeForm(service, { formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) } });
    });
    afterAll(async () => {
      await service.close();
      await clamd.close();
    });

    async function send(content: Buffer): Promise<{ policy: FilePolicy; status: number; text: string }> {
      const type = 'application/octet-stream';
      const policy = await getPolicy(service, form, { name: 'a.bin', size: content.length, type });
      const { status, text } = await postParts(service, partsOf(policy, content));
      return { policy, status, text };
    }

    async function expectNothingLeft(policy: FilePolicy): Promise<void> {
      const { db, storage } = service.services;
      expect(await storage.stat(policy.key)).toBeUndefined();
      expect(await db.sql`select 1 from files where storage_key = ${policy.key}`).toHaveLength(0);
      expect((await fetch(reach(service, policy.url))).status).toBe(403);
    }

    test('[files.scanner] clean files of any size it takes are stored as they are', async () => {
      for (const content of [Buffer.alloc(0), Buffer.from('clean'), randomBytes(clamd.streamMaxLength - 10)]) {
        const { policy, status } = await send(content);
        expect(status).toBe(201);
        const file = await fetch(reach(service, policy.url));
        expect([file.status, Buffer.from(await file.arrayBuffer()).equals(content)]).toEqual([200, true]);
      }
    });

    test('[files.scanner] EICAR is refused, nothing of it is left, and it cannot be submitted', async () => {
      const { policy, status, text } = await send(eicar);
      expect([status, /<Code>(.*?)<\/Code><Message>(.*?)<\/Message>/.exec(text)?.slice(1)]).toEqual([
        400,
        ['VirusFound', 'A virus was found in this file. It was not stored.'],
      ]);
      await expectNothingLeft(policy);
      expect(service.log.join('\n')).toMatch(/"virus":"[^"]*eicar/i);
      const { key: storageKey, bucket: storageBucket, url } = policy;
      const file = { name: 'a.bin', size: eicar.length, type: 'text/plain', storageKey, storageBucket, url };
      const reply = await service.call('POST', '/entry/submit', { body: { form, data: { files: [file] } } });
      expect(reply.status).toBe(500);
    });

    test('[files.scanner] what is larger than clamd takes is refused', async () => {
      for (const extra of [1, 5_000_000]) {
        const { policy, status, text } = await send(randomBytes(clamd.streamMaxLength + extra));
        expect([status, text]).toEqual([400, expect.stringContaining('<Code>FileTooLargeToScan</Code>')]);
        await expectNothingLeft(policy);
      }
    });

    test('[files.scanner] many at once, good and bad: each gets its own verdict', async () => {
      const contents = Array.from({ length: 24 }, (_, place) => (place % 3 === 0 ? eicar : randomBytes(50_000)));
      const statuses = await Promise.all(contents.map(async (content) => (await send(content)).status));
      expect(statuses).toEqual(contents.map((content) => (content === eicar ? 400 : 201)));
    });

    test('[files.scanner] a Unix socket works like a port', async () => {
      const local = await start({ isUnix: true });
      try {
        const { clamd: address } = readConfig({ CLAMD_URL: local.url });
        const scanner = openClamd(address!);
        await scanner.ping();
        const scan = (...pieces: Buffer[]) => scanner.scan(async () => Readable.from(pieces));
        expect(await scan(Buffer.from('clean'))).toBe('clean');
        expect(await scan(eicar.subarray(0, 20), eicar.subarray(20))).toMatchObject({
          virus: expect.stringMatching(/eicar/i),
        });
        // Pieces far beyond the limit: clamd has closed the connection by then, and is heard all the same.
        const piece = randomBytes(65_536);
        for (let place = 0; place < 20; place += 1) expect(await scan(...Array(100).fill(piece))).toBe('tooLarge');
      } finally {
        await local.close();
      }
    });
  });
}
