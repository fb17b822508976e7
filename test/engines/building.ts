// An owner's main journey in every engine: a form is typed where it stands, with a condition; dragged, copied, undone; previewed, saved,
// shared, and filled by somebody. What is read of the canvas is in its shadow root, where drivers' selectors do not reach.
import { expect, test } from 'vitest';
import { makeForm } from '../support/entries.ts';
import type { Point } from './hands.ts';
import type { Place } from './sample.ts';

export function testBuilding(placeOf: () => Place): void {
  test('[builder] [heavy] a form is typed, given a condition, dragged, undone, previewed, saved, shared and filled', () =>
    buildAndFill(placeOf()));
}

async function buildAndFill({ filler, service, url }: Place): Promise<void> {
  const { engine, shows, says, choose } = filler;
  const { keys, write } = engine;
  const canvas = canvasOf(filler);
  const { focusIs, drawn, textAt, press } = canvas;
  const form = await makeForm(service, { name: 'Trip' });
  await engine.resize(1400, 1000);
  await signIn({ filler, service, url }, `/admin/forms/${form}/`);

  await press('.cv-start [data-kind=text]');
  await focusIs('Short text: label');
  await write('Your name');
  await keys('Enter');
  await focusIs('Short text: label');
  await write('City שלום');
  await keys('Enter');
  await drawn('Your name', 'City שלום', 'Short text');
  // Another kind in its place, by the list that a slash opens.
  await keys('/');
  await canvas.shows('.cv-palette input:focus');
  await write('one cho');
  await canvas.shows('[role=option][aria-selected=true][data-kind=radio]');
  await keys('Enter');
  await focusIs('One choice: label');
  await write('Meal');
  // Arrows go from text to text, Enter makes the next option.
  await keys('ArrowDown');
  await focusIs('Meal: option.0');
  await keys('Control+a');
  await write('Fish');
  await keys('Enter');
  await focusIs('Meal: option.1');
  await write('Soup');
  await keys('ArrowDown', 'Control+a', 'Backspace', 'Backspace');
  await focusIs('Meal: option.1');
  await keys('ArrowUp', 'ArrowUp');
  await focusIs('Meal: label');
  await textAt('Meal', 'option.1', 'Soup');

  // Copied text is pasted as text; all of it goes to the draft.
  await keys('Control+a', 'Control+c', 'End');
  await write(' or ');
  await keys('Control+v');
  await textAt('Meal or Meal', 'label', 'Meal or Meal');
  // One undo for everything, also in a text.
  await keys('Control+z');
  await textAt('Meal', 'label', 'Meal');
  await keys('Control+Shift+z');
  await textAt('Meal or Meal', 'label', 'Meal or Meal');

  // The element itself: duplicated, deleted, brought back, moved by the keyboard and by the mouse.
  await keys('Escape');
  await focusIs('Meal or Meal');
  await keys('Control+d');
  await drawn('Your name', 'City שלום', 'Meal or Meal', 'Meal or Meal');
  await keys('Delete');
  await drawn('Your name', 'City שלום', 'Meal or Meal');
  await keys('Control+z', 'Control+z');
  await drawn('Your name', 'City שלום', 'Meal or Meal');
  await focusIs('Meal or Meal');
  await keys('Alt+ArrowUp');
  await drawn('Your name', 'Meal or Meal', 'City שלום');
  await engine.drag(
    await canvas.pointOf('City שלום', { down: 0.95 }),
    await canvas.pointOf('Your name', { down: 0.1 }),
  );
  await drawn('City שלום', 'Your name', 'Meal or Meal');
  await focusIs('City שלום');
  // Copied and pasted as an element.
  await keys('Control+c', 'Control+v');
  await drawn('City שלום', 'City שלום', 'Your name', 'Meal or Meal');
  await keys('Delete');
  await drawn('City שלום', 'Your name', 'Meal or Meal');

  // A help text of two lines: arrows stay in it while there is a line to go to. Its lines become options.
  await press(canvas.itemWith('Meal or Meal', '[data-edit=label]'));
  await press('.cv-tools button[aria-label="Help text"]');
  await focusIs('Meal or Meal: help');
  await write('Rice');
  await keys('Enter');
  await write('Beans');
  await keys('ArrowUp');
  await focusIs('Meal or Meal: help');
  await keys('ArrowUp');
  await focusIs('Meal or Meal: label');
  await keys('ArrowDown', 'Control+a', 'Control+c', 'ArrowDown');
  await focusIs('Meal or Meal: option.0');
  await keys('ArrowDown', 'ArrowDown', 'Control+a', 'Backspace', 'Control+v');
  await textAt('Meal or Meal', 'option.3', 'Beans');

  // A condition, by the toolbar and the properties; it is said in words on the form.
  await press(canvas.itemWith('Your name', '[data-edit=label]'));
  await press('.cv-tools button[aria-label=Condition]');
  await shows('.properties-part select:focus');
  await engine.run("document.activeElement.setAttribute('data-mark', 'shown')");
  await choose('[data-mark=shown]', 'when');
  await shows('.condition-test select');
  await engine.run("document.querySelectorAll('.condition-test select')[1].setAttribute('data-mark', 'test')");
  await choose('[data-mark=test]', 'filled');
  await canvas.shows('.cv-item .cv-note');
  await filler.picture('builder');

  await filler.press('Preview');
  await shows('.preview-frame');
  const preview = "document.querySelector('.preview-frame')?.contentDocument?.body?.innerText ?? ''";
  await expect.poll(() => engine.run(`return ${preview}`)).toContain('City שלום');
  await keys('Escape');
  await expect.poll(() => engine.run('return document.querySelector("dialog[open]") === null')).toBe(true);
  await expect.poll(() => engine.run('return document.activeElement.ariaLabel')).toBe('Preview');
  await keys('Control+s');
  await says('All changes saved');
  const saved = await service.call('GET', `/form/${form}`, { key: service.people.alice.key });
  expect(saved.body.formSchema.rootElem.children).toEqual([
    { type: 'fInput', name: 'cityShlvm', label: 'City שלום' },
    { type: 'fInput', name: 'yourName', label: 'Your name', relevant: expect.stringContaining('model.cityShlvm') },
    {
      type: 'fRadio',
      name: 'mealOrMeal',
      label: 'Meal or Meal',
      options: ['Fish', 'Soup', 'Rice', 'Beans'],
      help: 'Rice\nBeans',
    },
  ]);

  await filler.press('Share');
  await expect
    .poll(() => engine.run(`return [...document.querySelectorAll('input')].map(({ value }) => value)`))
    .toContain(`${url}/f/${form}/`);
  await engine.go(`${url}/f/${form}/`);
  await shows('#f-cityShlvm');
  await engine.type('#f-cityShlvm', 'Haifa');
  await shows('#f-yourName');
  await engine.type('#f-yourName', 'Dana');
  await filler.press('Soup');
  await filler.press('Submit');
  await shows('.thank-you');
  expect(await filler.entriesOf(form)).toEqual([{ cityShlvm: 'Haifa', yourName: 'Dana', mealOrMeal: 'Soup' }]);
  await engine.resize(1000, 900);
}

