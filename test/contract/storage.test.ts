// What every storage promises, run on a folder and on an S3 protocol server. src/server/files/storage/storage.ts.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createNewId } from '../../src/server/base/new-id.ts';
import { openStorage } from '../../src/server/files/storage/open-storage.ts';
import type { OpenedStorage } from '../../src/server/files/storage/s3-storage.ts';
import { StorageKeyTakenError } from '../../src/server/files/storage/storage.ts';
import { newStorageKey } from '../../src/server/files/storage/storage-key.ts';
import { startS3 } from '../support/s3-server.ts';

const newId = createNewId(Date.now);
const newKey = () => newStorageKey(newId(), newId);

interface Place {
  readonly storage: OpenedStorage;
  /** Files that are not an object's. */
  countLeftovers(): number;
  close(): Promise<void>;
}

const places: Record<string, () => Promise<Place>> = {
  async disk() {
    const dataDir = mkdtempSync(join(tmpdir(), 'formstead-storage-'));
    const unfinished = join(dataDir, 'files', 'unfinished');
    return {
      storage: await openStorage({ s3: undefined, dataDir }),
      countLeftovers: () => readdirSync(unfinished).length,
      close: async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }),
    };
  },
  async s3() {
    const s3 = await startS3();
    const storage = await openStorage({ s3: s3.config, dataDir: '' });
    return {
      storage,
      countLeftovers: () => 0,
      async close() {
        storage.close();
        await s3.close();
      },
    };
  },
};

