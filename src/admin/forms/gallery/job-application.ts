// Job application: the CV as a file, earlier jobs as rows, and leave to keep the data.
import { emailField, type MakeForm, mustAgree, phoneField, root, row, tellOwner } from './gallery-form.ts';

const megabyte = 1_048_576;
const other = 'other';
const documents = ['application/pdf', '.doc', '.docx', '.odt'];

export const jobApplication: MakeForm = (text, owner) => ({
  name: text('Job application', 'מועמדות למשרה'),
  formSchema: root(
    {
      type: 'fSelect',
      name: 'position',
      label: text('Position', 'משרה'),
      options: [
        text('Office', 'משרד'),
        text('Sales', 'מכירות'),
        text('Development', 'פיתוח'),
        [other, text('Another one', 'אחרת')],
      ],
      reqValidator: true,
    },
    {
      type: 'fInput',
      name: 'whichPosition',
      label: text('Which one?', 'איזו?'),
      relevant: `model.position == '${other}'`,
      reqValidator: true,
    },
    {
      type: 'cSection',
      name: 'person',
      label: text('About you', 'פרטים אישיים'),
      children: [
        { type: 'fInput', name: 'name', label: text('Full name', 'שם מלא'), reqValidator: true },
        row('reach', emailField(text, { reqValidator: true }), phoneField(text, { reqValidator: true })),
        {
          type: 'fInput',
          name: 'link',
          label: text('Your page or profile', 'קישור לאתר או לפרופיל'),
          validators: ['str/url'],
        },
        { type: 'fDate', name: 'from', label: text('Can start on', 'אפשר להתחיל בתאריך') },
      ],
    },
    {
      type: 'cSection',
      name: 'experience',
      label: text('Experience', 'ניסיון'),
      children: [
        {
          type: 'fFile',
          name: 'cv',
          label: text('CV (PDF or document, up to 10 MB)', 'קורות חיים (PDF או מסמך, עד 10 מ״ב)'),
          fileTypes: documents,
          fileMaxSize: 10 * megabyte,
          fileMaxNum: 1,
          reqValidator: true,
        },
        {
          type: 'cRepeat',
          name: 'jobs',
          label: text('Last jobs', 'עבודות אחרונות'),
          repMaxRows: 4,
          children: [
            row(
              'job',
              { type: 'fInput', name: 'employer', label: text('Employer', 'מקום העבודה'), reqValidator: true },
              { type: 'fInput', name: 'role', label: text('Role', 'תפקיד') },
              {
                type: 'fInput',
                name: 'years',
                label: text('Years', 'שנים'),
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
          label: text('Years in all', 'סך כל השנים'),
          relevant: 'fn.length(model.jobs) > 0',
          eq: "fn.sum(model.jobs, 'years')",
        },
        {
          type: 'fLngTxt',
          name: 'why',
          label: text('Why this position?', 'למה דווקא המשרה הזאת?'),
          validators: [{ type: 'str/maxLength', value: 3000 }],
        },
      ],
    },
    mustAgree(text, {
      name: 'agrees',
      label: text(
        'I agree that my data is kept for this application and deleted after a year.',
        'מוסכם עליי שהפרטים יישמרו לצורך המועמדות ויימחקו אחרי שנה.',
      ),
    }),
  ),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        subject: text('Application: {{ model.name }}', 'מועמדות: {{ model.name }}'),
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
        text: text(
          'Thank you, {{ model.name }}. We read every application and will be in touch.',
          'תודה, {{ model.name }}. אנחנו קוראים כל פנייה ונחזור אליך.',
        ),
      },
    ],
  },
});