async function signIn(
  { filler, service, url }: Pick<Place, 'filler' | 'service' | 'url'>,
  path: string,
): Promise<void> {
  const { engine } = filler;
  const { alice } = service.people;
  await engine.go(url + path);
  await filler.shows('input[type=email]');
  await engine.type('input[type=email]', alice.email);
  await engine.type('input[type=password]', `${alice.password}\uE006`);
  await filler.shows('.canvas-host');
}

function canvasOf({ engine }: Place['filler']) {
  const within = "const root = document.querySelector('.canvas-host')?.shadowRoot;";
  const wait = (script: string, ...args: unknown[]) => expect.poll(() => engine.run(`${within} ${script}`, ...args));
  const itemWith = (title: string, more = '') => `.cv-item[aria-label^="${title},"] ${more}`;
  /** Once it keeps its place, a point of it by the share of its height. */
  const pointOf = async (selector: string, down: number): Promise<Point> => {
    const find = `const found = root?.querySelector(arguments[0]);
      if (!found) return undefined;
      const { x, y, width, height } = found.getBoundingClientRect();
      const before = window.placeBefore;
      window.placeBefore = [arguments[0], x, y, height].join();
      if (before !== window.placeBefore) found.scrollIntoView({ block: 'nearest' });
      return before === window.placeBefore ? { x: x + width / 2, y: y + height * arguments[1] } : undefined;`;
    let point: Point | undefined;
    await expect
      .poll(async () => {
        point = (await engine.run<Point | undefined>(`${within} ${find}`, selector, down)) ?? undefined;
        return point !== undefined;
      })
      .toBe(true);
    return point!;
  };
  return {
    itemWith,
    shows: (selector: string) => wait('return root?.querySelector(arguments[0]) != null', selector).toBe(true),
    pointOf: (title: string, { down = 0.5 }) => pointOf(itemWith(title), down),
    press: async (selector: string) => engine.pressPoint(await pointOf(selector, 0.5)),
    /** The titles as they follow one another. */
    drawn: (...titles: string[]) =>
      wait("return [...root.querySelectorAll('.cv-item')].map((item) => item.ariaLabel.split(',')[0])").toEqual(titles),
    textAt: (title: string, field: string, text: string) =>
      wait('return root.querySelector(arguments[0])?.textContent', itemWith(title, `[data-edit="${field}"]`)).toBe(
        text,
      ),
    /** The text that has the focus, with its element; or the element. */
    focusIs: (name: string) =>
      wait(`const active = root?.activeElement;
        const title = active?.closest('.cv-item')?.ariaLabel.split(',')[0];
        return active?.dataset.edit ? title + ': ' + active.dataset.edit : (title ?? document.activeElement.tagName);`).toBe(
        name,
      ),
  };
}
