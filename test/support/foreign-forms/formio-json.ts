// A form as Form.io stores it, in the shape that real ones have. Written for these tests.

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
