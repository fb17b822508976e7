// Texts to read, as their owner writes them: formatted, with pictures and answers; and as whoever fills the form sees them.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible } from '../support/accessibility.ts';
import type { AdminTest } from '../support/admin-page.ts';
import { formOf, line, narrow, save, startBuilder } from '../support/builder-page.ts';
import { canvasReady } from '../support/canvas-page.ts';
import { takePicture } from '../support/picture.ts';
import { smallPng } from '../support/small-png.ts';

let admin: AdminTest;
const { makeForm, openBuilder, savedElements } = startBuilder((started) => {
  admin = started;
});

const fields = [
  { type: 'fInput', name: 'name', label: 'Your name' },
  { type: 'fSelect', name: 'country', label: 'Country', options: [['il', 'Israel'], 'Other'] },
];
const png = { name: 'cat.png', mimeType: 'image/png', buffer: smallPng({ width: 40, height: 30 }) };
const editor = (page: Page) => page.locator('.properties').getByRole('textbox', { name: 'Text', exact: true });
const focusedName = (page: Page) =>
  page.evaluate(`document.getElementById(document.activeElement.getAttribute('aria-labelledby'))?.textContent`);
const press = (page: Page, tool: string) =>
  page.locator('.message-toolbar').getByRole('button', { name: tool }).click();
const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('.message-upload input[type=file]').setInputFiles(file);

test('[builder] [fill-links.html-pictures] a text is formatted, gets a picture and an answer; who fills the form sees both', async () => {
  const form = await makeForm(formOf(...fields, { type: 'eText', name: 'note', text: 'Welcome\n\nSecond' }));
  const { page, faults, context } = await openBuilder(form);
  await canvasReady(page);
  await page.locator('.cv-item[data-type=eText]').click();
  const text = editor(page);
  await expect.poll(() => text.innerText()).toMatch(/^Welcome\s+Second\s*$/);
  // Without markup it stays the text that is typed on the form.
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' line');
  await page.locator('.cv-item [data-edit="text"]', { hasText: 'Second line' }).waitFor();
  await page.keyboard.press('Control+Home');
  await press(page, 'Heading');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('From ');
  await page.getByRole('button', { name: 'Insert an answer' }).click();
  await page.getByRole('combobox', { name: 'Find a question' }).fill('coun');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' ');
  const shown = page.locator('.cv-rich');
  await expect.poll(() => shown.locator('mark').innerText()).toBe('Country');
  await shown.locator('h2', { hasText: 'Welcome' }).waitFor();

  // What is not a picture is said, in the panel, and nothing that was written is lost.
  await press(page, 'Picture');
  await page.getByLabel('What the picture shows').fill('A cat');
  const svg = {
    name: 'a.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  };
  await choose(page, svg);
  await page.getByText('This is not a picture that can be used.').waitFor();
  await choose(page, { ...png, buffer: Buffer.alloc(2_200_000) });
  await page.getByText('The picture is larger than 2 MB.').waitFor();
  await choose(page, { ...png, buffer: Buffer.from('no picture') });
  await page.getByText('This is not a picture that can be used.').waitFor();
  await expectAccessible(page);
  await takePicture(page, 'rich-text-bad-picture');
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await page.getByText('Upload a picture first.').waitFor();
  await choose(page, png);
  await page.locator('.message-thumb').waitFor();
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  await shown.locator('img[alt="A cat"]').waitFor();
  await expectAccessible(page);
  await takePicture(page, 'rich-text-editor');

  // Undo is one for everything: the picture, and later the whole of it.
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => shown.locator('img').count()).toBe(0);
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await shown.locator('img[alt="A cat"]').waitFor();
  await expect.poll(() => text.locator('img').count()).toBe(1);
  await save(page);
  const [, , note] = (await savedElements(form)) as { text: string; html: string }[];
  expect(note).toEqual({
    ...{ type: 'eText', name: 'note' },
    text: expect.stringMatching(/^Welcome\n\nSecond line\n\nFrom \{\{ answers\.country \}\}/),
    html: expect.stringMatching(
      /^<h2>Welcome<\/h2>\n<p>Second line<\/p>\n<p>From \{\{ answers\.country \}\} ?<img src="http[^"]+\/pictures\/[\w-]{22}" alt="A cat" width="40" height="30"> ?<\/p>$/,
    ),
  });
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  await context.close();

  const filler = await admin.open(`/f/${form}/`);
  const content = filler.page.locator('.html-text');
  await filler.page.selectOption('#f-country', { label: 'Israel' });
  await expect.poll(() => content.innerText()).toContain('From Israel');
  await expect.poll(() => filler.page.evaluate(`document.querySelector('.html-text img').naturalWidth`)).toBe(40);
  await takePicture(filler.page, 'rich-text-filled');
  expect(filler.faults).toEqual([]);
  await filler.context.close();
});

