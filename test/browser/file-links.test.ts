// Links and previews of files lead to the service's own storage, whatever an old entry or a prefilled link says.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';

let admin: AdminTest;
let form: string;
beforeAll(async () => {
  admin = await startAdminTest();
  form = await makeForm(admin.service, { formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) } });
});
afterAll(() => admin.close());

const file = {
  name: 'cv.png',
  size: 3,
  type: 'image/png',
  storageKey: 'x',
  storageBucket: 'formstead',
  url: 'https://evil.example/cv.png',
};

test('[files.object.links] a link to elsewhere in an old draft is not a link and no picture in the management app', async () => {
  const alice = asAlice(admin.service);
  const { entryId } = (await alice('POST', '/entry/save', { form, data: { files: [file] } })).body;
  // As drafts were stored before links were checked.
  const data = JSON.stringify({ files: [file] });
  await admin.service.services.db.sql`update entries set data = ${data}::text::json where id = ${entryId}`;
  for (const path of [`/admin/entries/${form}/?status=all`, `/admin/entries/${form}/${entryId}/`]) {
    const { page, context } = await admin.openAs(path);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.reload();
    await page.getByText('cv.png').first().waitFor();
    if (path.endsWith(`${entryId}/`)) await page.locator('.sheet').getByText('cv.png').waitFor();
    await expect.poll(() => page.locator('a[href*="evil"]').count()).toBe(0);
    expect(asked.filter((url) => url.includes('evil'))).toEqual([]);
    for (const frame of page.frames())
      await expect.poll(() => frame.locator('a[href*="evil"], img[src*="evil"]').count()).toBe(0);
    await context.close();
  }
});

test('[files.object.links] a prefilled file with a link to elsewhere is shown by its name only', async () => {
  const query = new URLSearchParams({ data: JSON.stringify({ files: [file] }) });
  const { page, faults } = await admin.open(`/f/${form}/`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(`${admin.service.url}/f/${form}/?${query}`);
  await page.getByText('cv.png').waitFor();
  await expect.poll(() => page.locator('a[href*="evil"], img[src*="evil"]').count()).toBe(0);
  expect([asked.filter((url) => url.startsWith('https://evil')), faults]).toEqual([[], []]);
});