describe.each(Object.keys(places))('[files.storage] storage on %s', (name) => {
  let place: Place;
  beforeAll(async () => {
    place = await places[name]!();
  });
  afterAll(() => place.close());

  const put = (key: string, content: Buffer | Readable, size: number, contentType = 'text/plain') =>
    place.storage.put(key, content, { contentType, size });
  const readAll = async (key: string, range?: { start: number; end: number }) => {
    const found = await place.storage.read(key, range);
    return found && { object: found.object, content: await buffer(found.stream) };
  };

  test('keeps bytes, size, content type and an etag of the content', async () => {
    const key = newKey();
    const content = randomBytes(300_000);
    const etag = createHash('md5').update(content).digest('hex');
    const object = { size: content.length, contentType: 'image/png', etag };
    expect(await put(key, content, content.length, 'image/png')).toEqual(object);
    expect(await place.storage.stat(key)).toEqual(object);
    const read = await readAll(key);
    expect(read?.object).toEqual(object);
    expect(read?.content.equals(content)).toBe(true);
  });

  test('takes a stream in pieces, and content without a byte', async () => {
    const pieces = [Buffer.from('one '), Buffer.from('two '), Buffer.from('three')];
    const streamed = newKey();
    await put(streamed, Readable.from(pieces), 13);
    expect((await readAll(streamed))?.content.toString()).toBe('one two three');
    for (const content of [Buffer.alloc(0), Readable.from([])]) {
      const empty = newKey();
      await put(empty, content, 0);
      expect(await place.storage.stat(empty)).toMatchObject({ size: 0, contentType: 'text/plain' });
      expect((await readAll(empty))?.content.length).toBe(0);
    }
  });

  test('reads a range, both ends inclusive, and knows the whole size', async () => {
    const key = newKey();
    await put(key, Buffer.from('0123456789'), 10);
    for (const [range, text] of [
      // Not 0 to 0: this S3 server takes an end of 0 for none.
      [{ start: 0, end: 1 }, '01'],
      [{ start: 2, end: 5 }, '2345'],
      [{ start: 9, end: 9 }, '9'],
    ] as const) {
      const read = await readAll(key, range);
      expect([read?.content.toString(), read?.object.size]).toEqual([text, 10]);
    }
  });

  test('writes once: a second put is refused and the first content stays', async () => {
    const key = newKey();
    await put(key, Buffer.from('first'), 5);
    await expect(put(key, Buffer.from('other'), 5)).rejects.toBeInstanceOf(StorageKeyTakenError);
    await expect(put(key, Readable.from([Buffer.from('other')]), 5)).rejects.toBeInstanceOf(StorageKeyTakenError);
    expect((await readAll(key))?.content.toString()).toBe('first');
    expect(place.countLeftovers()).toBe(0);
  });

  test('a broken stream, one too short and one too long leave nothing behind', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new Error('the wire was cut');
    }
    const key = newKey();
    await expect(put(key, Readable.from(broken()), 8)).rejects.toThrow('the wire was cut');
    await expect(put(key, Readable.from([Buffer.from('short')]), 8)).rejects.toThrow();
    await expect(put(key, Readable.from([Buffer.from('much too long')]), 8)).rejects.toThrow();
    expect(await place.storage.stat(key)).toBeUndefined();
    expect(await place.storage.read(key)).toBeUndefined();
    expect(place.countLeftovers()).toBe(0);
    await put(key, Buffer.from('complete'), 8);
    expect((await readAll(key))?.content.toString()).toBe('complete');
  });

  test('what is deleted is gone; deleting it again, or what never was, is fine', async () => {
    const key = newKey();
    await put(key, Buffer.from('gone'), 4);
    await place.storage.delete(key);
    expect(await place.storage.stat(key)).toBeUndefined();
    expect(await place.storage.read(key)).toBeUndefined();
    await place.storage.delete(key);
    await place.storage.delete(newKey());
    expect(place.countLeftovers()).toBe(0);
  });

  test('nothing but a storage key is ever looked for', async () => {
    for (const key of [
      '',
      '..',
      '../../etc/passwd',
      `${newId()}/../${newId()}`,
      `${newKey()}/x`,
      '/etc/passwd',
      'a\0b',
    ]) {
      expect(await place.storage.stat(key)).toBeUndefined();
      expect(await place.storage.read(key)).toBeUndefined();
      await place.storage.delete(key);
      await expect(put(key, Buffer.from('x'), 1)).rejects.toThrow('not a storage key');
    }
    expect(existsSync('/etc/passwd')).toBe(true);
  });

  test('lists every key once, page by page, and nothing else', async () => {
    const own: Place = await places[name]!();
    const forms = [newId(), newId(), newId()];
    const keys = Array.from({ length: 23 }, (_, index) => newStorageKey(forms[index % 3]!, newId));
    for (const key of keys) await own.storage.put(key, Buffer.from('x'), { contentType: 'x/y', size: 1 });
    for (const limit of [1, 7, 23, 100]) {
      const listed: string[] = [];
      let after: string | undefined;
      do {
        const page = await own.storage.list({ after, limit });
        expect(page.keys.length).toBeLessThanOrEqual(limit);
        listed.push(...page.keys);
        after = page.next;
      } while (after !== undefined);
      expect(listed.sort()).toEqual(keys.toSorted());
    }
    await own.storage.delete(keys[0]!);
    expect((await own.storage.list({ limit: 100 })).keys.toSorted()).toEqual(keys.slice(1).sort());
    expect(await own.storage.removeUnfinished(Date.now())).toBe(0);
    await own.close();
  });

  test('many at once', async () => {
    const contents = Array.from({ length: 30 }, (_, index) => ({ key: newKey(), content: randomBytes(1000 + index) }));
    await Promise.all(contents.map(({ key, content }) => put(key, Readable.from([content]), content.length)));
    const read = await Promise.all(contents.map(({ key }) => readAll(key)));
    expect(read.every((one, index) => one?.content.equals(contents[index]!.content))).toBe(true);
  });
});

test('[files.storage] of many writers of one key one wins, and its content is whole', async () => {
  const place = await places['disk']!();
  const key = newKey();
  const contents = Array.from({ length: 10 }, (_, index) => Buffer.alloc(100_000, index));
  const results = await Promise.allSettled(
    contents.map((content) => place.storage.put(key, Readable.from([content]), { contentType: 'x/y', size: 100_000 })),
  );
  const winner = results.findIndex((result) => result.status === 'fulfilled');
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(StorageKeyTakenError);
  }
  const found = await place.storage.read(key);
  expect((await buffer(found!.stream)).equals(contents[winner]!)).toBe(true);
  expect(place.countLeftovers()).toBe(0);
  await place.close();
});