test('[builder] HTML that an owner wrote stays as it is until it is changed; what the editor would simplify opens as source', async () => {
  const own = '<P>One <strong>two</strong>,  <em>three</em> {{model.name}}</P>';
  const table = '<table><tr><td align="center">1</td></tr></table>';
  const texts = [own, table].map((html, at) => ({
    type: 'eText',
    name: `text${at}`,
    label: `T${at}`,
    text: 'x',
    html,
  }));
  const form = await makeForm(formOf(...fields, ...texts));
  const { page, faults, context } = await openBuilder(form);
  await canvasReady(page);
  await line(page, 'T0').click();
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.getByLabel('Label', { exact: true }).click();
  await line(page, 'T1').click();
  await expect.poll(() => page.getByLabel('Text: HTML source').inputValue()).toBe(table);
  await page.getByText('The editor would simplify it.').waitFor();
  await page.getByText('All changes saved').waitFor();
  // Typed and taken back, it is what it was.
  await line(page, 'T0').click();
  await editor(page).click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('!');
  await page.locator('.cv-rich', { hasText: '!' }).waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('All changes saved').waitFor();
  expect(await savedElements(form)).toEqual([...fields, ...texts]);
  // From the form to the editor, by a key and by its button.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(`document.activeElement.className`)).toBe('message-text');
  expect(faults).toEqual([]);
  await context.close();
});

const bytesOf = '(text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0))';

/** As from another program, into what has the focus: what it put on the clipboard, each by its type. */
async function paste(page: Page, items: Readonly<Record<string, Buffer | string>>): Promise<void> {
  const given = Object.entries(items).map(([type, content]) => [type, Buffer.from(content).toString('base64')]);
  await page.evaluate(`(() => {
    const data = new DataTransfer();
    for (const [type, text] of ${JSON.stringify(given)}) {
      const bytes = (${bytesOf})(text);
      if (type.startsWith('image/')) data.items.add(new File([bytes], 'image', { type }));
      else data.setData(type, new TextDecoder().decode(bytes));
    }
    const event = new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true });
    document.activeElement.dispatchEvent(event);
  })()`);
}

