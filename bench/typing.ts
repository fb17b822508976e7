// Does typing stay smooth? Key presses in a form of 200 fields with 50 expressions, in Chromium: from the key to the frame that
// shows it, as the browser itself measures it, and the script time in it.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from 'playwright-core';
import { findChromium } from '../scripts/find-chromium.mjs';

const FIELDS = 200;
const EXPRESSIONS = 50;
const KEYS = 200;
const FRAME_MS = 16;

export async function run() {
  const page = await openForm();
  try {
    const plain = await page.type('f-field1');
    const read = await page.type('f-field0');
    return {
      title: `Typing in a form of ${FIELDS} fields with ${EXPRESSIONS} expressions`,
      columns: ['where', 'median ms of script a key', '99% ms', 'most ms'],
      rows: [
        ['a field that no expression reads', ...plain],
        [`a field that all ${EXPRESSIONS} read`, ...read],
      ],
      verdicts: [
        { name: `${FRAME_MS} ms over 99% of key presses`, ratio: FRAME_MS / Math.max(plain[1]!, read[1]!), atLeast: 1 },
      ],
    };
  } finally {
    await page.close();
  }
}

const conditions = ['relevant', 'readonly', 'reqValidator'] as const;

function bigForm(): object {
  const children = Array.from({ length: FIELDS }, (_, at) => {
    const field = { type: 'fInput', name: `field${at}`, label: `Field ${at}`, validators: ['str/email'] };
    if (at < 10 || at >= 10 + EXPRESSIONS) return field;
    const expression = `model.field0.length % ${2 + (at % 5)} != 1 || model.field${at - 10} == 'x'`;
    const property = conditions[at % conditions.length]!;
    return { ...field, [property]: property === 'reqValidator' ? { req: expression } : expression };
  });
  return { id: '0'.repeat(24), locale: 'en', formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
}

/** The built page, served without the service: only the page's own work is measured. */
async function openForm() {
  const { fill } = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
  const data = JSON.stringify({ kind: 'form', api: '/v1.0', locale: 'en', title: 'Big', form: bigForm() });
  const html = `<!doctype html><html lang="en"><link rel="stylesheet" href="/assets/${fill.style}"><div id="app"></div>
    <script type="application/json" id="page">${data}</script><script type="module" src="/assets/${fill.script}"></script>`;
  const server = createServer(({ url = '' }, response) => {
    const isAsset = url.startsWith('/assets/');
    response.setHeader(
      'content-type',
      url.endsWith('.js') ? 'text/javascript' : url.endsWith('.css') ? 'text/css' : 'text/html',
    );
    response.end(isAsset ? readFileSync(`dist/web${url}`) : html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { browser: found, failures } = findChromium();
  if (!found) throw new Error(`No browser: ${failures.join('; ')}`);
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    env: { ...process.env, ...found.env },
    chromiumSandbox: false,
    args: ['--disable-gpu'],
  });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/f/${'0'.repeat(24)}/`);
  await page.waitForSelector('#f-field199');
  return {
    async type(id: string): Promise<number[]> {
      await page.focus(`#${id}`);
      const times = (await page.evaluate(typeKeys(id))) as number[];
      times.sort((one, two) => one - two);
      const at = (part: number) =>
        Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))]! * 100) / 100;
      return [at(0.5), at(0.99), at(1)];
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/** One letter after another: the input event, the drawing that follows it, and the layout. */
const typeKeys = (id: string) => `(async () => {
  const input = document.getElementById('${id}');
  const times = [];
  for (let key = 0; key < ${KEYS}; key++) {
    await new Promise((done) => requestAnimationFrame(done));
    const start = performance.now();
    input.value += 'x';
    input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    await new Promise((done) => setTimeout(done));
    document.body.offsetHeight;
    times.push(performance.now() - start);
  }
  return times;
})()`;
