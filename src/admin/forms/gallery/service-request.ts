// Service request: where and what, with pictures; what is dangerous is treated as urgent whatever people choose.
import { emailField, type MakeForm, phoneField, root, row, tellOwner } from './gallery-form.ts';

const megabyte = 1_048_576;

export const serviceRequest: MakeForm = (text, owner) => ({
  name: text('Service request', 'קריאת שירות'),
  formSchema: root(
    row(
      'place',
      {
        type: 'fSelect',
        name: 'kind',
        label: text('What is it about?', 'במה מדובר?'),
        options: [
          text('Electricity', 'חשמל'),
          text('Water', 'מים'),
          text('Computers', 'מחשבים'),
          text('Furniture', 'ריהוט'),
          text('Cleaning', 'ניקיון'),
          text('Something else', 'משהו אחר'),
        ],
        reqValidator: true,
      },
      { type: 'fInput', name: 'where', label: text('Where?', 'איפה?'), reqValidator: true },
    ),
    { type: 'fLngTxt', name: 'what', label: text('What happened?', 'מה קרה?'), reqValidator: true },
    {
      type: 'fFile',
      name: 'pictures',
      label: text('Pictures', 'תמונות'),
      fileTypes: ['image/*'],
      fileMaxSize: 15 * megabyte,
      fileMaxNum: 5,
    },
    { type: 'fBool', name: 'isDangerous', label: text('Somebody could get hurt', 'יש סכנה שמישהו ייפגע') },
    {
      type: 'fRadio',
      name: 'urgency',
      label: text('How urgent is it?', 'כמה זה דחוף?'),
      relevant: '!model.isDangerous',
      options: [
        ['today', text('Today', 'היום')],
        ['week', text('This week', 'השבוע')],
        ['later', text('When there is time', 'כשיתאפשר')],
      ],
      reqValidator: true,
    },
    {
      type: 'eText',
      name: 'danger',
      relevant: 'model.isDangerous',
      text: text('Please keep away from it. We come at once.', 'נא להתרחק מהמקום. אנחנו מגיעים מיד.'),
    },
    {
      type: 'cSection',
      name: 'person',
      label: text('Who reports it', 'מי מדווח/ת'),
      children: [
        { type: 'fInput', name: 'name', label: text('Your name', 'שם מלא'), reqValidator: true },
        row('reach', phoneField(text, { reqValidator: { req: 'model.isDangerous' } }), emailField(text)),
      ],
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        subject: text(
          "{{ model.isDangerous ? 'DANGER: ' : '' }}{{ model.kind }}, {{ model.where }}",
          "{{ model.isDangerous ? 'סכנה: ' : '' }}{{ model.kind }}, {{ model.where }}",
        ),
        lines: ['{{ model.what }}', '', '{{ model.name }}, {{ model.phone }} {{ model.email }}'],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: text('Thank you, {{ model.name }}. We are on it.', 'תודה, {{ model.name }}. אנחנו מטפלים בזה.'),
      },
    ],
  },
});
