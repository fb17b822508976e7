// Patient intake: three steps; what is not asked about does not take anybody's time.
import type { Element } from '../../../core/definition/form-definition.ts';
import {
  emailField,
  type MakeForm,
  mustAgree,
  type PickText,
  phoneField,
  root,
  row,
  tellOwner,
  yesNo,
} from './gallery-form.ts';

export const intake: MakeForm = (text, owner) => ({
  name: text('Patient intake', 'קליטת מטופלים'),
  formSchema: root({
    type: 'cTabs',
    name: 'steps',
    label: text('Steps', 'שלבים'),
    tabs: [
      { name: 'person', label: text('About you', 'פרטים אישיים') },
      { name: 'health', label: text('Health', 'בריאות') },
      { name: 'agreement', label: text('Agreement', 'הסכמה') },
    ],
    children: [person(text), health(text), agreement(text)],
  }),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        // Health does not belong into a mailbox: the email holds the name alone, and no PDF is archived and attached.
        subject: text('New patient: {{ model.name }}', 'מטופל/ת חדש/ה: {{ model.name }}'),
        lines: [text('A new intake form has arrived.', 'התקבל טופס קליטה חדש.')],
      }),
    ],
    ui: [
      {
        type: 'message',
        text: text(
          'Thank you, {{ model.name }}. Your details are with us before the visit.',
          'תודה, {{ model.name }}. הפרטים יחכו לנו לפני הביקור.',
        ),
      },
    ],
  },
});

function person(text: PickText): Element[] {
  return [
    row(
      'names',
      { type: 'fInput', name: 'name', label: text('Full name', 'שם מלא'), reqValidator: true },
      { type: 'fDate', name: 'born', label: text('Date of birth', 'תאריך לידה'), reqValidator: true },
    ),
    row('reach', phoneField(text, { reqValidator: true }), emailField(text)),
    {
      type: 'cSection',
      name: 'emergency',
      label: text('Whom should we call in an emergency?', 'למי להתקשר במקרה חירום?'),
      secFlat: false,
      children: [
        row(
          'contact',
          { type: 'fInput', name: 'name', label: text('Name', 'שם'), reqValidator: true },
          phoneField(text, { reqValidator: true }),
        ),
      ],
    },
  ];
}

function health(text: PickText): Element[] {
  return [
    {
      type: 'fLngTxt',
      name: 'reason',
      label: text('What brings you here?', 'מה הביא אותך אלינו?'),
      reqValidator: true,
    },
    {
      type: 'fCheckbox',
      name: 'conditions',
      label: text('Do you have any of these?', 'האם קיים אחד מאלה?'),
      options: [
        text('High blood pressure', 'לחץ דם גבוה'),
        text('Diabetes', 'סוכרת'),
        text('Asthma', 'אסתמה'),
        text('Heart disease', 'מחלת לב'),
        ['other', text('Something else', 'משהו אחר')],
      ],
    },
    {
      type: 'fInput',
      name: 'otherCondition',
      label: text('What else?', 'מה עוד?'),
      relevant: "model.conditions.includes('other')",
      reqValidator: true,
    },
    {
      type: 'fRadio',
      name: 'hasAllergies',
      label: text('Are you allergic to anything?', 'האם יש אלרגיות?'),
      options: yesNo(text),
      reqValidator: true,
    },
    {
      type: 'fLngTxt',
      name: 'allergies',
      label: text('To what, and what happens?', 'למה, ומה קורה אז?'),
      relevant: "model.hasAllergies == 'yes'",
      reqValidator: true,
    },
    {
      type: 'fRadio',
      name: 'takesMedicine',
      label: text('Do you take medicine regularly?', 'האם יש תרופות קבועות?'),
      options: yesNo(text),
      reqValidator: true,
    },
    {
      type: 'cRepeat',
      name: 'medicines',
      label: text('Medicines', 'תרופות'),
      relevant: "model.takesMedicine == 'yes'",
      reqValidator: { message: text('Please name at least one.', 'יש לרשום לפחות תרופה אחת.') },
      repMaxRows: 15,
      children: [
        row(
          'medicine',
          { type: 'fInput', name: 'medicineName', label: text('Name', 'שם'), reqValidator: true },
          { type: 'fInput', name: 'dose', label: text('Dose and how often', 'מינון ותדירות') },
        ),
      ],
    },
  ];
}

function agreement(text: PickText): Element[] {
  return [
    mustAgree(text, {
      name: 'isTrue',
      label: text('What I have written is true and complete.', 'הפרטים שמסרתי נכונים ומלאים.'),
    }),
    mustAgree(text, {
      name: 'mayKeep',
      label: text('My data may be kept for my treatment.', 'מותר לשמור את המידע לצורך הטיפול בי.'),
    }),
    { type: 'fSign', name: 'signature', label: text('Signature', 'חתימה'), reqValidator: true },
  ];
}
