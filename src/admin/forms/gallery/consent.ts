// Consent: every point agreed to by itself, signed, and kept as a PDF.
import { emailField, type MakeForm, mustAgree, phoneField, root, row, tellOwner } from './gallery-form.ts';

export const consent: MakeForm = (say, owner) => ({
  name: say('Consent', 'טופס הסכמה'),
  formSchema: root(
    {
      type: 'eText',
      name: 'about',
      text: say(
        'Write here what people agree to: what happens, who sees the data, and how to withdraw.',
        'כאן כותבים על מה ההסכמה: מה קורה, מי רואה את המידע ואיך חוזרים ממנה.',
      ),
    },
    {
      type: 'cSection',
      name: 'person',
      label: say('Who agrees', 'פרטי המסכים/ה'),
      children: [
        row(
          'names',
          { type: 'fInput', name: 'name', label: say('Full name', 'שם מלא'), reqValidator: true },
          { type: 'fInput', name: 'idNumber', label: say('ID number', 'מספר זהות'), reqValidator: true },
        ),
        row('reach', emailField(say), phoneField(say)),
        {
          type: 'fRadio',
          name: 'signsFor',
          label: say('I sign', 'החתימה היא'),
          options: [
            ['self', say('for myself', 'בשמי')],
            ['other', say('for somebody in my care', 'בשם מי שבאחריותי')],
          ],
          initialValue: 'self',
          reqValidator: true,
        },
        {
          type: 'fInput',
          name: 'caresFor',
          label: say('Their full name', 'שמו או שמה המלא'),
          relevant: "model.signsFor == 'other'",
          reqValidator: true,
        },
      ],
    },
    {
      type: 'cSection',
      name: 'points',
      label: say('I agree', 'הסכמה'),
      children: [
        mustAgree(say, {
          name: 'understood',
          label: say('I have read this and could ask questions.', 'קראתי את הדברים ויכולתי לשאול שאלות.'),
        }),
        mustAgree(say, {
          name: 'takesPart',
          label: say('I take part of my own will.', 'ההשתתפות היא מרצוני החופשי.'),
        }),
        {
          type: 'fBool',
          name: 'mayPhotograph',
          label: say('Photographs may be taken (not required).', 'מותר לצלם (לא חובה).'),
          boolUncheckedValue: false,
        },
      ],
    },
    row(
      'signed',
      { type: 'fDate', name: 'day', label: say('Date', 'תאריך'), reqValidator: true },
      { type: 'fSign', name: 'signature', label: say('Signature', 'חתימה'), reqValidator: true },
    ),
  ),
  templates: [{ type: 'auto', name: 'consent', label: say('Consent', 'טופס הסכמה') }],
  postSubmit: {
    renders: [{ if: 'true' }],
    emails: [
      tellOwner(say, {
        owner,
        subject: say('Consent signed: {{ model.name }}', 'הסכמה חתומה: {{ model.name }}'),
        lines: [
          '{{ model.name }}, {{ model.idNumber }}',
          say('The signed PDF is kept with the entry.', 'ה־PDF החתום שמור ברשומה.'),
        ],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: say(
          'Thank you, {{ model.name }}. Your consent is signed and kept.',
          'תודה, {{ model.name }}. ההסכמה נחתמה ונשמרה.',
        ),
      },
    ],
  },
});
