// The first page with deleteMarkers after a form of 300,000 entries was deleted: all its markers are on that page.
// Budget: under 1 s, the first byte long before that.
import { request } from 'node:http';
import { addEntries } from './support/fill.ts';
import { form15 } from './support/form15.ts';
import { median } from './support/load.ts';
import { startServer } from './support/running-server.ts';

const entries = 300_000;
const rounds = 5;
const maxMs = 1_000;

export async function run() {
  const server = await startServer();
  try {
    const form = (await server.call('POST', '/form', form15))['id'] as string;
    await addEntries(server, { form, count: entries });
    await server.call('DELETE', `/form/${form}`);
    const since = encodeURIComponent(JSON.stringify({ changedAt: { $gt: new Date(Date.now() - 3_600_000) } }));
    const rows: [string, Page][] = [];
    for (const [name, search] of [
      ['right after the deletion', 'limit=100&deleteMarkers=true'],
      ['again', 'limit=100&deleteMarkers=true'],
      ['changed lately', `limit=100&deleteMarkers=true&query=${since}`],
      ['without limit', 'deleteMarkers=true'],
    ] as const) {
      const pages: Page[] = [];
      for (let round = 0; round < (name === 'right after the deletion' ? 1 : rounds); round += 1) {
        pages.push(await readPage(`${server.url}/v1.0/entry?${search}`, server.key));
      }
      const of = (fact: keyof Page) => median(pages.map((page) => page[fact]));
      rows.push([name, { firstByteMs: of('firstByteMs'), ms: of('ms'), bytes: of('bytes') }]);
    }
    return {
      title: `first page with deleteMarkers, ${entries.toLocaleString('en')} markers, one request at a time`,
      columns: ['request', 'first byte ms', 'whole ms', 'MB'],
      rows: rows.map(([name, page]) => [
        name,
        page.firstByteMs.toFixed(0),
        page.ms.toFixed(0),
        (page.bytes / 2 ** 20).toFixed(1),
      ]),
      verdicts: rows.map(([name, { ms }]) => ({ name: `${name}: under ${maxMs} ms`, ratio: maxMs / ms, atLeast: 1 })),
    };
  } finally {
    await server.close();
  }
}

interface Page {
  readonly firstByteMs: number;
  readonly ms: number;
  readonly bytes: number;
}

function readPage(url: string, key: string): Promise<Page> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    request(url, { headers: { 'x-api-key': key } }, (response) => {
      let firstByteMs = 0;
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        firstByteMs ||= performance.now() - start;
        bytes += chunk.length;
      });
      response.on('end', () => resolve({ firstByteMs, ms: performance.now() - start, bytes }));
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}
