// Patient intake: three steps; what is not asked about does not take anybody's time.
import type { Element } from '../../../core/form-definition.ts';
import {
  emailField,
  type MakeForm,
  mustAgree,
  phoneField,
  root,
  row,
  type Say,
  tellOwner,
  yesNo,
} from './gallery-form.ts';

export const intake: MakeForm = (say, owner) => ({
  name: say('Patient intake', 'קליטת מטופלים'),
  formSchema: root({
    type: 'cTabs',
    name: 'steps',
    label: say('Steps', 'שלבים'),
    tabs: [
      { name: 'person', label: say('About you', 'פרטים אישיים') },
      { name: 'health', label: say('Health', 'בריאות') },
      { name: 'agreement', label: say('Agreement', 'הסכמה') },
    ],
    children: [person(say), health(say), agreement(say)],
  }),
  postSubmit: {
    emails: [
      tellOwner(say, {
        owner,
        // Health does not belong into a mailbox: the email holds the name alone, and no PDF is archived and attached.
        subject: say('New patient: {{ model.name }}', 'מטופל/ת חדש/ה: {{ model.name }}'),
        lines: [say('A new intake form has arrived.', 'התקבל טופס קליטה חדש.')],
      }),
    ],
    ui: [
      {
        type: 'message',
        text: say(
          'Thank you, {{ model.name }}. Your details are with us before the visit.',
          'תודה, {{ model.name }}. הפרטים יחכו לנו לפני הביקור.',
        ),
      },
    ],
  },
});

function person(say: Say): Element[] {
  return [
    row(
      'names',
      { type: 'fInput', name: 'name', label: say('Full name', 'שם מלא'), reqValidator: true },
      { type: 'fDate', name: 'born', label: say('Date of birth', 'תאריך לידה'), reqValidator: true },
    ),
    row('reach', phoneField(say, { reqValidator: true }), emailField(say)),
    {
      type: 'cSection',
      name: 'emergency',
      label: say('Whom should we call in an emergency?', 'למי להתקשר במקרה חירום?'),
      secFlat: false,
      children: [
        row(
          'contact',
          { type: 'fInput', name: 'name', label: say('Name', 'שם'), reqValidator: true },
          phoneField(say, { reqValidator: true }),
        ),
      ],
    },
  ];
}

function health(say: Say): Element[] {
  return [
    { type: 'fLngTxt', name: 'reason', label: say('What brings you here?', 'מה הביא אותך אלינו?'), reqValidator: true },
    {
      type: 'fCheckbox',
      name: 'conditions',
      label: say('Do you have any of these?', 'האם קיים אחד מאלה?'),
      options: [
        say('High blood pressure', 'לחץ דם גבוה'),
        say('Diabetes', 'סוכרת'),
        say('Asthma', 'אסתמה'),
        say('Heart disease', 'מחלת לב'),
        ['other', say('Something else', 'משהו אחר')],
      ],
    },
    {
      type: 'fInput',
      name: 'otherCondition',
      label: say('What else?', 'מה עוד?'),
      relevant: "model.conditions.includes('other')",
      reqValidator: true,
    },
    {
      type: 'fRadio',
      name: 'hasAllergies',
      label: say('Are you allergic to anything?', 'האם יש אלרגיות?'),
      options: yesNo(say),
      reqValidator: true,
    },
    {
      type: 'fLngTxt',
      name: 'allergies',
      label: say('To what, and what happens?', 'למה, ומה קורה אז?'),
      relevant: "model.hasAllergies == 'yes'",
      reqValidator: true,
    },
    {
      type: 'fRadio',
      name: 'takesMedicine',
      label: say('Do you take medicine regularly?', 'האם יש תרופות קבועות?'),
      options: yesNo(say),
      reqValidator: true,
    },
    {
      type: 'cRepeat',
      name: 'medicines',
      label: say('Medicines', 'תרופות'),
      relevant: "model.takesMedicine == 'yes'",
      reqValidator: { message: say('Please name at least one.', 'יש לרשום לפחות תרופה אחת.') },
      repMaxRows: 15,
      children: [
        row(
          'medicine',
          { type: 'fInput', name: 'medicineName', label: say('Name', 'שם'), reqValidator: true },
          { type: 'fInput', name: 'dose', label: say('Dose and how often', 'מינון ותדירות') },
        ),
      ],
    },
  ];
}

function agreement(say: Say): Element[] {
  return [
    mustAgree(say, {
      name: 'isTrue',
      label: say('What I have written is true and complete.', 'הפרטים שמסרתי נכונים ומלאים.'),
    }),
    mustAgree(say, {
      name: 'mayKeep',
      label: say('My data may be kept for my treatment.', 'מותר לשמור את המידע לצורך הטיפול בי.'),
    }),
    { type: 'fSign', name: 'signature', label: say('Signature', 'חתימה'), reqValidator: true },
  ];
}
