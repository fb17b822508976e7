// Forms as other programs make them, in the shapes that their real files have: written for these tests.
import { type Cells, makeWorkbook } from './make-workbook.ts';

const survey: Cells = [
  [
    'type',
    'name',
    'label::English (en)',
    'label::עברית (he)',
    'hint::English (en)',
    'required',
    'relevant',
    'constraint',
    'constraint_message::English (en)',
    'calculation',
    'choice_filter',
    'appearance',
    'default',
    'repeat_count',
    'parameters',
  ],
  ['start', 'start'],
  ['begin group', 'person', 'About you', 'עליך'],
  ['text', 'name', 'Your name', 'שמך', 'As in your passport', 'yes'],
  ['integer', 'age', 'Age', 'גיל', '', 'yes', '', '. >= 0 and . <= 120', 'Between 0 and 120'],
  ['select_one region', 'region', 'Region', 'אזור'],
  [
    'select_one city',
    'city',
    'City',
    'עיר',
    '',
    "${region} != ''",
    "${region} != ''",
    '',
    '',
    '',
    'region = ${region}',
  ],
  ['end group'],
  ['calculate', 'is_adult', '', '', '', '', '', '', '', 'if(${age} >= 18, 1, 0)'],
  [
    'select_multiple topics or_other',
    'topics',
    'What interests you?',
    'מה מעניין אותך?',
    '',
    '',
    '',
    'count-selected(.) <= 2',
    'Two at most',
  ],
  ['rank topics', 'order', 'Put them in order', 'סדרו אותם', '', '', "selected(${topics}, 'news')"],
  ['begin_group', 'opinion', 'What do you think?', 'מה דעתך?', '', '', '', '', '', '', '', 'table-list'],
  ['select_one quality', 'price', 'The price', 'המחיר'],
  ['select_one quality', 'speed', 'The speed', 'המהירות'],
  ['end_group'],
  ['text', 'why_bad', 'Why is the price bad?', 'מה רע במחיר?', '', '', "${price} = 'bad'", '', '', '', '', 'multiline'],
  ['note', 'hello', 'Hello ${name}, you are ${age}.', 'שלום ${name}'],
  ['begin_repeat', 'children', 'Children', 'ילדים', '', '', '${is_adult} = 1'],
  ['text', 'child_name', 'Name of the child', 'שם הילד', '', 'true()'],
  ['date', 'child_born', 'Born on', 'נולד ב', '', '', '', '. <= today()'],
  ['end_repeat'],
  ['range', 'stars', 'How was it?', 'איך היה?', '', '', '', '', '', '', '', '', '', '', 'start=0 end=10 step=2'],
  ['geopoint', 'place', 'Where are you?', 'איפה אתה?'],
  ['image', 'photo', 'A photo', 'תמונה'],
  ['acknowledge', 'agreed', 'I agree', 'אני מסכים'],
];
const choices: Cells = [
  ['list_name', 'name', 'label::English (en)', 'label::עברית (he)', 'region'],
  ['region', 'north', 'North', 'צפון'],
  ['region', 'south', 'South', 'דרום'],
  ['city', 'haifa', 'Haifa', 'חיפה', 'north'],
  ['city', 'tiberias', 'Tiberias', 'טבריה', 'north'],
  ['city', 'eilat', 'Eilat', 'אילת', 'south'],
  ['topics', 'news', 'News', 'חדשות'],
  ['topics', 'sport', 'Sport', 'ספורט'],
  ['quality', 'good', 'Good', 'טוב'],
  ['quality', 'bad', 'Bad', 'רע'],
];
const settings: Cells = [
  ['form_title', 'form_id', 'version', 'style', 'instance_name'],
  ['Household visit', 'household', '3', 'pages', '${name}'],
];

export const householdSheets = { survey, choices, settings };
export const householdWorkbook = () => makeWorkbook(householdSheets);

