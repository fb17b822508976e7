import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { writeZip, type ZipPart } from './write-zip.ts';

const time = new Date('2024-05-01T10:20:30Z');
const zip = (parts: AsyncIterable<ZipPart> | Iterable<ZipPart>) => buffer(Readable.from(writeZip(parts, time)));

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

test('[export.pdf] stored and streamed parts come back as they were, names in any script', async () => {
  const long = 'line of text\n'.repeat(100_000);
  const archive = await zip([
    { name: 'a.txt', content: Buffer.from('stored') },
    { name: 'תיקייה/שלום.txt', content: pieces('one ', long, ' two') },
    { name: 'empty', content: pieces() },
    { name: 'empty too', content: Buffer.alloc(0) },
  ]);
  expect(archive.length).toBeLessThan(20_000);
  const files = Object.entries(unzipSync(archive)).map(([name, content]) => [name, Buffer.from(content).toString()]);
  expect(files).toEqual([
    ['a.txt', 'stored'],
    ['תיקייה/שלום.txt', `one ${long} two`],
    ['empty', ''],
    ['empty too', ''],
  ]);
});

test('[export.pdf] an archive without parts is one', async () => {
  expect(unzipSync(await zip([]))).toEqual({});
});

test('[export.pdf] more parts than the old format can count', async () => {
  const count = 65_536;
  const content = Buffer.from('x');
  const chunks: Buffer[] = [];
  const parts = Array.from({ length: count }, (_, index) => ({ name: String(index), content }));
  for await (const chunk of writeZip(parts, time)) chunks.push(chunk);
  expect(Object.keys(unzipSync(Buffer.concat(chunks))).length).toBe(count);
});

test('[export.pdf] a part that fails fails the archive', async () => {
  async function* broken() {
    yield Buffer.from('some');
    throw new Error('broken off');
  }
  await expect(zip([{ name: 'a', content: broken() }])).rejects.toThrow('broken off');
  async function* brokenParts(): AsyncGenerator<ZipPart> {
    yield { name: 'a', content: Buffer.from('some') };
    throw new Error('no more parts');
  }
  await expect(zip(brokenParts())).rejects.toThrow('no more parts');
});

test('[export.pdf] a reader that goes away ends the parts', async () => {
  let isEnded = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(100_000, 'x');
    } finally {
      isEnded = true;
    }
  }
  for await (const _chunk of writeZip([{ name: 'a', content: endless() }], time)) if (_chunk.length > 100) break;
  await expect.poll(() => isEnded).toBe(true);
});