/** Files as they are dragged from a folder. */
async function drop(
  page: Page,
  target: Locator,
  ...files: { type: string; content: Buffer | string }[]
): Promise<void> {
  const given = files.map(({ type, content }) => [type, Buffer.from(content).toString('base64')]);
  const dataTransfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    for (const [type, text] of ${JSON.stringify(given)}) data.items.add(new File([(${bytesOf})(text)], 'file', { type }));
    return data;
  })()`);
  await target.dispatchEvent('dragover', { dataTransfer });
  await target.dispatchEvent('drop', { dataTransfer });
}

test('[builder] pasted and dropped: pictures are sent, formatting is kept as far as the editor knows it, nothing runs', async () => {
  const form = await makeForm(formOf(...fields, { type: 'eText', name: 'note', text: 'Start' }));
  const { page, faults, context } = await openBuilder(form);
  await canvasReady(page);
  await page.locator('.cv-item[data-type=eText]').click();
  const text = editor(page);
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  // As word processors and web pages put it there.
  const html = [
    '<html><head><style>p { color: red }</style><meta charset="utf-8"></head><body><!--StartFragment-->',
    '<b style="font-weight:normal;" id="docs-internal-guid-1"><h1 class="Title" style="mso-style:x">Terms</h1><p class="MsoNormal"><span style="font-weight:700">One</span> <strong>two</strong>',
    ' <a href="https://x.example/a?b=1&amp;c=2" onclick="alert(1)" target="_blank">three</a> <a href="javascript:alert(1)">four</a></p>',
    '<ul><li>five</li><li>six<script>alert(1)</script></li></ul><table><tbody><tr><td>seven</td></tr></tbody></table>',
    '<img src="https://elsewhere.example/spy.png" onerror="alert(1)" alt="spy"><svg onload="alert(1)"></svg>',
    '<p>{{ model.name }} and }} </p></b><!--EndFragment--></body></html>',
  ].join('');
  await paste(page, { 'text/html': html, 'text/plain': 'Terms' });
  await expect.poll(() => text.locator('h2').allTextContents()).toEqual(['Terms']);
  await expect.poll(() => text.locator('.answer-chip').allTextContents()).toEqual(['Your name']);
  expect(await text.locator('li').allTextContents()).toEqual(['five', 'six']);
  expect(await text.locator('script, style, svg, table, [onclick], [style], a[href^=javascript]').count()).toBe(0);
  // Text alone is text, whatever is in it.
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await paste(page, { 'text/plain': '<b>a</b> & b' });
  await expect.poll(() => text.innerText()).toContain('<b>a</b> & b');

  // A picture of the clipboard, then one that is dragged here beside a file that is none.
  await paste(page, { 'image/png': png.buffer });
  await expect.poll(() => text.locator('img').count()).toBe(1);
  const notes = { type: 'text/plain', content: 'notes' };
  await drop(page, text, notes, { type: 'image/png', content: png.buffer });
  await expect.poll(() => text.locator('img').count()).toBe(2);
  await drop(page, text, { type: 'image/png', content: 'not a picture' });
  await page.getByText('This is not a picture that can be used.').waitFor();
  await expectAccessible(page);
  await takePicture(page, 'rich-text-pasted');
  await save(page);
  const note = ((await savedElements(form)) as { html: string }[])[2]!;
  expect(note.html).toContain('<h2>Terms</h2>');
  expect(note.html).toContain('<b>One</b> <b>two</b> <a href="https://x.example/a?b=1&amp;c=2">three</a> four');
  expect(note.html).toContain('{{ model.name }} and }}');
  expect(note.html).toContain('&lt;b&gt;a&lt;/b&gt; &amp; b');
  expect(note.html).not.toMatch(/script|onclick|onerror|style=|elsewhere/);
  expect(note.html.match(/<img src="[^"]+\/pictures\/[\w-]{22}" alt="" width="40" height="30">/g)).toHaveLength(2);
  expect(faults.filter((fault) => !fault.includes('400'))).toEqual([]);
  await context.close();
});

test('[builder] a label with a link: written as it looks; its words follow until they are written; pasted, it stays one line', async () => {
  const consent = { type: 'fBool', name: 'consent', label: 'I accept the terms' };
  const own = { type: 'fBool', name: 'own', label: 'News', labelHtml: '<p>Send <i>news</i></p>' };
  const form = await makeForm(formOf(consent, own));
  const { page, faults, context } = await openBuilder(form);
  await canvasReady(page);
  await line(page, 'I accept the terms').click();
  await page.getByRole('button', { name: 'Add a link or emphasis' }).click();
  const label = page.locator('.properties').getByRole('textbox', { name: 'Label', exact: true });
  await expect.poll(() => focusedName(page)).toBe('Label');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await press(page, 'Link');
  await page
    .locator('.message-insert')
    .getByRole('textbox', { name: 'Address' })
    .fill('https://x.example/terms?a=1&b=2');
  await page.getByRole('button', { name: 'Insert', exact: true }).click();
  const link = page.locator('.cv-item').first().locator('a', { hasText: 'terms' });
  await link.waitFor();
  // Enter and blocks make no second line, answers no chips, pictures nothing.
  await label.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type(' {{ a<b }} ');
  await paste(page, { 'text/html': '<h1>now</h1><p>or <b>later</b></p><img src="https://x.example/1.png">' });
  await page.locator('.cv-item').first().locator('b', { hasText: 'later' }).waitFor();
  expect(await label.locator('> *').count()).toBe(1);
  const words = page.getByLabel('The label without links');
  await expect.poll(() => words.inputValue()).toBe('I accept the terms {{ a<b }} now or later');
  await expectAccessible(page);
  await takePicture(page, 'label-editor');
  await words.fill('Consent');
  await label.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('!');
  await page.locator('.cv-item').first().getByText('later!').waitFor();
  expect(await words.inputValue()).toBe('Consent');
  // What the editor would simplify opens as source.
  await line(page, 'News').click();
  await expect.poll(() => page.getByLabel('Label: HTML source').inputValue()).toBe(own.labelHtml);
  await page.getByText('The editor would simplify it.').waitFor();
  await save(page);
  expect(await savedElements(form)).toEqual([
    {
      ...{ ...consent, label: 'Consent' },
      labelHtml:
        'I accept the <a href="https://x.example/terms?a=1&amp;b=2">terms</a> {{ a&lt;b }} now or <b>later!</b>',
    },
    own,
  ]);
  expect(faults).toEqual([]);
  await context.close();
});

test('[builder] formatted texts in Hebrew, on a phone, in the dark', async () => {
  const html = '<h2>ברוכים הבאים</h2>\n<ul><li>אחת</li><li>שתיים {{ model.name }}</li></ul>';
  const form = await makeForm({ ...formOf(...fields, { type: 'eText', name: 'note', text: 'x', html }), locale: 'he' });
  const wide = await openBuilder(form, { language: 'he', theme: 'dark' });
  await canvasReady(wide.page);
  await wide.page.locator('.cv-item[data-type=eText]').click();
  await wide.page.locator('.message-toolbar').getByRole('button', { name: 'תמונה' }).click();
  await choose(wide.page, { ...png, buffer: Buffer.from('no picture') });
  await wide.page.getByText('אי אפשר להשתמש בקובץ הזה כתמונה.').waitFor();
  await expectAccessible(wide.page);
  await takePicture(wide.page, 'rich-text-he-dark');
  await wide.context.close();
  const phone = await openBuilder(form, { language: 'he', ...narrow });
  await canvasReady(phone.page);
  await phone.page.locator('.cv-item[data-type=eText]').click();
  await phone.page.getByRole('button', { name: 'עריכת הטקסט' }).click();
  await phone.page.locator('.properties .message-text').waitFor();
  await expectAccessible(phone.page);
  await takePicture(phone.page, 'rich-text-he-phone');
  expect(phone.faults).toEqual([]);
  await phone.context.close();
});
