// Does typing stay smooth? Real key presses in a form of 200 fields with 50 expressions, in Chromium: the time that the page's
// main thread works for each, script, style and layout together. Counted in processor time, so that a busy machine tells the same.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../scripts/find-chromium.mjs';

const FIELDS = 200;
const EXPRESSIONS = 50;
const KEYS = 200;
const WARM_UP = 20;
const FRAME_MS = 16;

export async function run() {
  const browser = await openPages();
  try {
    const bare = await browser.type('/bare', 'f-field1');
    const plain = await browser.type('/form', 'f-field1');
    const read = await browser.type('/form', 'f-field0');
    const own = Math.max(plain[1]!, read[1]!) - bare[0]!;
    return {
      title: `Typing in a form of ${FIELDS} fields with ${EXPRESSIONS} expressions`,
      columns: ['where', 'median ms a key', '99% ms', 'most ms'],
      rows: [
        [`a bare page of ${FIELDS} inputs without script: the browser and its remote control`, ...bare],
        ['the form, in a field that no expression reads', ...plain],
        [`the form, in a field that all ${EXPRESSIONS} read`, ...read],
      ],
      verdicts: [{ name: `${FRAME_MS} ms over what the form adds, 99% of keys`, ratio: FRAME_MS / own, atLeast: 1 }],
    };
  } finally {
    await browser.close();
  }
}

/** Conditions that change one after the other as the text grows, and calculations that change with every letter. */
function bigForm(): object {
  const properties = ['relevant', 'readonly', 'reqValidator', 'eq', 'text'] as const;
  const children = Array.from({ length: FIELDS }, (_, at) => {
    const field = { type: 'fInput', name: `field${at}`, label: `Field ${at}`, validators: ['str/email'] };
    if (at < 10 || at >= 10 + EXPRESSIONS) return field;
    const condition = `model.field0.length > ${at * 3} || model.field${at - 10} == 'x'`;
    const property = properties[at % properties.length]!;
    if (property === 'eq') return { type: 'eEq', name: `field${at}`, label: 'Sum', eq: `model.field0.length * ${at}` };
    if (property === 'text') return { type: 'eText', name: `field${at}`, text: `{{ model.field0 | limitTo: ${at} }}` };
    return { ...field, [property]: property === 'reqValidator' ? { req: condition } : condition };
  });
  return { id: '0'.repeat(24), locale: 'en', formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
}

/** The built page, served without the service: only the page's own work is measured. */
async function openPages() {
  const { fill } = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
  const data = JSON.stringify({ kind: 'form', api: '/v1.0', locale: 'en', title: 'Big', form: bigForm() });
  const html = `<!doctype html><html lang="en"><link rel="stylesheet" href="/assets/${fill.style}"><div id="app"></div>
    <script type="application/json" id="page">${data}</script><script type="module" src="/assets/${fill.script}"></script>`;
  const inputs = Array.from(
    { length: FIELDS },
    (_, at) => `<p><label for="f-field${at}">Field</label><input id="f-field${at}">`,
  );
  const bare = `<!doctype html><html lang="en">${inputs.join('')}`;
  const server = createServer(({ url = '' }, response) => {
    const isAsset = url.startsWith('/assets/');
    response.setHeader(
      'content-type',
      url.endsWith('.js') ? 'text/javascript' : url.endsWith('.css') ? 'text/css' : 'text/html',
    );
    response.end(isAsset ? readFileSync(`dist/web${url}`) : url === '/bare' ? bare : html);
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
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    async type(path: string, id: string): Promise<number[]> {
      const page = await browser.newPage();
      await page.goto(origin + path);
      await page.waitForSelector('#f-field199');
      const times = await typeKeys(page, id);
      await page.close();
      const at = (part: number) => Math.round(times[Math.min(KEYS - 1, Math.floor(KEYS * part))]! * 10) / 10;
      return [at(0.5), at(0.99), at(1)];
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function typeKeys(page: Page, id: string): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const workedMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')!.value * 1000;
  };
  await page.focus(`#${id}`);
  const times: number[] = [];
  for (let key = -WARM_UP; key < KEYS; key++) {
    const before = await workedMs();
    await page.keyboard.press('x');
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
    if (key >= 0) times.push((await workedMs()) - before);
  }
  return times.sort((one, two) => one - two);
}
