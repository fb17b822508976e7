// Job application: the CV as a file, earlier jobs as rows, and leave to keep the data.
import { emailField, type MakeForm, mustAgree, phoneField, root, row, tellOwner } from './gallery-form.ts';

const megabyte = 1_048_576;
const other = 'other';
const documents = ['application/pdf', '.doc', '.docx', '.odt'];

export const jobApplication: MakeForm = (say, owner) => ({
  name: say('Job application', 'מועמדות למשרה'),
  formSchema: root(
    {
      type: 'fSelect',
      name: 'position',
      label: say('Position', 'משרה'),
      options: [
        say('Office', 'משרד'),
        say('Sales', 'מכירות'),
        say('Development', 'פיתוח'),
        [other, say('Another one', 'אחרת')],
      ],
      reqValidator: true,
    },
    {
      type: 'fInput',
      name: 'whichPosition',
      label: say('Which one?', 'איזו?'),
      relevant: `model.position == '${other}'`,
      reqValidator: true,
    },
    {
      type: 'cSection',
      name: 'person',
      label: say('About you', 'פרטים אישיים'),
      children: [
        { type: 'fInput', name: 'name', label: say('Full name', 'שם מלא'), reqValidator: true },
        row('reach', emailField(say, { reqValidator: true }), phoneField(say, { reqValidator: true })),
        {
          type: 'fInput',
          name: 'link',
          label: say('Your page or profile', 'קישור לאתר או לפרופיל'),
          validators: ['str/url'],
        },
        { type: 'fDate', name: 'from', label: say('Can start on', 'אפשר להתחיל בתאריך') },
      ],
    },
    {
      type: 'cSection',
      name: 'experience',
      label: say('Experience', 'ניסיון'),
      children: [
        {
          type: 'fFile',
          name: 'cv',
          label: say('CV (PDF or document, up to 10 MB)', 'קורות חיים (PDF או מסמך, עד 10 מ״ב)'),
          fileTypes: documents,
          fileMaxSize: 10 * megabyte,
          fileMaxNum: 1,
          reqValidator: true,
        },
        {
          type: 'cRepeat',
          name: 'jobs',
          label: say('Last jobs', 'עבודות אחרונות'),
          repMaxRows: 4,
          children: [
            row(
              'job',
              { type: 'fInput', name: 'employer', label: say('Employer', 'מקום העבודה'), reqValidator: true },
              { type: 'fInput', name: 'role', label: say('Role', 'תפקיד') },
              {
                type: 'fInput',
                name: 'years',
                label: say('Years', 'שנים'),
                typeValidator: 'num',
                validators: [
                  { type: 'num/min', value: 0 },
                  { type: 'num/max', value: 60 },
                ],
              },
            ),
          ],
        },
        {
          type: 'eEq',
          name: 'yearsInAll',
          label: say('Years in all', 'סך כל השנים'),
          relevant: 'fn.length(model.jobs) > 0',
          eq: "fn.sum(model.jobs, 'years')",
        },
        {
          type: 'fLngTxt',
          name: 'why',
          label: say('Why this position?', 'למה דווקא המשרה הזאת?'),
          validators: [{ type: 'str/maxLength', value: 3000 }],
        },
      ],
    },
    mustAgree(say, {
      name: 'agrees',
      label: say(
        'I agree that my data is kept for this application and deleted after a year.',
        'מוסכם עליי שהפרטים יישמרו לצורך המועמדות ויימחקו אחרי שנה.',
      ),
    }),
  ),
  postSubmit: {
    emails: [
      tellOwner(say, {
        owner,
        subject: say('Application: {{ model.name }}', 'מועמדות: {{ model.name }}'),
        lines: [
          "{{ model.position == 'other' ? model.whichPosition : model.position }}",
          '{{ model.name }}, {{ model.email }} {{ model.phone }}',
          '{{ model.why }}',
        ],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: say(
          'Thank you, {{ model.name }}. We read every application and will be in touch.',
          'תודה, {{ model.name }}. אנחנו קוראים כל פנייה ונחזור אליך.',
        ),
      },
    ],
  },
});
