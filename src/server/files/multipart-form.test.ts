// Reading upload forms: however the bytes are cut into pieces, the same fields and the same content come out, or the same fault.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readMultipartForm } from './multipart-form.ts';
import type { StorageError } from './storage-error.ts';

const headers = { 'content-type': 'multipart/form-data; boundary=bound' };

function part(name: string, value: string | Buffer, more = ''): Buffer[] {
  return [`--bound\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`, value, '\r\n'].map((piece) =>
    Buffer.from(piece as string),
  );
}

function cut(body: Buffer, places: readonly number[]): Buffer[] {
  const cuts = [0, ...places.map((place) => place % body.length).sort((a, b) => a - b), body.length];
  return cuts.slice(1).map((end, index) => body.subarray(cuts[index], end));
}

async function read(pieces: Buffer[]): Promise<object> {
  const form = readMultipartForm(headers, Readable.from(pieces));
  try {
    const { fields, content } = await form.file;
    const bytes = await buffer(content);
    await form.end;
    return { fields: Object.fromEntries(fields), content: bytes.toString('latin1') };
  } catch (error) {
    return { fault: (error as StorageError).code };
  } finally {
    form.stop();
  }
}

test('[files.upload.denied] any cutting of a form reads the same', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 3_000 }),
      fc.array(fc.nat(), { maxLength: 40 }),
      async (content, places) => {
        const body = Buffer.concat([
          ...part('Key', 'ключ'),
          ...part('policy', ''),
          ...part('file', Buffer.from(content), '; filename="a"'),
          Buffer.from('--bound--\r\n'),
        ]);
        expect(await read(cut(body, places))).toEqual({
          fields: { key: 'ключ', policy: '' },
          content: Buffer.from(content).toString('latin1'),
        });
      },
    ),
    { numRuns: 200 },
  );
});

test('[files.upload.denied] a form cut short anywhere is malformed, never a shorter file', async () => {
  const whole = Buffer.concat([...part('key', '1'), ...part('file', 'some content', '; filename="a"')]);
  for (let length = 0; length <= whole.length; length += 1) {
    expect([length, await read([whole.subarray(0, length)])]).toEqual([length, { fault: 'MalformedPOSTRequest' }]);
  }
});

test('[files.upload.denied] content that looks like a boundary stays content', async () => {
  const content = '\r\n--boun\r\n--bounD--\r\n\r\n-\r\n--';
  const body = Buffer.concat([...part('file', content), Buffer.from('--bound--')]);
  expect(await read([body])).toEqual({ fields: {}, content });
});
