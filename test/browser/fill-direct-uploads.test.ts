// S3_DIRECT_UPLOADS in the fill page: files go to the store by themselves, and to the service where the store is out of reach.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import { type FormTest, origin, startFormTest } from '../support/form-test.ts';
import { type RunningS3, s3Settings, startS3 } from '../support/s3-server.ts';

const cors = `<CORSConfiguration><CORSRule><AllowedOrigin>${origin}</AllowedOrigin><AllowedMethod>PUT</AllowedMethod>
  <AllowedHeader>content-type</AllowedHeader></CORSRule></CORSConfiguration>`;
let s3: RunningS3;
let form: FormTest;
beforeAll(async () => {
  s3 = await startS3({ cors });
  form = await startFormTest({
    ...s3Settings(s3.config),
    S3_DIRECT: '1',
    S3_DIRECT_UPLOADS: '1',
  });
});
afterAll(async () => {
  await form?.close();
  await s3.close();
});

test('[files.upload.direct] [fill-links.files] a file goes to the store by itself; without a way there it goes through the service', async () => {
  const id = await makeForm(form.service, {
    name: 'Files',
    formSchema: { rootElem: root({ type: 'fFile', name: 'docs', label: 'Documents', fileMaxNum: 5 }) },
  });
  const { page, faults, close } = await form.openForm(id);
  await page.waitForSelector('.file-zone');
  const sent: string[] = [];
  page.on('request', (request) => {
    const { origin: to, pathname } = new URL(request.url());
    const place = to === s3.config.endpoint ? 'store' : pathname.replace(/^\/v1\.0\/form\/\w+/, '');
    if (['PUT', 'POST'].includes(request.method())) sent.push(`${request.method()} ${place}`);
  });
  const file = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`content of ${name}`) });
  await page.setInputFiles('.file-input', [file('direct.txt')]);
  await expect.poll(() => page.locator('.file-name a').count()).toBe(1);
  const direct = ['POST /uploadPolicy', 'POST /storage/direct', 'PUT store', 'POST /storage/direct/done'];
  await expect.poll(() => sent.filter((one) => direct.includes(one))).toEqual(direct);
  expect(sent).not.toContain('POST /storage/');
  expect(faults).toEqual([]);

  sent.length = 0;
  await page.route(`${s3.config.endpoint}/**`, (route) => route.abort());
  await page.setInputFiles('.file-input', [file('around.txt')]);
  await expect.poll(() => page.locator('.file-name a').count()).toBe(2);
  expect(sent.filter((one) => one === 'POST /storage/')).toHaveLength(1);
  const { docs } = await form.submittedData(page, id);
  for (const { name, url } of docs) {
    const { pathname, search } = new URL(url);
    const reply = await fetch(`${form.service.url}${pathname}${search}`);
    expect(await reply.text()).toBe(`content of ${name}`);
  }
  expect(docs.map(({ name }: { name: string }) => name)).toEqual(['direct.txt', 'around.txt']);
  await close();
});