export const surveyJson = {
  title: { default: 'Product feedback', he: 'משוב על המוצר' },
  completedHtml: '<h3>Thank you, {name}!</h3>',
  showProgressBar: 'top',
  pages: [
    {
      name: 'about',
      title: 'About you',
      elements: [
        { type: 'text', name: 'name', title: 'Your name', isRequired: true, maxLength: 50 },
        { type: 'text', name: 'email', inputType: 'email', title: 'Email', startWithNewLine: false },
        { type: 'text', name: 'birthday', inputType: 'date', title: 'Birthday' },
        { type: 'boolean', name: 'uses it', title: 'Do you use it?' },
      ],
    },
    {
      name: 'use',
      visibleIf: '{uses it} = true',
      elements: [
        {
          type: 'checkbox',
          name: 'features',
          title: 'Which features?',
          choices: ['search', { value: 2, text: 'Export' }],
          hasOther: true,
          otherText: 'Something else',
        },
        {
          type: 'rating',
          name: 'nps',
          title: 'Would you recommend it?',
          rateMin: 0,
          rateMax: 10,
          minRateDescription: 'Never',
          maxRateDescription: 'Surely',
        },
        {
          type: 'comment',
          name: 'why',
          title: 'Why?',
          visibleIf: '{nps} <= 6',
          requiredIf: "{features} contains 'search'",
        },
        {
          type: 'matrix',
          name: 'opinion',
          title: 'Your opinion',
          columns: ['good', 'bad'],
          rows: ['price', { value: 'speed', text: 'How fast?' }],
          isAllRowRequired: true,
        },
        {
          type: 'text',
          name: 'cheaper',
          title: 'What should it cost?',
          inputType: 'number',
          visibleIf: '{opinion.price} = bad',
          validators: [{ type: 'numeric', minValue: 1, maxValue: 100, text: 'From 1 to 100' }],
        },
        {
          type: 'paneldynamic',
          name: 'orders',
          title: 'Orders',
          maxPanelCount: 5,
          templateElements: [
            { type: 'text', name: 'product', title: 'Product' },
            {
              type: 'text',
              name: 'count',
              inputType: 'number',
              title: 'How many?',
              visibleIf: '{panel.product} notempty',
            },
          ],
        },
        { type: 'expression', name: 'total', title: 'All together', expression: "sumInArray({orders}, 'count')" },
        { type: 'ranking', name: 'order', title: 'Put in order', choices: ['a', 'b'] },
        {
          type: 'imagepicker',
          name: 'animal',
          title: 'Which one?',
          choices: [{ value: 'cat', imageLink: 'https://example.org/cat.png' }],
        },
        { type: 'html', name: 'bye', html: '<p>Thank you, <b>{name}</b>.</p>' },
        { type: 'text', name: 'late', title: 'Since when?', inputType: 'date', visibleIf: 'age({birthday}) > 17' },
      ],
    },
  ],
};

export const formioJson = {
  title: 'Event registration',
  display: 'wizard',
  components: [
    {
      type: 'panel',
      key: 'who',
      title: 'Who',
      components: [
        {
          type: 'textfield',
          key: 'name',
          label: 'Name',
          input: true,
          validate: { required: true, maxLength: 80, customMessage: '' },
        },
        { type: 'email', key: 'email', label: 'Email', input: true, description: 'We send the ticket there.' },
        { type: 'phoneNumber', key: 'phone', label: 'Phone', input: true },
        {
          type: 'columns',
          key: 'columns',
          columns: [
            {
              components: [
                {
                  type: 'number',
                  key: 'adults',
                  label: 'Adults',
                  input: true,
                  defaultValue: 1,
                  validate: { min: 1, max: 9 },
                },
              ],
            },
            { components: [{ type: 'number', key: 'kids', label: 'Children', input: true }] },
          ],
        },
        {
          type: 'number',
          key: 'total',
          label: 'Together',
          disabled: true,
          input: true,
          calculateValue: 'value = data.adults + data.kids;',
        },
      ],
    },
    {
      type: 'panel',
      key: 'what',
      title: 'What',
      components: [
        {
          type: 'selectboxes',
          key: 'days',
          label: 'Days',
          input: true,
          values: [
            { label: 'Monday', value: 'mon' },
            { label: 'Tuesday', value: 'tue' },
          ],
        },
        {
          type: 'radio',
          key: 'meal',
          label: 'Meal',
          input: true,
          values: [
            { label: 'Meat', value: 'meat' },
            { label: 'No meat', value: 'veg' },
          ],
          conditional: { show: true, when: 'days', eq: 'mon' },
        },
        {
          type: 'textarea',
          key: 'allergies',
          label: 'Allergies',
          input: true,
          customConditional: "show = data.meal === 'veg';",
        },
        {
          type: 'checkbox',
          key: 'hotel',
          label: 'I need a room',
          input: true,
          conditional: {
            json: { and: [{ '>': [{ var: 'data.adults' }, 1] }, { '==': [{ var: 'data.days.tue' }, true] }] },
          },
        },
        {
          type: 'select',
          key: 'city',
          label: 'City',
          input: true,
          dataSrc: 'url',
          data: { url: 'https://example.org/cities' },
        },
        {
          type: 'survey',
          key: 'opinion',
          label: 'Last time',
          input: true,
          questions: [{ label: 'The food', value: 'food' }],
          values: [
            { label: 'Good', value: 'good' },
            { label: 'Bad', value: 'bad' },
          ],
        },
        {
          type: 'textfield',
          key: 'code',
          label: 'Code',
          input: true,
          validate: { pattern: '[A-Z]{3}', custom: "valid = (input !== data.name) ? true : 'Not your name';" },
        },
        {
          type: 'datagrid',
          key: 'guests',
          label: 'Guests',
          components: [
            { type: 'textfield', key: 'guestName', label: 'Name', input: true },
            {
              type: 'day',
              key: 'born',
              label: 'Born',
              input: true,
              conditional: {
                show: true,
                conjunction: 'all',
                conditions: [{ component: 'guests.guestName', operator: 'isNotEmpty' }],
              },
            },
          ],
        },
        {
          type: 'textfield',
          key: 'shout',
          label: 'Shout',
          input: true,
          logic: [{ name: 'upper' }],
          calculateValue: 'value = data.name.toUpperCase(); if (x) { y() }',
        },
        { type: 'button', key: 'submit', label: 'Register', action: 'submit', input: true },
      ],
    },
  ],
};

