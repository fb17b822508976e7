// Consent: every point agreed to by itself, signed, and kept as a PDF.
import { emailField, type MakeForm, mustAgree, phoneField, root, row, tellOwner } from './gallery-form.ts';

export const consent: MakeForm = (text, owner) => ({
  name: text('Consent', 'טופס הסכמה'),
  formSchema: root(
    {
      type: 'eText',
      name: 'about',
      text: text(
        'Write here what people agree to: what happens, who sees the data, and how to withdraw.',
        'כאן כותבים על מה ההסכמה: מה קורה, מי רואה את המידע ואיך חוזרים ממנה.',
      ),
    },
    {
      type: 'cSection',
      name: 'person',
      label: text('Who agrees', 'פרטי המסכים/ה'),
      children: [
        row(
          'names',
          { type: 'fInput', name: 'name', label: text('Full name', 'שם מלא'), reqValidator: true },
          { type: 'fInput', name: 'idNumber', label: text('ID number', 'מספר זהות'), reqValidator: true },
        ),
        row('reach', emailField(text), phoneField(text)),
        {
          type: 'fRadio',
          name: 'signsFor',
          label: text('I sign', 'החתימה היא'),
          options: [
            ['self', text('for myself', 'בשמי')],
            ['other', text('for somebody in my care', 'בשם מי שבאחריותי')],
          ],
          initialValue: 'self',
          reqValidator: true,
        },
        {
          type: 'fInput',
          name: 'caresFor',
          label: text('Their full name', 'שמו או שמה המלא'),
          relevant: "model.signsFor == 'other'",
          reqValidator: true,
        },
      ],
    },
    {
      type: 'cSection',
      name: 'points',
      label: text('I agree', 'הסכמה'),
      children: [
        mustAgree(text, {
          name: 'understood',
          label: text('I have read this and could ask questions.', 'קראתי את הדברים ויכולתי לשאול שאלות.'),
        }),
        mustAgree(text, {
          name: 'takesPart',
          label: text('I take part of my own will.', 'ההשתתפות היא מרצוני החופשי.'),
        }),
        {
          type: 'fBool',
          name: 'mayPhotograph',
          label: text('Photographs may be taken (not required).', 'מותר לצלם (לא חובה).'),
          boolUncheckedValue: false,
        },
      ],
    },
    row(
      'signed',
      { type: 'fDate', name: 'day', label: text('Date', 'תאריך'), reqValidator: true },
      { type: 'fSign', name: 'signature', label: text('Signature', 'חתימה'), reqValidator: true },
    ),
  ),
  templates: [{ type: 'auto', name: 'consent', label: text('Consent', 'טופס הסכמה') }],
  postSubmit: {
    renders: [{ if: 'true' }],
    emails: [
      tellOwner(text, {
        owner,
        subject: text('Consent signed: {{ model.name }}', 'הסכמה חתומה: {{ model.name }}'),
        lines: [
          '{{ model.name }}, {{ model.idNumber }}',
          text('The signed PDF is kept with the entry.', 'ה־PDF החתום שמור ברשומה.'),
        ],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: text(
          'Thank you, {{ model.name }}. Your consent is signed and kept.',
          'תודה, {{ model.name }}. ההסכמה נחתמה ונשמרה.',
        ),
      },
    ],
  },
});
