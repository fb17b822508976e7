// A file with a virus, chosen on the fill page: the person is told at the field, in the form's language, and it is not sent.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openBrowser } from '../support/browser.ts';
import { eicar, startClamdServer, type TestClamd } from '../support/clamd-server.ts';
import { makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';

let clamd: TestClamd;
let service: TestService;
let browser: Awaited<ReturnType<typeof openBrowser>>;
beforeAll(async () => {
  clamd = await startClamdServer();
  service = await startService({ CLAMD_URL: clamd.url });
  browser = await openBrowser({ proxied: { publicUrl: 'http://forms.test', url: service.url } });
});
afterAll(async () => {
  await browser.close();
  await service.close();
  await clamd.close();
});

test.each([
  ['en', 'A virus was found in this file. It was not uploaded.', 'This file is too large to be checked for viruses.'],
  ['he', 'נמצא וירוס בקובץ הזה. הקובץ לא הועלה.', 'הקובץ גדול מדי לבדיקת וירוסים.'],
] as const)(
  '[files.scanner] the fill page in %s says at the field why a file was refused',
  async (locale, found, large) => {
    const rootElem = root({ type: 'fFile', name: 'files', label: 'Files' });
    const form = await makeForm(service, { locale, formSchema: { rootElem } });
    const page = await browser.newPage();
    await page.goto(`http://forms.test/f/${form}/`);
    const choose = (name: string, buffer: Buffer) =>
      page.setInputFiles('input[type=file]', { name, mimeType: 'text/plain', buffer });
    await choose('bad.txt', eicar);
    await page.locator('.file-row.is-failed .file-fault').waitFor();
    await expect.poll(() => page.textContent('.file-row.is-failed .file-fault')).toBe(found);
    await choose('large.txt', Buffer.alloc(clamd.streamMaxLength + 1));
    await page.locator('.file-row.is-failed >> nth=1').waitFor();
    await expect.poll(() => page.locator('.file-row .file-fault').nth(1).textContent()).toContain(large);
    await choose('good.txt', Buffer.from('good'));
    await page.locator('.file-row:not(.is-failed) a').waitFor();
    expect(await service.services.db.sql`select name from files where form = ${form}`).toEqual([{ name: 'good.txt' }]);
    await page.close();
  },
);
