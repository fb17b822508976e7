// Every kind of question: how it is answered by any hand and by keys alone, and which stored value a person would expect who sees the
// page. Written without the code of the page, so that it is a judge of it. [fill-links.seen-stored] [fill-links.keys]
import { expect } from 'vitest';
import type { Person } from './person.ts';
import type { Random } from './random.ts';

export interface Kind {
  readonly name: string;
  readonly element: Readonly<Record<string, unknown>>;
  /** `at` is the selector of its box, `id` that of its control. */
  readonly fill: (person: Person, at: string, id: string, random: Random) => Promise<void>;
  /** From the first control on: what is stored then. A file is chosen in a window of the system. */
  readonly keys?: (person: Person) => Promise<unknown>;
  /** Whether what is read on the page means what is stored; by default one text that is the value. */
  readonly means?: (seen: readonly string[], stored: unknown) => boolean;
}

const words = ['Dana', 'a  b', 'שלום', 'Ünïcode 😀', '<b>no tag</b>', "it's", '0', 'x'.repeat(80)];
const colors = ['red', 'green', 'blue'];
const labelled = [
  ['a', 'Apple'],
  ['b', 'Bread & butter'],
  ['c', 'תפוז'],
];
const labelOf = (value: unknown) => labelled.find(([one]) => one === value)?.[1] ?? String(value);
const many = Array.from({ length: 60 }, (_, at) => `Place number ${at + 1}`);
const list = (stored: unknown): unknown[] => (Array.isArray(stored) ? stored : []);
const sameList = (seen: readonly string[], stored: readonly unknown[]) =>
  seen.length === stored.length && stored.every((one, at) => labelOf(one) === seen[at]);
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
const none = (stored: unknown) => stored === undefined || stored === null || stored === '';

const type = (texts: readonly string[]) => (person: Person, _: string, id: string, random: Random) =>
  person.retype(id, random.pick(texts));
const written =
  (text: string, stored: unknown = text) =>
  async (person: Person) => {
    await person.write(text);
    return stored;
  };
const pressOne = (selector: string, count: number) => (person: Person, at: string, _: string, random: Random) =>
  person.press(`${at} ${selector} > :nth-child(${random.below(count) + 1})`);
/** WebKit on Linux has no controls of its own for dates: they are texts. */
const inEngine = ({ engine }: Person, typed: string, text: string) => (engine.name === 'WebKit' ? text : typed);
const date = (mode: 'd' | 'dt' | 't', texts: readonly string[]) => ({
  element: { type: 'fDate', typeValidator: { type: 'date', mode } },
  fill: (person: Person, _: string, id: string, random: Random) => person.set(id, random.pick(texts)),
});

