// A draft on two devices, and a form that its owner changes while somebody fills it in.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import { asAlice, makeForm, root } from '../support/entries.ts';
import { type FillTest, phone, startFillTest, submit, thanks } from '../support/fill-page.ts';
import { takePicture } from '../support/picture.ts';

let fill: FillTest;
beforeAll(async () => {
  fill = await startFillTest();
});
afterAll(() => fill.close());

const text = (name: string, label: string, more: object = {}) => ({ type: 'fInput', name, label, ...more });
const schema = (...elements: object[]) => ({ rootElem: root(...elements) });

test('[fill-links.conflict] a draft saved on two devices: the later one sees both answers and chooses, nothing is overwritten unseen', async () => {
  const formSchema = schema(text('name', 'Name'), text('city', 'City'), text('note', 'Note'));
  const form = await makeForm(fill.service, { formSchema });
  const data = { name: 'Ada', city: 'Haifa', note: 'n' };
  const draft = (await asAlice(fill.service)('POST', '/entry/save', { form, data })).body.entry;
  const link = `/e/${draft.id}/?b=${draft.bewit}`;
  const [one, two] = [await fill.open(link), await fill.open(link, phone)];
  await two.page.fill('#f-city', 'Acre');
  await two.page.fill('#f-name', 'Ada Two');
  await two.page.click('text=Save for later');
  await two.page.waitForSelector('.saved');
  // The second save of the same page builds on its own first.
  await two.page.fill('#f-note', 'm');
  await two.page.click('text=Save for later');
  await expect.poll(() => fill.entries(form)).toEqual([['saved', { name: 'Ada Two', city: 'Acre', note: 'm' }]]);

  await one.page.fill('#f-name', 'Ada One');
  await one.page.click('text=Save for later');
  const title = one.page.getByRole('heading', { name: 'This draft was saved elsewhere meanwhile' });
  await title.waitFor();
  await expect.poll(() => one.page.locator('.versions legend').allTextContents()).toEqual(['Name', 'City', 'Note']);
  const chosen = () =>
    one.page
      .locator('.versions :checked')
      .evaluateAll((all) => all.map((input) => input.closest('label')?.textContent));
  await expect.poll(chosen).toEqual(['Here: Ada One', 'Saved elsewhere: Acre', 'Saved elsewhere: m']);
  await expectAccessible(one.page);
  await takePicture(one.page, 'draft-conflict');
  expect(await fill.entries(form)).toEqual([['saved', { name: 'Ada Two', city: 'Acre', note: 'm' }]]);
  await one.page.locator('.versions').nth(2).locator('input').first().click();
  await one.page.click('text=Save with these answers');
  await one.page.waitForSelector('.saved input[readonly]');
  expect(await fill.entries(form)).toEqual([['saved', { name: 'Ada One', city: 'Acre', note: 'n' }]]);

  // The same for a submit, and for what was typed and never sent before the other device saved.
  await two.page.fill('#f-note', 'two');
  await two.page.reload();
  await two.page.getByRole('heading', { name: 'This draft was saved elsewhere meanwhile' }).waitFor();
  await takePicture(two.page, 'draft-conflict-phone');
  await expectAccessible(two.page);
  await two.page.click('text=Continue with these answers');
  await expect.poll(() => two.page.inputValue('#f-note')).toBe('two');
  await two.page.click('text=Save for later');
  await two.page.waitForSelector('.saved input[readonly]');
  await submit(one.page);
  await one.page.click('text=Submit with these answers');
  await thanks(one.page);
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Ada One', city: 'Acre', note: 'two' }]]);
  await Promise.all([one.context.close(), two.context.close()]);
});

test.each([
  ['en', 'This form was changed while you were filling it in.', 'Phone', 'No longer asked for.'],
  ['he', 'הטופס השתנה בזמן המילוי.', 'טלפון', 'כבר לא נדרש.'],
] as const)(
  '[fill-links.changed-form] new questions come in beside what was typed; what is gone can be copied (%s)',
  async (locale, title, phoneLabel, gone) => {
    const form = await makeForm(fill.service, {
      locale,
      formSchema: schema(text('name', 'Name'), text('old', 'Old question')),
    });
    const { page, context, faults } = await fill.open(`/f/${form}/`, locale === 'he' ? phone : undefined);
    await page.fill('#f-name', 'Ada');
    await page.fill('#f-old', 'my old answer');
    const changed = schema(
      text('name', 'Name'),
      text('phone', phoneLabel, { reqValidator: true }),
      text('vip', 'VIP', { initialValue: 'no' }),
    );
    await asAlice(fill.service)('PATCH', `/form/${form}`, { formSchema: changed });
    await submit(page);
    await page.getByRole('heading', { name: title }).waitFor();
    await expect
      .poll(() => page.evaluate("document.activeElement.getAttribute('aria-labelledby')"))
      .toBe('changed-title');
    await expect.poll(() => page.locator('.saved').textContent()).toContain('my old answer');
    await expect.poll(() => page.locator('.saved').textContent()).toContain(gone);
    await expect
      .poll(async () => [await page.inputValue('#f-name'), await page.inputValue('#f-vip')])
      .toEqual(['Ada', 'no']);
    await page.waitForSelector('#f-phone-message');
    await expectAccessible(page);
    await takePicture(page, `form-changed-${locale}`);
    await page.locator('.saved').getByRole('button', { name: phoneLabel }).click();
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('f-phone');
    await page.keyboard.type('123');
    // What is there survives a reload of the new form too.
    await page.reload();
    await expect
      .poll(async () => [await page.inputValue('#f-name'), await page.inputValue('#f-phone')])
      .toEqual(['Ada', '123']);
    await submit(page);
    await thanks(page);
    expect(await fill.entries(form)).toEqual([['submitted', { name: 'Ada', phone: '123', vip: 'no' }]]);
    expect((await asAlice(fill.service)('GET', `/form/${form}`)).body.counts.start).toBe(2);
    expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
    await context.close();
  },
);

