// What the fill page tells of a visit: once that somebody began, and nothing about who.
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

test('[insight.visits] the first answer is told once, without cookies or anything typed; a reload begins nothing again', async () => {
  const rootElem = root(
    { type: 'fInput', name: 'name', label: 'Name' },
    { type: 'fInput', name: 'city', label: 'City', initValue: 'Haifa' },
  );
  const form = await makeForm(fill.service, { name: 'Visits', formSchema: { rootElem } });
  const visits = async () => {
    const { key } = fill.service.people.alice;
    const { opened, started, sent } = (await fill.service.call('GET', `/form/${form}/dropOff`, { key })).body;
    return [opened, started, sent];
  };
  const { page, context, faults } = await fill.open(`/f/${form}/`);
  const told: Request[] = [];
  page.on('request', (request) => request.url().endsWith('/started') && told.push(request));
  await page.getByLabel('Name').fill('Ada');
  await expect.poll(visits).toEqual([1, 1, 0]);
  await page.getByLabel('City').fill('London');
  await page.getByLabel('City').blur();
  await page.reload();
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('London');
  await page.getByLabel('Name').fill('Ada L');
  await submit(page);
  await thanks(page);
  await expect.poll(visits).toEqual([2, 1, 1]);
  expect(told.map((request) => [request.method(), request.postData()])).toEqual([['POST', null]]);
  expect(await context.cookies()).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