export const kinds: readonly Kind[] = [
  {
    name: 'text',
    element: { type: 'fInput' },
    fill: type(words),
    keys: written('Dana שלום'),
    means: ([seen = ''], stored) => plain(seen) === plain(String(stored ?? '')),
  },
  {
    name: 'long-text',
    element: { type: 'fLngTxt' },
    fill: type(words),
    keys: async (person) => {
      await person.write('one');
      await person.keys('Enter');
      await person.write('two');
      return 'one\ntwo';
    },
    means: ([seen = ''], stored) => plain(seen) === plain(String(stored ?? '')),
  },
  {
    name: 'number',
    element: { type: 'fInput', typeValidator: 'num' },
    fill: type(['7', '-2.5', '1,234.5', '1e3', '0.1', '900719925474099']),
    keys: written('1,234.5', 1234.5),
    means: ([seen = ''], stored) =>
      none(stored) ? seen === '' : Number(seen.replace(/(?<=\d),(?=\d{3}\b)/g, '')) === stored,
  },
  {
    name: 'email',
    element: { type: 'fInput', validators: ['str/email'] },
    fill: type(['dana@example.org', 'a.b+c@example.co.il']),
    keys: written('dana@example.org'),
  },
  {
    name: 'link',
    element: { type: 'fInput', validators: ['str/url'] },
    fill: type(['https://example.org/a?b=c', 'http://example.com']),
    keys: written('https://example.org'),
  },
  {
    name: 'phone',
    element: { type: 'fInput', validators: ['str/phone'], phoneCountry: 'IL' },
    fill: type(['050-123 4567', '03 640 8111', '+44 20 7946 0958']),
    keys: async (person) => {
      // Past the country.
      await person.keys('Tab');
      await person.write('050-123 4567');
      return '+972501234567';
    },
    means: ([seen = ''], stored) => {
      const digits = seen.replace(/\D/g, '').replace(/^0+/, '');
      return none(stored) ? digits === '' : String(stored).endsWith(digits) && digits.length >= 7;
    },
  },
  {
    name: 'bool',
    element: { type: 'fBool' },
    fill: (person, at) => person.press(`${at} input`),
    keys: async (person) => {
      await person.keys(' ');
      return true;
    },
    means: (seen, stored) => seen.length > 0 === (stored === true),
  },
  {
    name: 'date',
    ...date('d', ['2024-02-29', '1985-06-05', '2031-12-31']),
    keys: async (person) => {
      await person.write(inEngine(person, '05062024', '2024-05-06'));
      return '2024-05-06T00:00:00.000Z';
    },
    means: ([seen = ''], stored) => seen === String(stored ?? '').slice(0, 10),
  },
  {
    name: 'moment',
    ...date('dt', ['2024-02-29T10:20', '2031-12-31T23:59']),
    keys: async (person) => {
      await person.write(inEngine(person, '050620241020AM', '2024-05-06T10:20'));
      return new Date('2024-05-06T10:20').toISOString();
    },
    means: ([seen = ''], stored) =>
      none(stored) ? seen === '' : new Date(seen).getTime() === Date.parse(String(stored)),
  },
  {
    name: 'time',
    ...date('t', ['10:20', '23:59']),
    keys: async (person) => {
      await person.write(inEngine(person, '1020AM', '10:20'));
      return '1970-01-01T10:20:00.000Z';
    },
    means: ([seen = ''], stored) => seen === String(stored ?? '').slice(11, 16),
  },
  {
    name: 'rich-text',
    element: { type: 'fDoc' },
    async fill(person, at, _, random) {
      await person.shows(`${at} [contenteditable=true]`);
      await person.press(`${at} [contenteditable=true]`);
      await person.keys('Control+a');
      await person.write(random.pick(['some words', 'מילים', '<i>no tag</i>']));
    },
    keys: async (person) => {
      // Past the tools, which are one stop.
      await person.keys('Tab');
      await person.keys('Control+b');
      await person.write('bold');
      await person.keys('Control+b');
      return expect.stringMatching(/^<p><b>bold<\/b>(?:<br \/>)?<\/p>$/);
    },
    means: ([seen = ''], stored) => {
      const text = String(stored ?? '')
        .replace(/<[^>]*>/g, ' ')
        .replace(/&lt;/g, '<')
        .replace(/&gt;/g, '>')
        .replace(/&nbsp;/g, ' ')
        .replace(/&amp;/g, '&');
      return plain(text.replace(/\u200b/g, '')) === plain(seen.replace(/\u200b/g, ''));
    },
  },
  {
    name: 'select',
    element: { type: 'fSelect', options: labelled },
    fill: (person, _, id, random) => person.set(id, random.pick(['a', 'b', 'c', ''])),
    keys: async (person) => {
      await person.write('Br');
      return 'b';
    },
    means: ([seen = ''], stored) => seen === (none(stored) ? '' : labelOf(stored)),
  },
  {
    name: 'other-select',
    element: { type: 'fSelect', options: colors, otherOption: true },
    async fill(person, at, id, random) {
      await person.set(id, random.pick(['red', 'blue', ' ']));
      if (await person.has(`${at} .other-text`))
        await person.retype(`${at} .other-text`, random.pick(['pink', 'ורוד']));
    },
    keys: async (person) => {
      await person.keys('End');
      await person.keys('Tab');
      await person.write('pink');
      return 'pink';
    },
  },
  {
    name: 'long-select',
    element: { type: 'fSelect', options: many },
    async fill(person, _, id, random) {
      await person.retype(id, random.pick(['number 42', 'number 7', 'number 60']));
      await person.shows('[role=option]');
      await person.keys('ArrowDown', 'Enter');
    },
    keys: async (person) => {
      await person.keys('ArrowDown');
      await person.shows('[role=option]');
      await person.keys('ArrowDown', 'ArrowDown', 'Enter');
      return 'Place number 2';
    },
  },
  {
    name: 'multi-select',
    element: { type: 'fSelect', selectMulti: true, options: many },
    async fill(person, _, id, random) {
      await person.press(id);
      await person.shows(`${id}:focus-within`);
      await person.write(random.pick(['number 42', 'number 11']));
      await person.shows('[role=option]');
      await person.keys('ArrowDown', 'Enter', 'Escape');
    },
    keys: async (person) => {
      await person.write('number 42');
      await person.shows('[role=option]');
      await person.keys('ArrowDown', 'Enter', 'Escape');
      return ['Place number 42'];
    },
    means: (seen, stored) => sameList(seen, list(stored)),
  },
  {
    name: 'radio',
    element: { type: 'fRadio', options: labelled },
    fill: pressOne('.choices', 3),
    keys: async (person) => {
      await person.keys(' ', 'ArrowDown');
      return 'b';
    },
    means: ([seen = ''], stored) => seen === (none(stored) ? '' : labelOf(stored)),
  },
  {
    name: 'other-radio',
    element: { type: 'fRadio', options: colors, otherOption: true },
    async fill(person, at, id, random) {
      if (random.chance(50)) return pressOne('.choices', 3)(person, at, id, random);
      if (!(await person.has(`${at} .other-text`))) await person.press(`${at} .other-choice label`);
      await person.retype(`${at} .other-text`, random.pick(['pink', 'ורוד']));
    },
    keys: async (person) => {
      // Through the option for an answer of one's own and back.
      await person.keys(' ', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp');
      return 'blue';
    },
  },
  {
    name: 'boxes',
    element: { type: 'fCheckbox', options: labelled },
    fill: pressOne('.choices', 3),
    keys: async (person) => {
      await person.keys(' ', 'Tab', 'Tab', ' ');
      return ['a', 'c'];
    },
    means: (seen, stored) => sameList(seen, list(stored)),
  },
  {
    name: 'other-boxes',
    element: { type: 'fCheckbox', options: colors, otherOption: true },
    async fill(person, at, id, random) {
      if (random.chance(60)) return pressOne('.choices', 3)(person, at, id, random);
      if (!(await person.has(`${at} .other-text`))) await person.press(`${at} .other-choice label`);
      await person.retype(`${at} .other-text`, random.pick(['pink', 'ורוד']));
    },
    keys: async (person) => {
      await person.keys(' ', 'Tab', 'Tab', 'Tab', ' ');
      await person.shows('.other-text:focus');
      await person.write('pink');
      return ['red', 'pink'];
    },
    means: (seen, stored) => sameList(seen, list(stored)),
  },
  {
    name: 'ranking',
    element: { type: 'fCheckbox', options: colors, ranked: true },
    async fill(person, at, _, random) {
      await person.press(`${at} .rank:nth-child(${random.below(2) + 2}) .rank-buttons button`);
    },
    keys: async (person) => {
      // The first one down.
      await person.keys('ArrowDown');
      return ['green', 'red', 'blue'];
    },
    means: (seen, stored) => sameList(seen, list(stored)),
  },
  {
    name: 'rating',
    element: { type: 'fRate', rateMax: 5 },
    fill: pressOne('.rating', 5),
    keys: async (person) => {
      await person.keys(' ', 'ArrowDown', 'ArrowDown');
      return 3;
    },
    means: ([seen = ''], stored) => (none(stored) ? seen === '' : Number(/\d+/.exec(seen)?.[0]) === stored),
  },
  {
    name: 'scale',
    element: { type: 'fRate', rateStyle: 'numbers', rateMin: 0, rateMax: 10, rateLow: 'Bad', rateHigh: 'Good' },
    fill: pressOne('.rating', 11),
    keys: async (person) => {
      await person.keys(' ', 'ArrowDown');
      return 1;
    },
    means: ([seen = ''], stored) => (none(stored) ? seen === '' : Number(/\d+/.exec(seen)?.[0]) === stored),
  },
  {
    name: 'slider',
    element: { type: 'fInput', typeValidator: 'num', inputStyle: 'slider' },
    async fill(person, _, id, random) {
      await person.focus(id);
      await person.keys(...Array.from({ length: random.below(3) + 1 }, () => 'ArrowUp'));
    },
    keys: async (person) => {
      await person.keys('ArrowUp');
      return 51;
    },
    means: ([seen = ''], stored) => (none(stored) ? seen === '' : Number(seen) === stored),
  },
  {
    name: 'birthday',
    element: { type: 'fDate', autocomplete: 'bday' },
    async fill(person, at, _, random) {
      await person.retype(`${at} [data-part=day]`, random.pick(['5', '28']));
      await person.retype(`${at} [data-part=month]`, random.pick(['6', '02']));
      await person.retype(`${at} [data-part=year]`, random.pick(['1985', '2004']));
    },
    keys: async (person) => {
      // In the order of the device.
      for (const key of ['', 'Tab', 'Tab']) {
        if (key) await person.keys(key);
        const part = (await person.has('[data-part=day]:focus')) ? '5' : '1985';
        await person.write((await person.has('[data-part=month]:focus')) ? '6' : part);
      }
      return '1985-06-05T00:00:00.000Z';
    },
    means: (seen, stored) => {
      const numbers = (texts: readonly string[]) => texts.map((text) => String(Number(text))).sort();
      return sameList(numbers(seen), none(stored) ? [] : numbers(String(stored).slice(0, 10).split('-')));
    },
  },
  {
    name: 'color',
    element: { type: 'fColor' },
    fill: type(['#336699', 'rgb(1, 2, 3)', 'tomato']),
    keys: async (person) => {
      // Past the palette, where keys come to it.
      if (await person.has('[type=color]:focus')) await person.keys('Tab');
      await person.write('tomato');
      return 'tomato';
    },
  },
  {
    name: 'matrix',
    element: { type: 'fMatrix', matrixQuestions: ['Food', 'Room'], options: labelled },
    fill: (person, at, _, random) =>
      person.press(`${at} .question:nth-child(${random.below(2) + 2}) label:nth-of-type(${random.below(3) + 1}) input`),
    keys: async (person) => {
      await person.keys(' ', 'Tab');
      return { Food: 'a' };
    },
    means: (seen, stored) => {
      const answers = Object.entries((stored ?? {}) as Record<string, unknown>);
      return sameList(
        seen,
        ['Food', 'Room'].flatMap((one) => answers.filter(([question]) => question === one).map(([, value]) => value)),
      );
    },
  },
  {
    name: 'signature',
    element: { type: 'fSign' },
    async fill(person, at, _, random) {
      await person.shows(`${at} .sign-paper`);
      if (!(await person.has(`${at} .sign-typed`))) await person.press(`${at} .sign-tools .quiet`);
      if (!(await person.has(`${at} .sign-typed`))) return;
      await person.retype(`${at} .sign-typed input`, random.pick(['Dana', 'Levi']));
      await person.keys('Tab');
    },
    keys: async (person) => {
      await person.shows('.sign-tools button');
      await person.keys('Enter');
      await person.shows('.sign-typed input:focus');
      await person.write('Dana');
      await person.keys('Tab');
      return expect.stringMatching(/^strokes:/);
    },
    means: (seen, stored) => seen.length > 0 === !none(stored),
  },
  {
    name: 'files',
    element: { type: 'fFile' },
    async fill(person, at, id, random) {
      const name = `paper ${random.below(1000)}.txt`;
      await person.attach(`input${id}`, name);
      await person.until('return document.querySelector(arguments[0]).innerText.includes(arguments[1])', at, name);
      await person.until('return document.querySelector(arguments[0] + " .file-row[class*=is-]") === null', at);
    },
    means: (seen, stored) =>
      seen.length === list(stored).length &&
      list(stored).every((one, at) => (one as { name: string }).name === seen[at]),
  },
];

export function isMeant(kind: Kind, seen: readonly string[], stored: unknown): boolean {
  if (kind.means !== undefined) return kind.means(seen, stored);
  return none(stored) ? seen.length === 0 : seen.length === 1 && seen[0] === String(stored);
}
