// The entries table of the management app, in a real browser, on a form of 1,000 entries and on one of 1,000,000 beside it:
// from the address to the first rows, the next page, an entry by its number, the count before a deletion. Asked in turn, so
// that whatever else the machine does meets both alike.
import type { Page } from 'playwright-core';
import { openBrowser } from '../test/support/browser.ts';
import { addEntries } from './support/fill.ts';
import { form15 } from './support/form15.ts';
import { median } from './support/load.ts';
import { type RunningServer, startServer } from './support/running-server.ts';

const sizes = [1_000, 1_000_000];
const rounds = 9;

export async function run() {
  const server = await startServer();
  const browser = await openBrowser();
  try {
    const forms: string[] = [];
    for (const count of sizes) {
      const form = (await server.call('POST', '/form', form15))['id'] as string;
      await addEntries(server, { form, count });
      forms.push(form);
    }
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    await page.context().addCookies([{ name: 'formstead_session', value: await logIn(server), url: server.url }]);
    const costs: Record<string, number[][]> = {};
    for (let round = -1; round < rounds; round += 1) {
      for (const [place, form] of forms.entries()) {
        for (const [action, ms] of Object.entries(await measure(page, `${server.url}/admin/entries/${form}/`))) {
          costs[action] ??= forms.map(() => []);
          if (round >= 0) costs[action]?.[place]?.push(ms);
        }
      }
    }
    return {
      title: `entries table: milliseconds in the browser (medians of ${rounds} rounds)`,
      columns: ['what a person does', ...sizes.map((size) => `${size.toLocaleString('en')} entries`)],
      rows: Object.entries(costs).map(([action, all]) => [action, ...all.map((one) => median(one).toFixed(0))]),
      verdicts: Object.entries(costs)
        .filter(([action]) => action !== counting)
        .map(([action, [small = [], large = []]]) => ({
          name: `${action}: at 1,000,000 within 1.5 times the time at 1,000`,
          ratio: median(small.map((cost, round) => (1.5 * cost) / (large[round] as number))),
          atLeast: 1,
        })),
    };
  } finally {
    await browser.close();
    await server.close();
  }
}

/** It reads every row that the filter matches: not expected to cost the same. */
const counting = 'the count before all are deleted';

async function measure(page: Page, address: string): Promise<Record<string, number>> {
  const rows = (count: number) => page.waitForSelector(`tbody tr:nth-child(${count})`);
  const first = await time(async () => {
    await page.goto(address);
    await rows(50);
  });
  const more = await time(async () => {
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await rows(100);
  });
  const count = await time(async () => {
    await page.click('.page-header .menu > button');
    await page.click('.page-header [role=menuitem] >> nth=2');
    await page.waitForSelector('dialog .notice.warning');
  });
  await page.keyboard.press('Escape');
  const number = await time(async () => {
    await page.fill('.find-entry input', '500');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.entry-page');
  });
  return {
    'address to first 50 rows': first,
    'next 50 rows': more,
    'an entry by its number': number,
    [counting]: count,
  };
}

async function time(action: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  return performance.now() - started;
}

async function logIn({ call }: RunningServer): Promise<string> {
  const body = { email: 'bench@example.com', password: 'bench password' };
  return (await call('POST', '/auth/login', body))['token'] as string;
}
