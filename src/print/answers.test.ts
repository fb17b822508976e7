import { expect, test } from 'vitest';
import type { Element, FormDefinition, JsonObject } from '../core/definition/form-definition.ts';
import { openBudget } from '../core/expression/budget.ts';
import { compileForm } from '../core/plan/compile-form.ts';
import { compileTools } from '../core/plan/compile-tools.ts';
import { modelScope } from '../core/plan/model-scope.ts';
import { compileMessage } from '../core/text/message-template.ts';
import { outlineAnswers } from './answer-outline.ts';
import { withAnswers } from './answer-scope.ts';
import { maxAnswers } from './describe-answers.ts';

const children = [
  { type: 'fInput', name: 'name', label: 'Your name' },
  { type: 'fInput', name: 'secret', concealed: true, fromLink: 'utm' },
  {
    type: 'cSection',
    name: 'trip',
    label: 'The trip',
    children: [
      {
        type: 'fSelect',
        name: 'country',
        label: 'Where to?',
        options: [
          ['il', 'Israel'],
          ['us', 'United States'],
        ],
      },
      { type: 'fDate', name: 'day', label: 'When' },
      { type: 'fDate', name: 'moment', label: 'Arrival', typeValidator: { type: 'date', mode: 'dt' } },
      { type: 'fBool', name: 'guest', label: 'Brings a guest' },
    ],
  },
  { type: 'cSection', name: 'empty', label: 'Nothing here', children: [{ type: 'fInput', name: 'left' }] },
  {
    type: 'fCheckbox',
    name: 'likes',
    label: 'Likes',
    options: [
      ['p', 'Price'],
      ['q', 'Quality'],
    ],
  },
  {
    type: 'fCheckbox',
    name: 'order',
    label: 'Order',
    ranked: true,
    options: [
      ['p', 'Price'],
      ['q', 'Quality'],
    ],
  },
  { type: 'fRate', name: 'stars', label: 'Stars' },
  { type: 'fMatrix', name: 'grid', label: 'Grid', matrixQuestions: [['s', 'Speed']], options: [['g', 'Good']] },
  { type: 'fFile', name: 'files', label: 'Files' },
  { type: 'fDoc', name: 'doc', label: 'Story' },
  { type: 'cSection', name: 'address', secFlat: false, children: [{ type: 'fInput', name: 'city', label: 'City' }] },
  {
    type: 'cRepeat',
    name: 'guests',
    label: 'Guests',
    children: [
      { type: 'fInput', name: 'who', label: 'Who' },
      { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
      { type: 'fInput', name: 'never', label: 'Never answered' },
    ],
  },
  {
    type: 'cRepeat',
    name: 'teams',
    label: 'Teams',
    children: [
      { type: 'fInput', name: 'title', label: 'Title' },
      {
        type: 'cRepeat',
        name: 'people',
        label: 'People',
        children: [{ type: 'fInput', name: 'first', label: 'First' }],
      },
    ],
  },
] as unknown as Element[];

const file = {
  name: 'a "b".pdf',
  size: 26_000,
  type: 'x',
  storageKey: 'k',
  storageBucket: 'b',
  url: 'https://f.example/k?a=1&b="',
};
const data: JsonObject = {
  name: '<b>Dana</b>\nLevi',
  secret: 'mail',
  country: 'us',
  day: '2024-05-17T00:00:00.000Z',
  moment: '2024-05-17T09:30:00.000Z',
  guest: true,
  likes: ['p', 'my own words'],
  order: ['q', 'p'],
  stars: 4,
  grid: { s: 'g' },
  files: [file],
  doc: '<p>Hello <i>you</i></p>',
  address: { city: 'Haifa' },
  guests: [{ who: 'Ann', age: 3 }, { who: 'Bob "x" <i>' }],
  teams: [{ title: 'Red', people: [{ first: 'Cy' }] }],
};

function scopeOf(definition: FormDefinition, entry: JsonObject) {
  const plan = compileForm(definition, compileTools);
  const budget = openBudget();
  const context = { budget };
  return withAnswers(modelScope(plan, entry, context), {
    plan,
    timeZone: definition.timeZone,
    outline: () => outlineAnswers(definition, plan),
    data: entry,
    context,
    cleanHtml: (html) => html,
  });
}
const formOf = (elements: readonly Element[], more: Partial<FormDefinition> = {}): FormDefinition => ({
  formSchema: { rootElem: { type: 'cSection', name: 'root', children: elements } },
  ...more,
});
const render = (source: string, mode: 'text' | 'html', definition = formOf(children), entry = data) =>
  compileMessage(source, { mode }).render(scopeOf(definition, entry));

test('[after-actions.answers.text] all answers as text: labels, dates, rows and files as people read them, empty ones left out', () => {
  expect(render('{{ allAnswers }}', 'text')).toBe(`Your name:
<b>Dana</b>
Levi

The trip
--------
Where to? United States
When: 17 May 2024
Arrival: 17 May 2024, 09:30 UTC
Brings a guest: Yes
Likes:
- Price
- my own words
Order:
- 1. Quality
- 2. Price
Stars: 4 of 5
Grid:
- Speed: Good
Files:
- a "b".pdf: https://f.example/k?a=1&b="
Story: Hello you
City: Haifa

Guests:
1. Who: Ann; Age: 3
2. Who: Bob "x" <i>

Teams:
1.
   Title: Red

   People:
   1. First: Cy`);
});

test('[after-actions.answers.html] all answers as HTML: what was filled in is text, rows are a table, files are links', () => {
  const html = render('<h1>{{ model.country }}</h1>{{ allAnswers }}', 'html');
  expect(html).toContain('<h1>us</h1><div dir="ltr">');
  expect(html).toContain('&lt;b&gt;Dana&lt;/b&gt;<br>Levi');
  expect(html).toContain('href="https://f.example/k?a=1&amp;b=&quot;"');
  expect(html).toContain('>Age</th>');
  expect(html).toContain('Bob &quot;x&quot; &lt;i&gt;');
  expect(html).toContain('<ol style="margin:0"><li><span dir="auto">Quality</span></li>');
  expect(html).toContain('<p>Hello <i>you</i></p>');
  for (const left of ['Nothing here', 'Never answered', 'mail']) expect(html).not.toContain(left);
});

test('[after-actions.answers.values] `answers` has each answer in words, under the name of its field; null where there is none', () => {
  const said =
    '{{ answers.country }}|{{ answers.likes }}|{{ answers.address.city }}|{{ answers.left }}|{{ answers.guests }}';
  expect(render(said, 'text')).toBe(
    'United States|Price, my own words|Haifa||1. Who: Ann; Age: 3\n2. Who: Bob "x" <i>',
  );
  expect(render('{{ answers.name }}', 'html')).toBe('&lt;b&gt;Dana&lt;/b&gt;\nLevi');
  // A form may have a field of that name: it is in the model, as ever.
  const own = formOf([{ type: 'fInput', name: 'allAnswers' }]);
  expect(render('{{ model.allAnswers }}', 'text', own, { allAnswers: 'x' })).toBe('x');
});

test('[after-actions.answers] in Hebrew, in the zone of the form; an entry without answers says so; a value of another shape is shown', () => {
  const he = formOf(children, { locale: 'he', timeZone: 'Asia/Jerusalem' });
  const text = render('{{ allAnswers }}', 'text', he);
  expect(text).toContain('Arrival: 17 במאי 2024, 12:30 GMT+3');
  expect(text).toContain('Brings a guest: כן');
  expect(render('{{ allAnswers }}', 'html', he)).toMatch(/^<div dir="rtl">/);
  expect(render('{{ allAnswers }}', 'text', he, {})).toBe('אין תשובות.');
  expect(render('{{ allAnswers }}', 'text', formOf(children), { stars: 'many', likes: 'p' })).toBe(
    'Likes: p\nStars: many',
  );
});

test('[after-actions.answers.bounded] the list ends at its bound and says so, and counts as work of the request', () => {
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    who: `w${at}`,
    age: at,
    never: 'x',
    more: 'y',
    and: 'z',
    so: 'a',
  }));
  const wide = formOf([
    {
      type: 'cRepeat',
      name: 'rows',
      repMaxRows: 1000,
      children: Object.keys(rows[0]!).map((name) => ({
        type: 'fInput',
        name,
        ...(name === 'age' && { typeValidator: 'num' }),
      })),
    },
  ]);
  const scope = scopeOf(wide, { rows });
  const text = compileMessage('{{ allAnswers }}', { mode: 'text' }).render(scope);
  expect(text.split('\n').length).toBeLessThan(maxAnswers / 6 + 10);
  expect(text).toMatch(/\nThere is more: the rest is too long to be shown here\.$/);
  const long = render('{{ allAnswers }}', 'html', formOf([{ type: 'fInput', name: 'a' }]), { a: 'x'.repeat(300_000) });
  expect(long).toContain('There is more');
});

test('[after-actions.answers] a template without it is compiled as ever; elsewhere than in messages it is nothing', () => {
  expect(compileMessage('{{ model.a }} allAnswers', { mode: 'html' }).renderWith).toBeUndefined();
  expect(compileMessage('{{ allAnswers }}', { mode: 'html' }).render({ model: {} })).toBe('');
});
