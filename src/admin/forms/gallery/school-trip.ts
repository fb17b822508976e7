// School trip: a yes brings the questions a teacher needs answered on the way; a no only asks why.
import { type MakeForm, phoneField, root, row, tellOwner, yesNo } from './gallery-form.ts';

export const schoolTrip: MakeForm = (say, owner) => ({
  name: say('School trip: parents’ approval', 'אישור הורים לטיול'),
  formSchema: root(
    {
      type: 'eText',
      name: 'about',
      text: say(
        'Write here where the trip goes, when it leaves and returns, what to bring and what it costs.',
        'כאן כותבים לאן הטיול, מתי יוצאים וחוזרים, מה להביא וכמה זה עולה.',
      ),
    },
    row(
      'child',
      { type: 'fInput', name: 'childName', label: say('Child’s name', 'שם הילד/ה'), reqValidator: true },
      {
        type: 'fSelect',
        name: 'class',
        label: say('Class', 'כיתה'),
        options: [say('4A', 'ד׳1'), say('4B', 'ד׳2'), say('5A', 'ה׳1'), say('5B', 'ה׳2')],
        reqValidator: true,
      },
    ),
    row(
      'parent',
      { type: 'fInput', name: 'parentName', label: say('Parent’s name', 'שם ההורה'), reqValidator: true },
      phoneField(say, { reqValidator: true }),
    ),
    {
      type: 'fRadio',
      name: 'approves',
      label: say('My child may take part', 'ההשתתפות בטיול'),
      options: [
        ['yes', say('Yes, I approve', 'מאושרת')],
        ['no', say('No', 'לא מאושרת')],
      ],
      reqValidator: true,
    },
    {
      type: 'fLngTxt',
      name: 'reason',
      label: say('Can we help to make it possible?', 'האם נוכל לעזור שזה יתאפשר?'),
      relevant: "model.approves == 'no'",
    },
    {
      type: 'cSection',
      name: 'onTheWay',
      label: say('On the way', 'בדרך'),
      relevant: "model.approves == 'yes'",
      children: [
        {
          type: 'fRadio',
          name: 'hasHealthIssue',
          label: say('Allergies, medicine or an illness we must know of?', 'אלרגיות, תרופות או מחלה שחשוב שנדע עליהן?'),
          options: yesNo(say),
          reqValidator: true,
        },
        {
          type: 'fLngTxt',
          name: 'healthIssue',
          label: say('What is it, and what should we do?', 'מה הדבר, ומה עלינו לעשות?'),
          relevant: "model.hasHealthIssue == 'yes'",
          reqValidator: true,
        },
        {
          type: 'fBool',
          name: 'swims',
          label: say('My child can swim', 'הילד/ה יודע/ת לשחות'),
          boolUncheckedValue: false,
        },
        {
          type: 'fSelect',
          name: 'food',
          label: say('Food', 'אוכל'),
          options: [say('Everything', 'הכול'), say('Vegetarian', 'צמחוני'), say('Vegan', 'טבעוני')],
        },
        {
          type: 'cRepeat',
          name: 'contacts',
          label: say('Whom else can we call?', 'למי עוד אפשר להתקשר?'),
          repMaxRows: 3,
          reqValidator: { message: say('Please name somebody else we can reach.', 'יש לרשום עוד מישהו שאפשר להשיג.') },
          children: [
            row(
              'contact',
              { type: 'fInput', name: 'contactName', label: say('Name', 'שם'), reqValidator: true },
              phoneField(say, { name: 'contactPhone', reqValidator: true }),
            ),
          ],
        },
      ],
    },
    { type: 'fSign', name: 'signature', label: say('Parent’s signature', 'חתימת ההורה'), reqValidator: true },
  ),
  postSubmit: {
    renders: [{ if: "model.approves == 'yes'" }],
    emails: [
      tellOwner(say, {
        owner,
        subject: say(
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
        text: say('Thank you. {{ model.childName }} is on the list.', 'תודה. {{ model.childName }} ברשימה.'),
      },
      {
        type: 'message',
        if: "model.approves != 'yes'",
        text: say('Thank you for telling us.', 'תודה על העדכון.'),
      },
    ],
  },
});
