// A form in English that uses every kind of element, and an entry of it.
import type { JsonObject } from '../../src/core/definition/form-definition.ts';
import { pdfForm, strokesOf, upload } from './pdf-forms.ts';

const ratings: [string, string][] = [
  ['1', 'Poor'],
  ['2', 'Fair'],
  ['3', 'Good'],
  ['4', 'Excellent'],
];

export const orderForm = pdfForm({
  name: 'Event registration',
  publicName: 'Annual conference: registration',
  locale: 'en',
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        {
          type: 'eText',
          name: 'intro',
          text: 'Thank you, {{ model.first }}. Please bring this page with you; your number is {{ data.entry.submitIdx }}.',
        },
        {
          type: 'cSection',
          name: 'personal',
          label: 'About you',
          children: [
            {
              type: 'cRow',
              name: 'names',
              children: [
                [{ type: 'fInput', name: 'first', label: 'First name' }],
                [{ type: 'fInput', name: 'last', label: 'Last name' }],
                [{ type: 'fDate', name: 'born', label: 'Date of birth' }],
              ],
            },
            { type: 'fInput', name: 'email', label: 'Email', validators: ['str/email'] },
            { type: 'fInput', name: 'phone', label: 'Phone' },
            { type: 'fInput', name: 'company', label: 'Company' },
            { type: 'fBool', name: 'first_time', label: 'Is this your first time with us?' },
            {
              type: 'cSection',
              name: 'address',
              label: 'Address',
              secFlat: false,
              children: [
                { type: 'fInput', name: 'street', label: 'Street' },
                {
                  type: 'cRow',
                  name: 'place',
                  children: [
                    [{ type: 'fInput', name: 'zip', label: 'Postal code' }],
                    [{ type: 'fInput', name: 'city', label: 'City' }],
                  ],
                },
              ],
            },
          ],
        },
        {
          type: 'cTabs',
          name: 'tabs',
          tabs: [
            { name: 'stay', label: 'Your stay' },
            { name: 'money', label: 'Order' },
            { name: 'gone', label: 'Hidden tab', relevant: 'false' },
          ],
          children: [
            [
              { type: 'fDate', name: 'arrival', label: 'Arrival', typeValidator: { type: 'date', mode: 'dt' } },
              { type: 'fDate', name: 'breakfast', label: 'Breakfast at', typeValidator: { type: 'date', mode: 't' } },
              {
                type: 'fSelect',
                name: 'room',
                label: 'Room',
                options: [
                  {
                    label: 'Old house',
                    options: [
                      ['o1', 'Single with a view of the garden'],
                      ['o2', 'Double'],
                    ],
                  },
                  {
                    label: 'New house',
                    options: [
                      ['n1', 'Single'],
                      ['n2', 'Double'],
                    ],
                  },
                ],
              },
              {
                type: 'fCheckbox',
                name: 'meals',
                label: 'Meals',
                options: [
                  ['b', 'Breakfast'],
                  ['l', 'Lunch'],
                  ['d', 'Dinner on the terrace'],
                ],
              },
              { type: 'fRadio', name: 'diet', label: 'Diet', options: ['Vegan', 'Vegetarian', 'None'] },
              { type: 'fLngTxt', name: 'wishes', label: 'Special wishes' },
              { type: 'fInput', name: 'nobody', label: 'Car number', relevant: 'model.hasCar' },
            ],
            [
              {
                type: 'cRepeat',
                name: 'items',
                label: 'What you ordered',
                repMaxRows: 100,
                children: [
                  { type: 'fInput', name: 'product', label: 'Product' },
                  { type: 'fInput', name: 'quantity', label: 'Quantity', typeValidator: 'num' },
                  { type: 'fInput', name: 'price', label: 'Price', typeValidator: 'num' },
                  {
                    type: 'fSelect',
                    name: 'size',
                    label: 'Size',
                    options: [
                      ['s', 'Small'],
                      ['m', 'Medium'],
                      ['l', 'Large'],
                    ],
                  },
                  { type: 'fBool', name: 'gift', label: 'Gift' },
                ],
              },
              {
                type: 'cRepeat',
                name: 'guests',
                label: 'Guests you bring',
                children: [
                  {
                    type: 'cRow',
                    name: 'row',
                    children: [
                      [{ type: 'fInput', name: 'name', label: 'Name' }],
                      [{ type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' }],
                    ],
                  },
                  { type: 'fLngTxt', name: 'note', label: 'Anything we should know' },
                  { type: 'fSign', name: 'sign', label: 'Signature' },
                ],
              },
            ],
            [{ type: 'fInput', name: 'secret', label: 'Never seen' }],
          ],
        },
        {
          type: 'cSection',
          name: 'opinion',
          label: 'Last year',
          children: [
            {
              type: 'fMatrix',
              name: 'opinions',
              label: 'How did you like it?',
              matrixQuestions: [
                ['food', 'Food and drinks'],
                ['talks', 'Talks'],
                ['rooms', 'Rooms, beds and the quiet at night'],
              ],
              options: ratings,
            },
            { type: 'fRate', name: 'rate', label: 'All in all' },
            { type: 'fColor', name: 'color', label: 'Colour of your badge' },
            { type: 'fDoc', name: 'story', label: 'Tell us more' },
            { type: 'eEq', name: 'total', label: 'Total', eq: '1 + 1' },
            { type: 'eButton', name: 'button', label: 'Press', text: 'Press me' },
          ],
        },
        {
          type: 'cSection',
          name: 'papers',
          label: 'Papers',
          children: [
            { type: 'fFile', name: 'photos', label: 'Pictures and papers' },
            { type: 'fSign', name: 'signature', label: 'Signature' },
          ],
        },
      ],
    },
  },
});

