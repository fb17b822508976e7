// How long does the main thread work to open a long form? From the navigation until the form is shown, and until the last of its
// work, on a page of 500 fields of every plain kind and one of 500 texts, beside a bare page of 500 inputs in the same run.

import type { Page } from 'playwright-core';
import { openingFields, openingForm, textForm } from './support/opening-form.ts';
import {
  alsoPages,
  barePage,
  formPage,
  openTracedBrowser,
  part,
  type TraceEvent,
  trace,
} from './support/traced-browser.ts';

const rounds = 12;
const warmUpRounds = 2;
/** After it was shown: all is drawn by then; a machine that is very busy needs more. */
const openedMs = Number(process.env['OPENED_MS'] ?? 2000);
const openMs = 150;

/** Each page in turn, so that whatever else the machine does meets all of them alike. */
export async function run() {
  const browser = await openTracedBrowser({
    '/bare': barePage(openingFields),
    '/form': formPage(openingForm()),
    '/texts': formPage(textForm()),
  });
  const pages = [
    { name: `a bare page of ${openingFields} inputs without script`, url: `${browser.origin}/bare` },
    { name: 'the form', url: `${browser.origin}/form` },
    { name: `a form of ${openingFields} texts, empty`, url: `${browser.origin}/texts` },
    ...alsoPages(),
  ].map((page) => ({ ...page, openings: [] as Opening[] }));
  try {
    for (let round = 0; round < warmUpRounds + rounds; round++) {
      for (const { url, openings } of pages) {
        const page = await browser.newPage();
        await page.setViewportSize({ width: 1280, height: 800 });
        const opening = await traceOpening(page, url);
        if (round >= warmUpRounds) openings.push(opening);
        await page.close();
      }
    }
  } finally {
    await browser.close();
  }
  const figures = (openings: readonly Opening[], of: keyof Opening) =>
    [0.5, 0.95].map((share) =>
      part(
        openings.map((one) => one[of]),
        share,
      ),
    );
  const [form, texts] = [pages[1]!.openings, pages[2]!.openings];
  return {
    title: `Opening a form of ${openingFields} fields (milliseconds of the main thread's processor time)`,
    columns: ['page', 'until it is shown p50', 'p95', 'longest task after that p50', 'p95', 'all p50', 'p95'],
    rows: pages.map(({ name, openings }) => [
      name,
      ...figures(openings, 'shown'),
      ...figures(openings, 'longestAfter'),
      ...figures(openings, 'all'),
    ]),
    verdicts: [
      { name: `${openMs} ms over p50 of all work`, ratio: openMs / figures(form, 'all')[0]!, atLeast: 1 },
      { name: `${openMs} ms over p50 of all work, texts alone`, ratio: openMs / figures(texts, 'all')[0]!, atLeast: 1 },
      { name: `${openMs} ms over p50 until the form is shown`, ratio: openMs / figures(form, 'shown')[0]!, atLeast: 1 },
    ],
  };
}

interface Opening {
  /** Until the form is in sight. */
  readonly shown: number;
  /** The longest task after that: how long a press may have to wait. */
  readonly longestAfter: number;
  readonly all: number;
}

async function traceOpening(page: Page, url: string): Promise<Opening> {
  // Asking the page whether it is ready would be work of the main thread too.
  const session = await page.context().newCDPSession(page);
  const shown = new Promise<void>((resolve) => {
    session.on('Page.lifecycleEvent', ({ name }) => name === 'firstContentfulPaint' && resolve());
  });
  await session.send('Page.enable');
  await session.send('Page.setLifecycleEventsEnabled', { enabled: true });
  const events = await trace(page, async () => {
    await page.goto(url);
    await shown;
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
