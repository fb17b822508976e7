// School trip: a yes brings the questions a teacher needs answered on the way; a no only asks why.
import { type MakeForm, phoneField, root, row, tellOwner, yesNo } from './gallery-form.ts';

export const schoolTrip: MakeForm = (text, owner) => ({
  name: text('School trip: parents’ approval', 'אישור הורים לטיול'),
  formSchema: root(
    {
      type: 'eText',
      name: 'about',
      text: text(
        'Write here where the trip goes, when it leaves and returns, what to bring and what it costs.',
        'כאן כותבים לאן הטיול, מתי יוצאים וחוזרים, מה להביא וכמה זה עולה.',
      ),
    },
    row(
      'child',
      { type: 'fInput', name: 'childName', label: text('Child’s name', 'שם הילד/ה'), reqValidator: true },
      {
        type: 'fSelect',
        name: 'class',
        label: text('Class', 'כיתה'),
        options: [text('4A', 'ד׳1'), text('4B', 'ד׳2'), text('5A', 'ה׳1'), text('5B', 'ה׳2')],
        reqValidator: true,
      },
    ),
    row(
      'parent',
      { type: 'fInput', name: 'parentName', label: text('Parent’s name', 'שם ההורה'), reqValidator: true },
      phoneField(text, { reqValidator: true }),
    ),
    {
      type: 'fRadio',
      name: 'approves',
      label: text('My child may take part', 'ההשתתפות בטיול'),
      options: [
        ['yes', text('Yes, I approve', 'מאושרת')],
        ['no', text('No', 'לא מאושרת')],
      ],
      reqValidator: true,
    },
    {
      type: 'fLngTxt',
      name: 'reason',
      label: text('Can we help to make it possible?', 'האם נוכל לעזור שזה יתאפשר?'),
      relevant: "model.approves == 'no'",
    },
    {
      type: 'cSection',
      name: 'onTheWay',
      label: text('On the way', 'בדרך'),
      relevant: "model.approves == 'yes'",
      children: [
        {
          type: 'fRadio',
          name: 'hasHealthIssue',
          label: text(
            'Allergies, medicine or an illness we must know of?',
            'אלרגיות, תרופות או מחלה שחשוב שנדע עליהן?',
          ),
          options: yesNo(text),
          reqValidator: true,
        },
        {
          type: 'fLngTxt',
          name: 'healthIssue',
          label: text('What is it, and what should we do?', 'מה הדבר, ומה עלינו לעשות?'),
          relevant: "model.hasHealthIssue == 'yes'",
          reqValidator: true,
        },
        {
          type: 'fBool',
          name: 'swims',
          label: text('My child can swim', 'הילד/ה יודע/ת לשחות'),
          boolUncheckedValue: false,
        },
        {
          type: 'fSelect',
          name: 'food',
          label: text('Food', 'אוכל'),
          options: [text('Everything', 'הכול'), text('Vegetarian', 'צמחוני'), text('Vegan', 'טבעוני')],
        },
        {
          type: 'cRepeat',
          name: 'contacts',
          label: text('Whom else can we call?', 'למי עוד אפשר להתקשר?'),
          repMaxRows: 3,
          reqValidator: { message: text('Please name somebody else we can reach.', 'יש לרשום עוד מישהו שאפשר להשיג.') },
          children: [
            row(
              'contact',
              { type: 'fInput', name: 'contactName', label: text('Name', 'שם'), reqValidator: true },
              phoneField(text, { name: 'contactPhone', reqValidator: true }),
            ),
          ],
        },
      ],
    },
    { type: 'fSign', name: 'signature', label: text('Parent’s signature', 'חתימת ההורה'), reqValidator: true },
  ),
  postSubmit: {
    renders: [{ if: "model.approves == 'yes'" }],
    emails: [
      tellOwner(text, {
        owner,
        subject: text(
          "{{ model.approves == 'yes' ? 'Approved' : 'Not approved' }}: {{ model.childName }}, {{ model.class }}",
          "{{ model.approves == 'yes' ? 'מאושר' : 'לא מאושר' }}: {{ model.childName }}, {{ model.class }}",
        ),
        lines: ['{{ model.parentName }}, {{ model.phone }}', '{{ model.healthIssue }}', '{{ model.reason }}'],
      }),
    ],
    ui: [
      {
        type: 'message',
        if: "model.approves == 'yes'",
        text: text('Thank you. {{ model.childName }} is on the list.', 'תודה. {{ model.childName }} ברשימה.'),
      },
      {
        type: 'message',
        if: "model.approves != 'yes'",
        text: text('Thank you for telling us.', 'תודה על העדכון.'),
      },
    ],
  },
});
