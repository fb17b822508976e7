// Service request: where and what, with pictures; what is dangerous is treated as urgent whatever people choose.
import { emailField, type MakeForm, phoneField, root, row, tellOwner } from './gallery-form.ts';

const megabyte = 1_048_576;

export const serviceRequest: MakeForm = (say, owner) => ({
  name: say('Service request', 'קריאת שירות'),
  formSchema: root(
    row(
      'place',
      {
        type: 'fSelect',
        name: 'kind',
        label: say('What is it about?', 'במה מדובר?'),
        options: [
          say('Electricity', 'חשמל'),
          say('Water', 'מים'),
          say('Computers', 'מחשבים'),
          say('Furniture', 'ריהוט'),
          say('Cleaning', 'ניקיון'),
          say('Something else', 'משהו אחר'),
        ],
        reqValidator: true,
      },
      { type: 'fInput', name: 'where', label: say('Where?', 'איפה?'), reqValidator: true },
    ),
    { type: 'fLngTxt', name: 'what', label: say('What happened?', 'מה קרה?'), reqValidator: true },
    {
      type: 'fFile',
      name: 'pictures',
      label: say('Pictures', 'תמונות'),
      fileTypes: ['image/*'],
      fileMaxSize: 15 * megabyte,
      fileMaxNum: 5,
    },
    { type: 'fBool', name: 'isDangerous', label: say('Somebody could get hurt', 'יש סכנה שמישהו ייפגע') },
    {
      type: 'fRadio',
      name: 'urgency',
      label: say('How urgent is it?', 'כמה זה דחוף?'),
      relevant: '!model.isDangerous',
      options: [
        ['today', say('Today', 'היום')],
        ['week', say('This week', 'השבוע')],
        ['later', say('When there is time', 'כשיתאפשר')],
      ],
      reqValidator: true,
    },
    {
      type: 'eText',
      name: 'danger',
      relevant: 'model.isDangerous',
      text: say('Please keep away from it. We come at once.', 'נא להתרחק מהמקום. אנחנו מגיעים מיד.'),
    },
    {
      type: 'cSection',
      name: 'person',
      label: say('Who reports it', 'מי מדווח/ת'),
      children: [
        { type: 'fInput', name: 'name', label: say('Your name', 'שם מלא'), reqValidator: true },
        row('reach', phoneField(say, { reqValidator: { req: 'model.isDangerous' } }), emailField(say)),
      ],
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(say, {
        owner,
        subject: say(
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
        text: say('Thank you, {{ model.name }}. We are on it.', 'תודה, {{ model.name }}. אנחנו מטפלים בזה.'),
      },
    ],
  },
});
