// How long does the main thread work to open a long form? From the navigation until the form is shown, and until the last of its
// work, on a page of 500 fields of every plain kind, beside a bare page of 500 inputs in the same run.

import type { Page } from 'playwright-core';
import { openingFields, openingForm } from './support/opening-form.ts';
import { barePage, formPage, openTracedBrowser, part, type TraceEvent, trace } from './support/traced-browser.ts';

const rounds = 12;
const warmUpRounds = 2;
/** All is drawn by then, also on a busy machine. */
const openedMs = 2000;
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
    const row = (name: string, of: typeof bare) => [name, ...of('shown'), ...of('longestAfter'), ...of('all')];
    return {
      title: `Opening a form of ${openingFields} fields (milliseconds of the main thread's processor time)`,
      columns: ['page', 'until it is shown p50', 'p95', 'longest task after that p50', 'p95', 'all p50', 'p95'],
      rows: [row(`a bare page of ${openingFields} inputs without script`, bare), row('the form', form)],
      verdicts: [
        { name: `${openMs} ms over p50 of all work`, ratio: openMs / form('all')[0]!, atLeast: 1 },
        { name: `${openMs} ms over p50 until the form is shown`, ratio: openMs / form('shown')[0]!, atLeast: 1 },
      ],
    };
  } finally {
    await browser.close();
  }
}

interface Opening {
  /** Until the form is in sight. */
  readonly shown: number;
  /** The longest task after that: how long a press may have to wait. */
  readonly longestAfter: number;
  readonly all: number;
}

async function traceOpening(page: Page, url: string): Promise<Opening> {
  const events = await trace(page, async () => {
    await page.goto(url);
    // Asking the page whether it is ready would be work of the main thread too.
    await new Promise((resolve) => setTimeout(resolve, openedMs));
  });
  const { pid, tid, ts } = events.findLast(({ name }) => name === 'firstContentfulPaint')!;
  const tasks = events.filter((event) => event.name === 'RunTask' && event.pid === pid && event.tid === tid);
  const before = tasks.filter((task) => task.ts < ts);
  const after = tasks.filter((task) => task.ts >= ts);
  const sum = (of: readonly TraceEvent[]) => of.reduce((whole, { tdur = 0 }) => whole + tdur, 0) / 1000;
  return {
    shown: sum(before),
    longestAfter: Math.max(0, ...after.map(({ tdur = 0 }) => tdur)) / 1000,
    all: sum(tasks),
  };
}