export const orderData: JsonObject = {
  first: 'Ada',
  last: 'Lovelace-Byron',
  born: '1985-12-10T00:00:00.000Z',
  email: 'ada.lovelace@analytical-engines.example.org',
  phone: '+972 (50) 123-4567',
  first_time: false,
  address: { street: '12 St James’s Square', zip: 'SW1Y 4JH', city: 'London' },
  arrival: '2024-06-01T14:30:00.000Z',
  breakfast: '1970-01-01T07:45:00.000Z',
  room: 'o1',
  meals: ['b', 'd'],
  diet: 'Vegetarian',
  wishes:
    'A quiet room, please, as far from the lift as you can.\n\nI arrive by train with two large cases; if somebody could meet me at the station, I would be most grateful. My guest speaks only Hebrew: שלום, נעים מאוד, +972-54-765-4321.',
  items: [
    { product: 'Proceedings, printed and bound in cloth', quantity: 2, price: 48.5, size: 'l', gift: false },
    { product: 'T-shirt', quantity: 1, price: 19, size: 'm', gift: true },
    { product: 'Analytical engine, model 1:20', quantity: 1, price: 1250, gift: true },
    { product: 'Notebook', quantity: 12, price: 3.25, size: 's' },
  ],
  guests: [
    {
      name: 'Charles Babbage',
      age: 79,
      note: 'Does not like street music, and would rather sit away from the band. Needs a seat near the door.',
      sign: strokesOf(4),
    },
    { name: 'Mary Somerville', age: 91, sign: strokesOf(6) },
  ],
  opinions: { food: '4', talks: '3', rooms: '2' },
  rate: 4,
  color: '#1f7a6d',
  story:
    '<h2>What I remember</h2><p>The <strong>opening talk</strong> was <em>splendid</em>, and the <a href="https://example.org/notes">notes</a> still are. Water is H<sub>2</sub>O.</p><ul><li>The garden<ul><li>especially the roses</li></ul></li><li>The library with <b><i>all</i></b> its books</li></ul><ol><li>First</li><li>Second</li></ol><blockquote><p>It might act upon other things besides number.</p></blockquote><p>שלום לכולם, נתראה ב-2025!</p>',
  photos: [
    upload('garden.jpg', 'image/jpeg', 48_211),
    upload('engine.png', 'image/png', 12_044),
    upload('passport.pdf', 'application/pdf', 1_204_511),
    upload('lost.png', 'image/png', 100),
  ],
  signature: strokesOf(5),
};