test('[fill-links.changed-form] after a save of a draft the person says when the new questions come', async () => {
  const form = await makeForm(fill.service, { formSchema: schema(text('name', 'Name')) });
  const draft = (await asAlice(fill.service)('POST', '/entry/save', { form, data: { name: 'Ada' } })).body.entry;
  const { page, context } = await fill.open(`/e/${draft.id}/?b=${draft.bewit}`);
  const changed = schema(text('name', 'Name'), {
    type: 'cRepeat',
    name: 'guests',
    label: 'Guests',
    children: [text('who', 'Who')],
  });
  await asAlice(fill.service)('PATCH', `/form/${form}`, { formSchema: changed });
  await page.fill('#f-name', 'Ada!');
  await page.click('text=Save for later');
  await page.waitForSelector('.saved input[readonly]');
  await page.click('text=Show the new form');
  await page.getByRole('heading', { name: 'This form was changed while you were filling it in.' }).waitFor();
  await expect.poll(() => page.locator('.saved li').allTextContents()).toEqual(['Guests', 'Guests: Who']);
  await expect.poll(() => page.inputValue('#f-name')).toBe('Ada!');
  // Another name of the form is no other form.
  await asAlice(fill.service)('PATCH', `/form/${form}`, { name: 'Renamed' });
  await page.click('button.add');
  await page.fill('#f-guests-0-who', 'Bob');
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Ada!', guests: [{ who: 'Bob' }] }]]);
  await context.close();
});

const gone = {
  en: 'No longer asked for. Copy what you want to keep:',
  he: 'כבר לא נדרש. אפשר להעתיק את מה שחשוב:',
};
const losses: [what: string, after: object[]][] = [
  ['renamed', [text('name', 'Name'), text('town', 'City')]],
  ['hidden', [text('name', 'Name'), text('city', 'City', { relevant: 'model.name == "x"' })]],
];

test.each(losses.flatMap(([what, after]) => (['en', 'he'] as const).map((locale) => [what, locale, after] as const)))(
  '[fill-links.changed-form] an answer to a question that was %s meanwhile is shown before anything is sent (%s)',
  async (_, locale, after) => {
    const form = await makeForm(fill.service, {
      locale,
      formSchema: schema(text('name', 'Name'), text('city', 'City')),
    });
    const { page, context } = await fill.open(`/f/${form}/`);
    await page.fill('#f-name', 'Ada');
    await page.fill('#f-city', 'Haifa');
    await asAlice(fill.service)('PATCH', `/form/${form}`, { formSchema: schema(...after) });
    await submit(page);
    await expect.poll(() => page.locator('.saved').textContent()).toContain(`${gone[locale]}City: Haifa`);
    expect(await fill.entries(form)).toEqual([]);
    await expectAccessible(page);
    await submit(page);
    await thanks(page);
    expect(await fill.entries(form)).toEqual([['submitted', { name: 'Ada' }]]);
    await context.close();
  },
);

test('[fill-links.changed-form] what an earlier page kept of questions that are gone is shown by the next one', async () => {
  const rows = {
    type: 'cRepeat',
    name: 'guests',
    label: 'Guests',
    children: [text('who', 'Who'), text('diet', 'Diet')],
  };
  const form = await makeForm(fill.service, { formSchema: schema(text('name', 'Name'), text('city', 'City'), rows) });
  const { page, context } = await fill.open(`/f/${form}/`);
  await page.fill('#f-name', 'Ada');
  await page.fill('#f-city', 'Haifa');
  await page.click('button.add');
  await page.fill('#f-guests-0-who', 'Bob');
  await page.fill('#f-guests-0-diet', 'vegan');
  await asAlice(fill.service)('PATCH', `/form/${form}`, {
    formSchema: schema(text('name', 'Name'), { ...rows, children: [text('who', 'Who')] }),
  });
  await page.reload();
  await expect.poll(() => page.locator('.saved li').allTextContents()).toEqual(['city: Haifa', 'diet: vegan']);
  await expect.poll(() => page.inputValue('#f-name')).toBe('Ada');
  // A change that takes nothing away is not worth a word.
  await submit(page);
  await thanks(page);
  expect(await fill.entries(form)).toEqual([['submitted', { name: 'Ada', guests: [{ who: 'Bob' }] }]]);
  await context.close();
});
