// Does typing stay smooth? Real key presses in a half-filled form of 200 fields with 50 expressions, in Chromium, unthrottled:
// everything its main thread does from the keydown to the end of the frame that shows the letter, the browser's own work
// included, read from its trace. Judged by the thread's processor time, since other programs run on the machine too.

import type { Page } from 'playwright-core';
import { openingFields, openingForm } from './support/opening-form.ts';
import {
  alsoPages,
  barePage,
  formPage,
  openTracedBrowser,
  part,
  type TraceEvent,
  trace,
} from './support/traced-browser.ts';
import { expressions, fields, typingForm } from './support/typing-form.ts';

const rounds = 20;
const warmUpRounds = 3;
/** Passes every limit that the form's expressions compare with, up and down. */
const keyCount = ['1', '2', '3', '4', '5', '6', ...Array.from({ length: 6 }, () => 'Backspace')];
const pauseMs = 80;
const frameMs = 16;

/** A key in the form of 500 fields. */
const keyMs = 8;

export async function run() {
  const browser = await openTracedBrowser({
    '/bare': barePage(fields),
    '/form': formPage(typingForm()),
    '/bare-large': barePage(openingFields),
    '/large': formPage(openingForm()),
  });
  const type = async (url: string, id: string) => {
    const page = await browser.newPage();
    await page.goto(new URL(url, browser.origin).href);
    await page.focus(`#${id}`);
    for (let round = 0; round < warmUpRounds; round++) await typeKeys(page);
    const keys = await traceKeys(page);
    await page.close();
    const cpu = keys.map((key) => key.cpuMs);
    const clock = keys.map((key) => key.clockMs);
    return { cpu: [part(cpu, 0.5), part(cpu, 0.95), part(cpu, 1)], clock: [part(clock, 0.5), part(clock, 0.95)] };
  };
  try {
    const bare = await type('/bare', 'f-plain');
    const plain = await type('/form', 'f-plain');
    const read = await type('/form', 'f-amount');
    const bareLarge = await type('/bare-large', 'f-plain');
    const large = await type('/large', 'f-plain');
    const also = [];
    for (const { name, url } of alsoPages()) also.push({ name, ...(await type(url, 'f-plain')) });
    const slowest = Math.max(plain.cpu[1]!, read.cpu[1]!);
    return {
      title: `Typing in a form of ${fields} fields with ${expressions} expressions, and in one of ${openingFields} (milliseconds of the main thread a key)`,
      columns: ['where', 'p50', 'p95', 'most', 'p50 by the clock', 'p95 by the clock'],
      rows: [
        [`a bare page of ${fields} inputs without script: the browser's own share`, ...bare.cpu, ...bare.clock],
        ['the form, in a field without expressions on it', ...plain.cpu, ...plain.clock],
        ['the form, in a field that most of them read', ...read.cpu, ...read.clock],
        [`a bare page of ${openingFields} inputs without script`, ...bareLarge.cpu, ...bareLarge.clock],
        [`the form of ${openingFields} fields`, ...large.cpu, ...large.clock],
        ...also.map(({ name, cpu, clock }) => [name, ...cpu, ...clock]),
      ],
      verdicts: [
        { name: `${frameMs} ms over p95 of a key, nothing subtracted`, ratio: frameMs / slowest, atLeast: 1 },
        { name: `${keyMs} ms over p50 of a key in ${openingFields} fields`, ratio: keyMs / large.cpu[0]!, atLeast: 1 },
      ],
    };
  } finally {
    await browser.close();
  }
}

async function typeKeys(page: Page): Promise<void> {
  for (const key of keyCount) {
    await page.keyboard.press(key);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** What the main thread did for each key. What the browser does after the frame (it reads forms for its autofill) is not waited for. */
async function traceKeys(page: Page): Promise<{ cpuMs: number; clockMs: number }[]> {
  const events = await trace(page, async () => {
    for (let round = 0; round < rounds; round++) await typeKeys(page);
  });
  const isKeydown = ({ name, args }: TraceEvent) => name === 'EventDispatch' && args?.data?.type === 'keydown';
  const { pid, tid } = events.find(isKeydown)!;
  const ours = events.filter((event) => event.pid === pid && event.tid === tid);
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
