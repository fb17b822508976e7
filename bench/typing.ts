// Does typing stay smooth? Real key presses in a half-filled form of 200 fields with 50 expressions, in Chromium, unthrottled:
// everything its main thread does from the keydown to the end of the frame that shows the letter, the browser's own work
// included, read from its trace. Judged by the thread's processor time, since other programs run on the machine too.

import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Page } from 'playwright-core';
import { findChromium } from '../scripts/find-chromium.mjs';
import { expressions, fields, typingForm } from './support/typing-form.ts';

const rounds = 20;
const warmUpRounds = 3;
/** Passes every limit that the form's expressions compare with, up and down. */
const keyCount = ['1', '2', '3', '4', '5', '6', ...Array.from({ length: 6 }, () => 'Backspace')];
const pauseMs = 80;
const frameMs = 16;

export async function run() {
  const browser = await openPages();
  try {
    const bare = await browser.type('/bare', 'f-plain');
    const plain = await browser.type('/form', 'f-plain');
    const read = await browser.type('/form', 'f-amount');
    const slowest = Math.max(plain.cpu[1]!, read.cpu[1]!);
    return {
      title: `Typing in a form of ${fields} fields with ${expressions} expressions (milliseconds of the main thread a key)`,
      columns: ['where', 'p50', 'p95', 'most', 'p50 by the clock', 'p95 by the clock'],
      rows: [
        [`a bare page of ${fields} inputs without script: the browser's own share`, ...bare.cpu, ...bare.clock],
        ['the form, in a field without expressions on it', ...plain.cpu, ...plain.clock],
        ['the form, in a field that most of them read', ...read.cpu, ...read.clock],
      ],
      verdicts: [{ name: `${frameMs} ms over p95 of a key, nothing subtracted`, ratio: frameMs / slowest, atLeast: 1 }],
    };
  } finally {
    await browser.close();
  }
}

/** The built page, served without the service: only the page's own work is measured. */
async function openPages() {
  const { fill } = JSON.parse(readFileSync('dist/web/manifest.json', 'utf8'));
  const data = JSON.stringify({ kind: 'form', api: '/v1.0', locale: 'en', title: 'Big', ...typingForm() });
  const html = `<!doctype html><html lang="en"><link rel="stylesheet" href="/assets/${fill.style}"><div id="app"></div>
    <script type="application/json" id="page">${data}</script><script type="module" src="/assets/${fill.script}"></script>`;
  const inputs = Array.from({ length: fields }, (_, at) => `<p><label>Field <input id="f-${at || 'plain'}"></label>`);
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
    async type(path: string, id: string): Promise<{ cpu: number[]; clock: number[] }> {
      const page = await browser.newPage();
      await page.goto(origin + path);
      await page.focus(`#${id}`);
      for (let round = 0; round < warmUpRounds; round++) await typeKeys(page);
      const keys = await traceKeys(page, async () => {
        for (let round = 0; round < rounds; round++) await typeKeys(page);
      });
      await page.close();
      const cpu = keys.map((key) => key.cpuMs);
      const clock = keys.map((key) => key.clockMs);
      return { cpu: [part(cpu, 0.5), part(cpu, 0.95), part(cpu, 1)], clock: [part(clock, 0.5), part(clock, 0.95)] };
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function typeKeys(page: Page): Promise<void> {
  for (const key of keyCount) {
    await page.keyboard.press(key);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

function part(times: number[], share: number): number {
  const sorted = [...times].sort((one, two) => one - two);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]! * 10) / 10;
}

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds, as the durations. */
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
  readonly args?: { readonly data?: { readonly type?: string } };
}

/** What the main thread did for each key. What the browser does after the frame (it reads forms for its autofill) is not waited for. */
async function traceKeys(page: Page, type: () => Promise<void>): Promise<{ cpuMs: number; clockMs: number }[]> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const includedCategories = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } });
  await type();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  const isKeydown = ({ name, args }: TraceEvent) => name === 'EventDispatch' && args?.data?.type === 'keydown';
  const { pid, tid } = events.find(isKeydown)!;
  const ours = events.filter((event) => event.pid === pid && event.tid === tid).sort((one, two) => one.ts - two.ts);
  const keys = ours.filter(isKeydown).map(({ ts }) => {
    const frame = ours.find((event) => event.name === 'PrePaint' && event.ts > ts)!;
    const tasks = ours.filter(
      ({ name, ts: start, dur = 0 }) => name === 'RunTask' && start + dur > ts && start < frame.ts,
    );
    const sum = (of: 'dur' | 'tdur') => tasks.reduce((whole, task) => whole + (task[of] ?? 0), 0) / 1000;
    return { cpuMs: sum('tdur'), clockMs: sum('dur') };
  });
  if (keys.length !== rounds * keyCount.length) throw new Error(`${keys.length} keys in the trace`);
  return keys;
}
