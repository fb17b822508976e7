// The builder in a browser: forms to open in it, its parts, and what was saved.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type AdminTabOptions, type AdminTest, startAdminTest } from './admin-page.ts';

export const wide = { viewport: { width: 1280, height: 900 } };
export const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** One for the tests of a file. `onStart` gets it once it runs. */
export function startBuilder(onStart: (admin: AdminTest) => void = () => {}) {
  let admin: AdminTest;
  beforeAll(async () => {
    admin = await startAdminTest();
    onStart(admin);
  });
  afterAll(() => admin?.close());
  const key = () => admin.service.people.alice.key;
  const savedForm = async (form: string) => (await admin.service.call('GET', `/form/${form}`, { key: key() })).body;
  return {
    makeForm: async (body: object): Promise<string> =>
      (await admin.service.call('POST', '/form', { key: key(), body })).body.id,
    async openBuilder(form: string, options: AdminTabOptions & { view?: string } = {}) {
      const { view, ...tab } = options;
      const opened = await admin.openAs(`/admin/forms/${form}/${view ? `?view=${view}` : ''}`, { ...wide, ...tab });
      await opened.page.waitForSelector('.builder');
      return opened;
    },
    savedForm,
    savedElements: async (form: string): Promise<unknown> => (await savedForm(form)).formSchema.rootElem?.children,
  };
}

export function formOf(...children: object[]) {
  return { name: 'Trip', formSchema: { rootElem: { type: 'cSection', name: 'root', children } } };
}

export const line = (page: Page, title: string) =>
  page.locator(`[role=treeitem]`, { has: page.locator('.line-title', { hasText: new RegExp(`^${title}$`) }) });
export const paletteItem = (page: Page, kind: string) => page.locator(`.palette-item[data-kind="${kind}"]`);
export const labelBox = (page: Page) => page.getByLabel('Label', { exact: true });

export async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByText('All changes saved').waitFor();
}

/** What is focused: the name of its role or element, and its accessible name or text. */
export function focused(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const element = document.activeElement;
    const label = element.labels?.[0]?.textContent;
    return (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim();
  })()`);
}

/** The outline as people see it, a step to the right for each level. */
export async function outline(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.line.element, .line.list')].map((line) =>
    '  '.repeat(line.ariaLevel - 2) + line.querySelector('.line-title').textContent)`);
}
