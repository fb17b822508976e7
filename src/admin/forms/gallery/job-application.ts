// Job application: the CV as a file, earlier jobs as rows, and leave to keep the data.
import { emailField, type MakeForm, mustAgree, phoneField, root, row, tellOwner } from './gallery-form.ts';

const megabyte = 1_048_576;
const other = 'other';
const documents = ['application/pdf', '.doc', '.docx', '.odt'];

export const jobApplication: MakeForm = (text, owner) => ({
  name: text('jobApplication'),
  formSchema: root(
    {
      type: 'fSelect',
      name: 'position',
      label: text('position'),
      options: [text('office'), text('sales'), text('development'), [other, text('anotherOne')]],
      reqValidator: true,
    },
    {
      type: 'fInput',
      name: 'whichPosition',
      label: text('whichOne'),
      relevant: `model.position == '${other}'`,
      reqValidator: true,
    },
    {
      type: 'cSection',
      name: 'person',
      label: text('aboutYou'),
      children: [
        { type: 'fInput', name: 'name', label: text('fullName'), reqValidator: true },
        row('reach', emailField(text, { reqValidator: true }), phoneField(text, { reqValidator: true })),
        {
          type: 'fInput',
          name: 'link',
          label: text('yourPageOrProfile'),
          validators: ['str/url'],
        },
        { type: 'fDate', name: 'from', label: text('canStartOn') },
      ],
    },
    {
      type: 'cSection',
      name: 'experience',
      label: text('experience'),
      children: [
        {
          type: 'fFile',
          name: 'cv',
          label: text('cvPdfOrDocumentUp'),
          fileTypes: documents,
          fileMaxSize: 10 * megabyte,
          fileMaxNum: 1,
          reqValidator: true,
        },
        {
          type: 'cRepeat',
          name: 'jobs',
          label: text('lastJobs'),
          repMaxRows: 4,
          children: [
            row(
              'job',
              { type: 'fInput', name: 'employer', label: text('employer'), reqValidator: true },
              { type: 'fInput', name: 'role', label: text('role') },
              {
                type: 'fInput',
                name: 'years',
                label: text('years'),
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
          label: text('yearsInAll'),
          relevant: 'fn.length(model.jobs) > 0',
          eq: "fn.sum(model.jobs, 'years')",
        },
        {
          type: 'fLngTxt',
          name: 'why',
          label: text('whyThisPosition'),
          validators: [{ type: 'str/maxLength', value: 3000 }],
        },
      ],
    },
    mustAgree(text, {
      name: 'agrees',
      label: text('iAgreeThatMyData'),
    }),
  ),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        subject: text('application'),
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
        text: text('thankYouWeReadEvery'),
      },
    ],
  },
});