export const googleJson = {
  formId: '1a2b3c',
  info: { title: 'Course feedback', description: 'Takes two minutes.', documentTitle: 'course' },
  settings: { quizSettings: { isQuiz: true } },
  items: [
    {
      itemId: '01',
      title: 'Were you there?',
      questionItem: {
        question: {
          questionId: 'a1',
          required: true,
          choiceQuestion: {
            type: 'RADIO',
            options: [
              { value: 'Yes' },
              { value: 'No', goToAction: 'SUBMIT_FORM' },
              { value: 'Only online', goToSectionId: '04' },
            ],
          },
        },
      },
    },
    { itemId: '02', title: 'The room', description: 'Where it was', pageBreakItem: {} },
    {
      itemId: '03',
      title: 'How was the room?',
      questionItem: {
        question: {
          questionId: 'a2',
          scaleQuestion: { low: 1, high: 5, lowLabel: 'Bad', highLabel: 'Good' },
          grading: { pointValue: 1 },
        },
      },
    },
    { itemId: '04', title: 'The course', pageBreakItem: {} },
    {
      itemId: '05',
      title: 'What did you like?',
      questionItem: {
        question: {
          questionId: 'a3',
          choiceQuestion: {
            type: 'CHECKBOX',
            options: [{ value: 'Teacher' }, { value: 'Food' }, { isOther: true }],
            shuffle: true,
          },
        },
      },
    },
    {
      itemId: '06',
      title: 'Rate each',
      questionGroupItem: {
        questions: [
          { questionId: 'a4', required: true, rowQuestion: { title: 'Length' } },
          { questionId: 'a5', required: true, rowQuestion: { title: 'Speed' } },
        ],
        grid: { columns: { type: 'RADIO', options: [{ value: 'Good' }, { value: 'Bad' }] } },
      },
    },
    {
      itemId: '07',
      title: 'Which days?',
      questionGroupItem: {
        questions: [{ questionId: 'a6', rowQuestion: { title: 'Morning' } }],
        grid: { columns: { type: 'CHECKBOX', options: [{ value: 'Mon' }, { value: 'Tue' }] } },
      },
    },
    {
      itemId: '08',
      title: 'Anything else?',
      questionItem: { question: { questionId: 'a7', textQuestion: { paragraph: true } } },
    },
    {
      itemId: '09',
      title: 'Upload',
      questionItem: {
        question: {
          questionId: 'a8',
          fileUploadQuestion: { folderId: 'x', types: ['PDF', 'IMAGE'], maxFiles: 3, maxFileSize: '10485760' },
        },
      },
    },
    {
      itemId: '10',
      title: 'When?',
      questionItem: { question: { questionId: 'a9', dateQuestion: { includeYear: true } } },
    },
    { itemId: '11', title: 'A film', videoItem: { video: { youtubeUri: 'https://youtube.com/watch?v=x' } } },
    {
      itemId: '12',
      title: 'Stars',
      questionItem: { question: { questionId: 'b1', ratingQuestion: { ratingScaleLevel: 7, iconType: 'STAR' } } },
    },
  ],
};
