// How many uploaded files an export takes: what is beyond is told, not kept in memory.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tableFields } from '../../src/core/definition/table-fields.ts';
import { eachRowPage } from '../../src/server/export/export-pages.ts';
import { eachFilePart } from '../../src/server/export/table/entry-files.ts';
import { tableWords } from '../../src/server/export/table/table-words.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { startService, type TestService } from '../support/service.ts';
import { upload } from '../support/upload.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

test('[export.table.files] files beyond the bound are not put in, and errors.txt says so', async () => {
  const { services } = service;
  const id = await makeForm(service, { formSchema: { rootElem: root({ type: 'fFile', name: 'files' }) } });
  const file = (name: string) => upload(service, id, { name, type: 'text/plain', content: Buffer.from(name) });
  const data = { files: [await file('a.txt'), await file('A.TXT'), await file('b.txt')] };
  expect((await asAlice(service)('POST', '/entry/submit', { form: id, data })).status).toBe(200);
  const form = await services.forms.getFresh(id);
  const inside = { account: form.account, fields: tableFields(form.plan), words: tableWords('en') };
  const partsOf = async (most: number) => {
    const pages = eachRowPage({ form, filter: { form: { eq: id } } }, new Set(['idx', 'data']), services);
    const parts = new Map<string, string>();
    for await (const { name, content } of eachFilePart({ ...inside, pages, most }, services)) {
      const chunks: Buffer[] = [];
      for await (const chunk of Buffer.isBuffer(content) ? [content] : content) chunks.push(chunk);
      parts.set(name, Buffer.concat(chunks).toString());
    }
    return [...parts];
  };
  const [a, second, b] = [
    ['files/1/a.txt', 'a.txt'],
    ['files/1/A (1).TXT', 'A.TXT'],
    ['files/1/b.txt', 'b.txt'],
  ];
  expect(await partsOf(9)).toEqual([a, second, b]);
  const told = ['errors.txt', '\ufeffOnly the first 2 files are in here.\r\n'];
  expect(await partsOf(2)).toEqual([a, second, told]);
  // As many as there are: nothing is missing, and nothing is told.
  expect(await partsOf(3)).toEqual([a, second, b]);
});
