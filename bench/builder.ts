// Does the builder stay quick with a long form on its canvas? Real keys in Chromium, unthrottled, with outline and properties beside the
// form: everything the main thread does from the keydown to the end of the frame that shows what came of it, read from its trace.
// Judged by the thread's processor time, since other programs run on the machine too. What comes after that frame is not part of an
// operation, and stands beside it: the outline and the properties follow the form, and once changes pause the whole form is checked, in
// short pieces.

import type { Page } from 'playwright-core';
import { adminPage, builderForm } from './support/builder-form.ts';
import { openTracedBrowser, part, type TraceEvent, trace } from './support/traced-browser.ts';

const sizes = [300, 1000];
const rounds = 12;
const warmUpRounds = 3;
const pauseMs = 250;
/** Of one operation in the smaller form, median; the larger one may take twice that. */
const goals: Readonly<Record<string, number>> = {
  type: 16,
  select: 16,
  add: 50,
  move: 50,
  duplicate: 50,
  delete: 50,
  undo: 50,
};

/** What is pressed in a round, and which operation each key is; the focus is on an element before and after. */
const plays: readonly (readonly (readonly [key: string, operation?: string])[])[] = [
  [['F2'], ['x', 'type'], ['y', 'type'], ['Backspace', 'type'], ['Backspace', 'type'], ['Escape']],
  [
    ['ArrowDown', 'select'],
    ['ArrowUp', 'select'],
  ],
  [['F2'], ['Enter', 'add'], ['Control+z', 'undo']],
  [
    ['Alt+ArrowDown', 'move'],
    ['Alt+ArrowUp', 'move'],
  ],
  [
    ['Control+d', 'duplicate'],
    ['Control+z', 'undo'],
  ],
  [
    ['Delete', 'delete'],
    ['Control+z', 'undo'],
  ],
];

export async function run() {
  const forms = Object.fromEntries(sizes.map((size) => [`/v1.0/form/${idOf(size)}`, builderForm(idOf(size), size)]));
  const page = adminPage();
  const pages = Object.fromEntries(sizes.map((size) => [`/admin/forms/${idOf(size)}/`, page]));
  const browser = await openTracedBrowser({ ...pages, ...forms });
  try {
    const rows: (string | number)[][] = [];
    const verdicts: { name: string; ratio: number; atLeast: number }[] = [];
    for (const [place, size] of sizes.entries()) {
      const tab = await browser.newPage();
      await tab.setViewportSize({ width: 1280, height: 800 });
      await tab.goto(`${browser.origin}/admin/forms/${idOf(size)}/`);
      const times = await measure(tab, size);
      await tab.close();
      for (const [operation, goal] of Object.entries(goals)) {
        const costs = times.get(operation) ?? [];
        const cpu = costs.map(({ ms }) => ms);
        const later = costs.map(({ laterMs }) => laterMs);
        const limit = goal * (place + 1);
        rows.push([`${size} fields`, operation, part(cpu, 0.5), part(cpu, 0.95), limit, part(later, 0.5)]);
        verdicts.push({
          name: `${limit} ms over p50: ${operation}, ${size} fields`,
          ratio: limit / part(cpu, 0.5),
          atLeast: 1,
        });
      }
    }
    return {
      title: 'An operation on the canvas of the builder (milliseconds of the main thread)',
      columns: ['form', 'operation', 'p50', 'p95', 'goal of p50', 'afterwards, p50'],
      rows,
      verdicts,
    };
  } finally {
    await browser.close();
  }
}

function idOf(size: number): string {
  return String(size).padStart(24, '0');
}

interface Cost {
  /** Until the frame that shows it. */
  readonly ms: number;
  /** From there to the next key. */
  readonly laterMs: number;
}

async function measure(page: Page, size: number): Promise<Map<string, Cost[]>> {
  const middle = page.locator(`.cv-item[aria-label^="Field ${size / 2},"]`);
  await middle.waitFor({ state: 'attached' });
  await middle.scrollIntoViewIfNeeded();
  await middle.focus();
  const times = new Map<string, Cost[]>();
  for (const play of plays) {
    console.error(`  ${size} fields: ${play.map(([key]) => key).join(', ')}`);
    for (let round = 0; round < warmUpRounds; round++) await press(page, play);
    const events = await trace(page, async () => {
      for (let round = 0; round < rounds; round++) await press(page, play);
    });
    const pressed = Array.from({ length: rounds }, () => play).flat();
    for (const [operation, cost] of costs(events, pressed))
      times.set(operation, [...(times.get(operation) ?? []), cost]);
  }
  return times;
}

async function press(page: Page, play: (typeof plays)[number]): Promise<void> {
  for (const [key] of play) {
    await page.keyboard.press(key);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** Of each key that is an operation; a key with Control or Alt is two keydowns, of which the second counts. */
function costs(events: readonly TraceEvent[], pressed: (typeof plays)[number]): [operation: string, cost: Cost][] {
  const isKeydown = ({ name, args }: TraceEvent) => name === 'EventDispatch' && args?.data?.type === 'keydown';
  const first = events.find(isKeydown);
  const ours = events.filter((event) => event.pid === first?.pid && event.tid === first?.tid);
  const keydowns = ours.filter(isKeydown);
  const expected = pressed.flatMap(([key, operation]) => (key.includes('+') ? [undefined, operation] : [operation]));
  if (keydowns.length !== expected.length)
    throw new Error(`${keydowns.length} of ${expected.length} keys in the trace`);
  const tasks = ours.filter(({ name }) => name === 'RunTask');
  const cpuOf = (some: readonly TraceEvent[]) => some.reduce((whole, { tdur = 0 }) => whole + tdur, 0) / 1000;
  return expected.flatMap((operation, at): [string, Cost][] => {
    if (operation === undefined) return [];
    const { ts } = keydowns[at]!;
    const frame = ours.find((event) => event.name === 'PrePaint' && event.ts > ts)!;
    const next = keydowns[at + 1]?.ts ?? ts + pauseMs * 1000;
    const until = tasks.filter(({ ts: start, dur = 0 }) => start + dur > ts && start < frame.ts);
    const after = tasks.filter(({ ts: start, dur = 0 }) => start > frame.ts && start + dur <= next);
    return [[operation, { ms: cpuOf(until), laterMs: cpuOf(after) }]];
  });
}
