// What journeys of the management app do and see in the table of entries, and in one entry.
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const numbers = (page: Page) => page.locator('tbody td:nth-child(2)').allTextContents();
export const becomes = <Value>(read: () => Value | Promise<Value>, value: Awaited<Value>) =>
  expect.poll(read, { timeout: 180_000 }).toEqual(value);
export const rowCount = (page: Page, count: number) => becomes(() => page.locator('tbody tr').count(), count);
export const menu = async (page: Page, item: number) => {
  await page.click('.page-header .menu > button');
  await page.locator('.page-header [role=menuitem]').nth(item).click();
};
/** Coming back to the window asks for what is new, as the clock does every 15 seconds. */
export const lookForNew = (page: Page) => page.evaluate("dispatchEvent(new Event('focus'))");
export const fill = (page: Page) => page.frameLocator('.form-frame');
/** The questions of the sheet with their answers. */
export const answers = async (page: Page) => {
  const lines = await page.locator('.sheet-line').all();
  return Promise.all(lines.map((line) => line.locator('> dt, > dd').allTextContents()));
};
/** A browser reports refused requests to the console; those are part of the journey. */
export const others = (faults: string[]) => faults.filter((fault) => !/status of (400|403|404)/.test(fault));
