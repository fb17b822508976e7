// What an export's link gives: the bytes as they travel, and csv and ZIP as a program reads them.
import { get } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import type { TestService } from './service.ts';
import { reach } from './upload.ts';

export interface Downloaded {
  readonly status: number;
  readonly headers: Record<string, unknown>;
  readonly content: Buffer;
}

/** fetch would decompress them. */
export function download(service: TestService, url: string): Promise<Downloaded> {
  return new Promise((resolve, reject) => {
    get(reach(service, url), async (response) => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers, content: await buffer(response) });
    }).on('error', reject);
  });
}

/** The cells of csv, as RFC 4180 has them. */
export function readCsv(content: Buffer): string[][] {
  const text = (content[0] === 0x1f ? gunzipSync(content) : content).toString('utf8');
  if (!text.startsWith('\ufeff')) throw new Error('no byte order mark');
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    rows.at(-1)!.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'));
    if (end === '\r\n') rows.push([]);
    if (end === '') break;
  }
  return rows.slice(0, -1);
}

export function readZip(content: Buffer): Map<string, Buffer> {
  return new Map(Object.entries(unzipSync(content)).map(([name, bytes]) => [name, Buffer.from(bytes)]));
}
