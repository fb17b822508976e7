// Joined PDFs: pages in order, tags under one root, standards only where all keep them, and files that are none.
import { PDFDocument } from '@cantoo/pdf-lib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hebrewData, hebrewForm } from '../../../test/support/hebrew-form.ts';
import { orderData, orderForm } from '../../../test/support/order-form.ts';
import { pdfRequest } from '../../../test/support/pdf-forms.ts';
import { readPdf } from '../../../test/support/read-pdf.ts';
import { joinPdfs } from './join-pdfs.ts';
import { openPdfMaker, type PdfMaker } from './pdf-maker.ts';

const quiet = { info() {}, warn() {}, error() {} };
const title = 'Both <together> & more';
let maker: PdfMaker;
let english: Buffer;
let hebrew: Buffer;

beforeAll(async () => {
  maker = openPdfMaker({ workers: 1, maxRenderMs: 300_000, log: quiet });
  english = await maker.make(pdfRequest(orderForm, orderData, { isArchive: true }));
  hebrew = await maker.make(pdfRequest(hebrewForm, hebrewData, { isArchive: true }));
});
afterAll(() => maker.close());

it('[after-actions.pdfs.layouts] keeps pages, tags, links and standards, in the process of the compiler', async () => {
  const parts = [await readPdf(english), await readPdf(hebrew)];
  const joined = await readPdf(await maker.join([english, hebrew], { account: 'a', title, locale: 'he' }));
  expect(joined.pages).toEqual(parts.flatMap((part) => part.pages));
  expect(joined.roles).toEqual(parts.flatMap((part) => part.roles));
  expect(joined).toMatchObject({ title, lang: 'he', isTagged: true, standards: { ua: '1', a: '2A' } });
});

it('[after-actions.pdfs.layouts] gives every tag of the second part back to the right page', async () => {
  const joined = await joinPdfs([english, english], { title, locale: 'en' });
  const { pages, roles } = await readPdf(joined);
  const half = pages.length / 2;
  expect(pages.slice(half)).toEqual(pages.slice(0, half));
  expect(roles.slice(roles.length / 2)).toEqual(roles.slice(0, roles.length / 2));
  const names = joined.toString('latin1').match(/\/ID \((\d-[^)]*)\)/g) ?? [];
  expect(new Set(names).size).toBe(names.length);
});

it('[after-actions.pdfs.standards] declares no standard when one part keeps none', async () => {
  const plain = await PDFDocument.create();
  plain.addPage([200, 200]);
  const joined = await readPdf(await joinPdfs([english, await plain.save()], { title, locale: 'en' }));
  expect(joined.pages.length).toBe((await readPdf(english)).pages.length + 1);
  expect(joined.standards).toEqual({ ua: undefined, a: undefined });
  expect(joined.roles).toContain('H1');
});

it('[after-actions.pdfs.layouts] refuses what is not a PDF', async () => {
  for (const bytes of ['', '<html></html>', '%PDF-1.7\nnothing']) {
    await expect(joinPdfs([english, Buffer.from(bytes)], { title, locale: 'en' })).rejects.toThrow(
      /^A PDF cannot be read/,
    );
  }
  await expect(maker.join([Buffer.from('x')], { account: 'a', title, locale: 'en' })).rejects.toThrow(
    /A PDF cannot be read/,
  );
  expect((await readPdf(await maker.join([english], { account: 'a', title, locale: 'en' }))).title).toBe(title);
});
