// A whole form in Hebrew: forty questions in four parts with conditions, built from nothing in the form itself by keyboard and by pasting
// lines, in steps with a review; filled on a phone; what comes by email and as a PDF.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { type AdminTest, startAdminTest } from '../support/admin-page.ts';
import { wide } from '../support/builder-page.ts';
import { canvasReady, drawn, focusedHere, item, tool } from '../support/canvas-page.ts';
import { submit, thanks } from '../support/fill-page.ts';
import { takePicture } from '../support/picture.ts';
import { readPdf } from '../support/read-pdf.ts';
import { startSmtp, type TestSmtp } from '../support/smtp.ts';

let smtp: TestSmtp;
let admin: AdminTest;
beforeAll(async () => {
  smtp = await startSmtp();
  admin = await startAdminTest({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await admin?.close();
  await smtp?.close();
});

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, locale: 'he' };
const text = 'טקסט קצר';
const yes = 'כן או לא';
const one = 'בחירה אחת';

/** A kind of question as the palette calls it, its labels (pasted as lines), its options. */
type Asked = readonly [kind: string, labels: readonly string[], options?: readonly string[]];
const parts: readonly (readonly [title: string, ...asked: Asked[]])[] = [
  [
    'פרטים אישיים',
    [text, ['שם פרטי', 'שם משפחה', 'רחוב', 'מספר בית', 'עיר', 'מיקוד']],
    ['דוא"ל', ['כתובת דוא"ל']],
    ['מספר טלפון', ['טלפון נייד']],
    ['תאריך', ['תאריך לידה']],
    ['רשימה נפתחת', ['איך שמעת עלינו?'], ['חברים', 'עיתון', 'אינטרנט']],
  ],
  [
    'הכנס',
    ['כמה בחירות', ['באילו ימים תגיעו?'], ['ראשון', 'שני', 'שלישי']],
    [one, ['סוג כרטיס'], ['רגיל', 'סטודנט', 'מרצה']],
    [text, ['מוסד לימודים', 'נושא ההרצאה', 'תפקיד', 'מקום עבודה']],
    ['סולם', ['כמה סביר שתמליצו עלינו?']],
    ['דירוג', ['איך היה הכנס הקודם?']],
    ['טקסט ארוך', ['מה תרצו לשמוע?', 'שאלות למרצים']],
  ],
  [
    'אירוח ואוכל',
    [yes, ['צריך לינה', 'מגיעים עם אורח', 'יש אלרגיות']],
    ['תאריך', ['תאריך הגעה']],
    [text, ['מספר לילות', 'שם האורח', 'פירוט האלרגיות']],
    [one, ['סוג חדר'], ['יחיד', 'זוגי', 'משפחה']],
    [one, ['ארוחת צהריים'], ['בשרית', 'חלבית', 'טבעונית']],
    [text, ['בקשות מיוחדות']],
  ],
  [
    'לסיום',
    [text, ['שם לחשבונית', 'מספר עוסק', 'כתובת לחשבונית', 'איש קשר לחירום', 'טלפון לחירום', 'מידת חולצה', 'הערות']],
    [yes, ['רוצה לקבל עדכונים', 'מסכים להצטלם', 'אני מאשר את התקנון']],
  ],
];
const labels = parts.flatMap(([, ...asked]) => asked.flatMap(([, list]) => list));
const conditions = [
  ['נושא ההרצאה', 'סוג כרטיס', 'מרצה'],
  ['תאריך הגעה', 'צריך לינה'],
  ['שם האורח', 'מגיעים עם אורח'],
] as const;

async function pasteLines(page: Page, lines: readonly string[]): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(lines.join('\n'))})`);
  await page.keyboard.press('Control+v');
}

/** The element that is being written becomes another kind, by its name in the palette. */
async function become(page: Page, kind: string): Promise<void> {
  await page.keyboard.press('/');
  await page.locator('.cv-search').waitFor();
  await page.keyboard.type(kind);
  await page.keyboard.press('Enter');
  await page.locator('.cv-search').waitFor({ state: 'detached' });
}

async function save(page: Page): Promise<void> {
  await page.keyboard.press('Control+s');
  await page.getByText('כל השינויים נשמרו').waitFor();
}

test('[builder] [heavy] forty questions in Hebrew from nothing, in steps with conditions; sent on a phone; the email and the PDF have the answers', async () => {
  expect(labels).toHaveLength(40);
  const key = admin.service.people.alice.key;
  const body = { name: 'הרשמה לכנס', locale: 'he' };
  const form = (await admin.service.call('POST', '/form', { key, body })).body.id as string;
  const tab = { ...wide, language: 'he' as const, permissions: ['clipboard-read', 'clipboard-write'] };
  const { page, context, faults } = await admin.openAs(`/admin/forms/${form}/`, tab);
  const { keyboard } = page;
  await canvasReady(page);
  await page.locator('.cv-start').getByRole('button', { name: text }).press('Enter');
  await expect.poll(() => focusedHere(page)).toBe(`${text}: label`);
  for (const [at, [title, ...asked]] of parts.entries()) {
    if (at > 0) {
      // Out of the part before, to what follows it.
      await keyboard.press('Escape');
      await keyboard.press('Escape');
      await expect.poll(() => focusedHere(page)).toBe(parts[at - 1]![0]);
    }
    await become(page, 'קטע');
    await expect.poll(() => focusedHere(page)).toBe('קטע: label');
    await keyboard.type(title);
    for (const [kind, list, options = []] of asked) {
      await keyboard.press('Enter');
      await expect
        .poll(() => focusedHere(page))
        .toMatch(/^(?:טקסט קצר|טקסט ארוך|דוא"ל|רשימה נפתחת|כמה בחירות|בחירה אחת|כן או לא): label$/);
      if ((await focusedHere(page)) !== `${kind}: label`) await become(page, kind);
      await expect.poll(() => focusedHere(page)).toMatch(new RegExp(`^${kind}.*: label$`));
      if (list.length > 1) await pasteLines(page, list);
      else await keyboard.type(list[0]!);
      await expect.poll(() => focusedHere(page)).toBe(`${list.at(-1)}: label`);
      if (options.length === 0) continue;
      await item(page, list[0]!).locator('[data-edit="option.0"]').waitFor();
      await keyboard.press('ArrowDown');
      await expect.poll(() => focusedHere(page)).toBe(`${list[0]}: option.0`);
      await pasteLines(page, options);
      await expect.poll(() => focusedHere(page)).toBe(`${list[0]}: option.${options.length - 1}`);
      await item(page, list[0]!).locator('[data-edit="label"]').focus();
    }
  }
  const shown = parts.flatMap(([title, ...asked]) => [
    title,
    ...asked.flatMap(([, list]) => list.map((one) => `  ${one}`)),
  ]);
  await expect.poll(() => drawn(page)).toEqual(shown);
  for (const [label, field, value] of conditions) {
    await item(page, label).focus();
    await tool(page, 'תנאי').press('Enter');
    await page.getByLabel('מוצג', { exact: true }).selectOption('when');
    const condition = page.getByRole('group', { name: 'מוצג' });
    await condition.getByLabel('שדה').selectOption({ label: field });
    if (value === undefined) await condition.getByLabel('בדיקה').selectOption({ label: 'מסומן' });
    else await condition.getByLabel('ערך').selectOption({ label: value });
    await item(page, label).locator('.cv-note').waitFor();
  }
  await save(page);
  await takePicture(page, 'forty-built');
  await page.goto(`${admin.service.url}/admin/forms/${form}/?view=settings`);
  await page.getByLabel('תצוגה', { exact: true }).selectOption('steps');
  await page.getByLabel('להציג את כל התשובות לפני השליחה').check();
  await save(page);
  await page.goto(`${admin.service.url}/admin/forms/${form}/?view=after`);
  const confirm = page.getByRole('region', { name: 'אישור למי שמילא', exact: true });
  await confirm.getByRole('switch').check();
  await confirm.getByLabel('PDF של התשובות').check();
  await save(page);
  await takePicture(page, 'forty-after');
  expect(faults).toEqual([]);
  await context.close();

  const filler = await admin.open(`/f/${form}/`, phone);
  const field = (label: string) => filler.page.getByLabel(label, { exact: true });
  const answers: Record<string, string> = { 'כתובת דוא"ל': 'dana@example.com', 'טלפון נייד': '050-123-4567' };
  for (const [title, ...asked] of parts) {
    await filler.page.locator('.step-title', { hasText: title }).waitFor();
    for (const [kind, list, options] of asked) {
      for (const label of list) {
        if (label === 'תאריך הגעה' || label === 'מוסד לימודים') continue;
        if (options !== undefined && kind === 'רשימה נפתחת') await field(label).selectOption({ label: options[1]! });
        else if (options !== undefined) await field(options.at(-1)!).check();
        else if (kind === yes && label !== 'צריך לינה') await field(label).check();
        else if (kind === 'תאריך') await field(label).fill('1990-05-17');
        else if (kind === text || kind === 'טקסט ארוך' || answers[label])
          await field(label).fill(answers[label] ?? `תשובה על ${label}`);
      }
    }
    expect(await field('תאריך הגעה').count()).toBe(0);
    if (title === parts[0]![0]) await expectAccessible(filler.page);
    await takePicture(filler.page, `forty-step-${title.length}`);
    await submit(filler.page);
  }
  await filler.page.locator('.step-title', { hasNotText: parts.at(-1)![0] }).waitFor();
  await filler.page.getByText('תשובה על נושא ההרצאה').waitFor();
  await takePicture(filler.page, 'forty-review');
  await submit(filler.page);
  await thanks(filler.page);
  expect(filler.faults).toEqual([]);

  await expect.poll(() => smtp.emails.map(({ recipients }) => recipients)).toEqual([['dana@example.com']]);
  const [email] = smtp.emails;
  for (const words of [
    'dir="rtl"',
    'הערות',
    'תשובה על הערות',
    'באילו ימים תגיעו?',
    'שלישי',
    'נושא ההרצאה',
    '17 במאי 1990',
  ])
    expect(email!.html).toContain(words);
  expect(email!.html).not.toContain('תאריך הגעה');
  const pdf = email!.attachments.find(({ type }) => type === 'application/pdf')!.content;
  const { text: said } = await readPdf(new Uint8Array(pdf));
  for (const words of ['דוא"ל', 'dana@example.com']) expect(said).toContain(words);
  if (process.env['PICTURES']) {
    // Another page: the form's own allows no styles in HTML, mail programs do.
    const mail = await filler.context.newPage();
    await mail.setContent(email!.html!);
    await takePicture(mail, 'forty-email');
    mkdirSync(process.env['PICTURES'], { recursive: true });
    const file = `${process.env['PICTURES']}/forty.pdf`;
    writeFileSync(file, pdf);
    execFileSync('pdftoppm', ['-r', '60', '-png', file, file.replace('.pdf', '-pdf')]);
  }
  await filler.context.close();
});
