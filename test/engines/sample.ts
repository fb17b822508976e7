// The journeys that every test run takes, in each engine that is installed: one form with every element, its errors, and a form
// from right to left.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeForm, root } from '../support/entries.ts';
import type { TestService } from '../support/service.ts';
import type { Filler } from './filler.ts';

export interface Place {
  readonly filler: Filler;
  readonly service: TestService;
  /** Where the pages of the service are. */
  readonly url: string;
  /** For files to send. */
  readonly folder: string;
}

export function testSample(placeOf: () => Place): void {
  test('[fill-links.quality] every kind of answer arrives, errors lead to their questions', () => sendAll(placeOf()));
  test('[fill-links.quality] in Hebrew, in steps: from right to left, back and on, sent from the last', () =>
    sendHebrewSteps(placeOf()));
}

const input = (name: string, label: string, more: object = {}) => ({ type: 'fInput', name, label, ...more });

export const everything = root(
  { type: 'eText', name: 'words', text: 'Hello {{ model.name }}' },
  input('name', 'Name', { reqValidator: true }),
  input('count', 'Count', { typeValidator: 'num' }),
  { type: 'fLngTxt', name: 'story', label: 'Story' },
  { type: 'fDoc', name: 'essay', label: 'Essay' },
  { type: 'fSelect', name: 'size', label: 'Size', options: ['Small', 'Large'] },
  { type: 'fSelect', name: 'city', label: 'City', options: Array.from({ length: 60 }, (_, n) => `City ${n}`) },
  { type: 'fRadio', name: 'how', label: 'How', options: ['By bus', 'By train'] },
  { type: 'fCheckbox', name: 'days', label: 'Days', options: ['Monday', 'Tuesday'] },
  { type: 'fBool', name: 'terms', label: 'I agree' },
  { type: 'fDate', name: 'day', label: 'Day' },
  { type: 'fFile', name: 'papers', label: 'Papers' },
  { type: 'fSign', name: 'sign', label: 'Signature' },
  { type: 'fRate', name: 'stars', label: 'Stars', rateMax: 5 },
  { type: 'fColor', name: 'color', label: 'Color' },
  { type: 'fMatrix', name: 'grid', label: 'Grid', matrixQuestions: ['Food', 'Room'], options: ['Bad', 'Good'] },
  { type: 'eEq', name: 'sum', label: 'Sum', eq: 'model.count * 2' },
  { type: 'cRow', name: 'columns', children: [[input('left', 'Left')], [input('right', 'Right')]] },
  { type: 'cRepeat', name: 'guests', label: 'Guests', children: [input('guest', 'Guest')] },
);

async function sendAll({ filler, service, url, folder }: Place): Promise<void> {
  const { engine, shows, says, press } = filler;
  const form = await makeForm(service, { name: 'Everything', formSchema: { rootElem: everything } });
  await engine.go(`${url}/f/${form}/`);
  await shows('#f-name');
  await press('Submit');
  await shows('.summary');
  await filler.hasFocus('f-name');
  await engine.type('#f-name', 'Dana שלום');
  await says('Hello Dana שלום');
  await engine.type('#f-count', '1,234.5');
  await says('2,469');
  await engine.type('#f-story', 'one');
  await shows('[contenteditable=true]');
  await engine.type('[contenteditable=true]', 'two');
  await filler.choose('#f-size', 'Large');
  await engine.type('#f-city', 'City 42');
  await engine.type('#f-city', '\uE004');
  for (const label of ['By train', 'Monday', 'Tuesday', 'I agree']) await press(label);
  await filler.choose('#f-day', '2026-05-01');
  const file = join(folder, 'paper.txt');
  writeFileSync(file, 'some words');
  await engine.type('input#f-papers', file);
  await shows('.file-row a');
  await press('Type my name');
  await shows('.sign-field input');
  await engine.type('.sign-field input', 'Dana');
  await press('Clear the signature');
  await engine.type('.sign-field input', 'Dana Levi');
  await filler.pressAt('.rating label:nth-child(4)');
  await filler.choose('#f-color', '#336699');
  await filler.pressAt('#f-grid .question:nth-child(2) label:nth-of-type(2)');
  await filler.pressAt('#f-grid .question:nth-child(3) label:nth-of-type(1)');
  await engine.type('#f-left', 'l');
  await engine.type('#f-right', 'r');
  await press('Add to Guests');
  await shows('input[id*="guest"]');
  await engine.type('input[id*="guest"]', 'Eli');
  await filler.picture('every-element');
  await press('Submit');
  await shows('.thank-you');
  expect(await filler.entriesOf(form)).toEqual([
    {
      name: 'Dana שלום',
      count: 1234.5,
      story: 'one',
      essay: expect.stringContaining('two'),
      size: 'Large',
      city: 'City 42',
      how: 'By train',
      days: ['Monday', 'Tuesday'],
      terms: true,
      day: '2026-05-01T00:00:00.000Z',
      papers: [expect.objectContaining({ name: 'paper.txt', size: 10 })],
      sign: expect.stringMatching(/^strokes:\[\[/),
      stars: 4,
      color: '#336699',
      grid: { Food: 'Good', Room: 'Bad' },
      left: 'l',
      right: 'r',
      guests: [{ guest: 'Eli' }],
    },
  ]);
}

async function sendHebrewSteps({ filler, service, url }: Place): Promise<void> {
  const { engine, shows, press, isVisible } = filler;
  const rootElem = root({
    type: 'cTabs',
    name: 'tabs',
    tabs: [{ label: 'פרטים' }, { label: 'סיום' }],
    children: [[input('name', 'שם', { reqValidator: true })], [input('note', 'הערה')]],
  });
  const form = await makeForm(service, { name: 'שלבים', locale: 'he', display: 'steps', formSchema: { rootElem } });
  await engine.resize(500, 900);
  await engine.go(`${url}/f/${form}/`);
  await shows('#f-name');
  expect(await engine.run('return getComputedStyle(document.querySelector("main")).direction')).toBe('rtl');
  await press('הבא');
  await shows('[aria-invalid="true"]');
  await engine.type('#f-name', 'דנה');
  await press('הבא');
  await isVisible('#f-note');
  await filler.picture('steps-he');
  await engine.run('history.back()');
  await isVisible('#f-name');
  await press('הבא');
  await press('שליחה');
  await shows('.thank-you');
  expect(await filler.entriesOf(form)).toEqual([expect.objectContaining({ name: 'דנה' })]);
  await engine.resize(1000, 900);
}
