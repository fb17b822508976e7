// How long does the main thread work to open a long form? From the navigation to the last of its work, on a page of 500 fields of
// every plain kind, beside a bare page of 500 inputs in the same run.

import type { Page } from 'playwright-core';
import { openingFields, openingForm } from './support/opening-form.ts';
import { barePage, formPage, openTracedBrowser, part, type TraceEvent, trace } from './support/traced-browser.ts';

const rounds = 12;
const warmUpRounds = 2;
/** After this long without work a page is open. */
const quietMs = 400;
const openMs = 150;

export async function run() {
  const browser = await openTracedBrowser({ '/bare': barePage(openingFields), '/form': formPage(openingForm()) });
  const open = async (path: string) => {
    const times: Opening[] = [];
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      const page = await browser.newPage();
      await page.setViewportSize({ width: 1280, height: 800 });
      const opening = await traceOpening(page, browser.origin + path);
      if (round >= warmUpRounds) times.push(opening);
      await page.close();
    }
    return (of: keyof Opening) =>
      [0.5, 0.95].map((share) =>
        part(
          times.map((one) => one[of]),
          share,
        ),
      );
  };
  try {
    const bare = await open('/bare');
    const form = await open('/form');
    const row = (name: string, of: typeof bare) => [name, ...of('all'), ...of('layout'), ...of('longest')];
    return {
      title: `Opening a form of ${openingFields} fields (milliseconds of the main thread's processor time)`,
      columns: ['page', 'all p50', 'p95', 'style and layout p50', 'p95', 'longest task p50', 'p95'],
      rows: [row(`a bare page of ${openingFields} inputs without script`, bare), row('the form', form)],
      verdicts: [
        { name: `${openMs} ms over p50 of opening the form`, ratio: openMs / form('all')[0]!, atLeast: 1 },
        { name: 'the bare page over the form', ratio: bare('all')[0]! / form('all')[0]!, atLeast: 0.1 },
      ],
    };
  } finally {
    await browser.close();
  }
}

interface Opening {
  readonly all: number;
  readonly layout: number;
  readonly longest: number;
}

async function traceOpening(page: Page, url: string): Promise<Opening> {
  const events = await trace(page, async () => {
    await page.goto(url);
    await page.waitForSelector('#f-plain');
    await new Promise((resolve) => setTimeout(resolve, quietMs));
  });
  // The thread that laid the page out.
  const { pid, tid } = events.findLast(({ name }) => name === 'Layout')!;
  const ours = events.filter((event) => event.pid === pid && event.tid === tid);
  const ofKind = (...names: string[]) => ours.filter(({ name }) => names.includes(name));
  const sum = (of: readonly TraceEvent[]) => of.reduce((whole, { tdur = 0 }) => whole + tdur, 0) / 1000;
  const tasks = ofKind('RunTask');
  return {
    all: sum(tasks),
    layout: sum(ofKind('UpdateLayoutTree', 'Layout', 'PrePaint', 'Paint', 'Layerize')),
    longest: Math.max(...tasks.map(({ tdur = 0 }) => tdur)) / 1000,
  };
}
