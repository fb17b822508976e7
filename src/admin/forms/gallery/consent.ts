// Consent: every point agreed to by itself, signed, and kept as a PDF.
import { emailField, type MakeForm, mustAgree, phoneField, root, row, tellOwner } from './gallery-form.ts';

export const consent: MakeForm = (text, owner) => ({
  name: text('consent'),
  formSchema: root(
    {
      type: 'eText',
      name: 'about',
      text: text('writeHereWhatPeopleAgree'),
    },
    {
      type: 'cSection',
      name: 'person',
      label: text('whoAgrees'),
      children: [
        row(
          'names',
          { type: 'fInput', name: 'name', label: text('fullName'), reqValidator: true },
          { type: 'fInput', name: 'idNumber', label: text('idNumber'), reqValidator: true },
        ),
        row('reach', emailField(text), phoneField(text)),
        {
          type: 'fRadio',
          name: 'signsFor',
          label: text('iSign'),
          options: [
            ['self', text('forMyself')],
            ['other', text('forSomebodyInMyCare')],
          ],
          initialValue: 'self',
          reqValidator: true,
        },
        {
          type: 'fInput',
          name: 'caresFor',
          label: text('theirFullName'),
          relevant: "model.signsFor == 'other'",
          reqValidator: true,
        },
      ],
    },
    {
      type: 'cSection',
      name: 'points',
      label: text('iAgree'),
      children: [
        mustAgree(text, {
          name: 'understood',
          label: text('iHaveReadThisAnd'),
        }),
        mustAgree(text, {
          name: 'takesPart',
          label: text('iTakePartOfMy'),
        }),
        {
          type: 'fBool',
          name: 'mayPhotograph',
          label: text('photographsMayBeTakenNot'),
          boolUncheckedValue: false,
        },
      ],
    },
    row(
      'signed',
      { type: 'fDate', name: 'day', label: text('date'), reqValidator: true },
      { type: 'fSign', name: 'signature', label: text('signature'), reqValidator: true },
    ),
  ),
  templates: [{ type: 'auto', name: 'consent', label: text('consent') }],
  postSubmit: {
    renders: [{ if: 'true' }],
    emails: [
      tellOwner(text, {
        owner,
        subject: text('consentSigned'),
        lines: ['{{ model.name }}, {{ model.idNumber }}', text('theSignedPdfIsKept')],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: text('thankYouYourConsentIs'),
      },
    ],
  },
});
