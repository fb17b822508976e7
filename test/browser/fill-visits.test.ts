// What the fill page tells of a visit: once that somebody began, and nothing about who.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type FillTest, startFillTest, submit, thanks } from '../support/fill-page.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

test('[insight.visits] the first answer is told once when the page is left, without cookies or anything typed; a reload begins nothing again', async () => {
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
  // A page that is left reports no requests to the test.
  await page.addInitScript(`{
    const send = navigator.sendBeacon.bind(navigator);
    navigator.sendBeacon = (...said) => {
      sessionStorage.said = JSON.stringify([...JSON.parse(sessionStorage.said ?? '[]'), said]);
      return send(...said);
    };
  }`);
  await page.reload();
  await page.getByLabel('Name').fill('Ada');
  await expect.poll(visits).toEqual([2, 0, 0]);
  await page.getByLabel('City').fill('London');
  await page.getByLabel('City').blur();
  await page.reload();
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('London');
  await expect.poll(visits).toEqual([3, 1, 0]);
  await page.getByLabel('Name').fill('Ada L');
  await submit(page);
  await thanks(page);
  await expect.poll(visits).toEqual([3, 1, 1]);
  expect(JSON.parse(await page.evaluate('sessionStorage.said'))).toEqual([[`/v1.0/form/${form}/started`]]);
  expect(await context.cookies()).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});
