// A form as SurveyJS stores it, in the shape that real ones have. Written for these tests.

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
