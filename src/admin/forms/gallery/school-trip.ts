// School trip: a yes brings the questions a teacher needs answered on the way; a no only asks why.
import { type MakeForm, phoneField, root, row, tellOwner, yesNo } from './gallery-form.ts';

export const schoolTrip: MakeForm = (text, owner) => ({
  name: text('schoolTripParentsApproval'),
  formSchema: root(
    {
      type: 'eText',
      name: 'about',
      text: text('writeHereWhereTheTrip'),
    },
    row(
      'child',
      { type: 'fInput', name: 'childName', label: text('childSName'), reqValidator: true },
      {
        type: 'fSelect',
        name: 'class',
        label: text('class'),
        options: [text('n4a'), text('n4b'), text('n5a'), text('n5b')],
        reqValidator: true,
      },
    ),
    row(
      'parent',
      { type: 'fInput', name: 'parentName', label: text('parentSName'), reqValidator: true },
      phoneField(text, { reqValidator: true }),
    ),
    {
      type: 'fRadio',
      name: 'approves',
      label: text('myChildMayTakePart'),
      options: [
        ['yes', text('yesIApprove')],
        ['no', text('no2')],
      ],
      reqValidator: true,
    },
    {
      type: 'fLngTxt',
      name: 'reason',
      label: text('canWeHelpToMake'),
      relevant: "model.approves == 'no'",
    },
    {
      type: 'cSection',
      name: 'onTheWay',
      label: text('onTheWay'),
      relevant: "model.approves == 'yes'",
      children: [
        {
          type: 'fRadio',
          name: 'hasHealthIssue',
          label: text('allergiesMedicineOrAnIllness'),
          options: yesNo(text),
          reqValidator: true,
        },
        {
          type: 'fLngTxt',
          name: 'healthIssue',
          label: text('whatIsItAndWhat'),
          relevant: "model.hasHealthIssue == 'yes'",
          reqValidator: true,
        },
        {
          type: 'fBool',
          name: 'swims',
          label: text('myChildCanSwim'),
          boolUncheckedValue: false,
        },
        {
          type: 'fSelect',
          name: 'food',
          label: text('food2'),
          options: [text('everything'), text('vegetarian'), text('vegan')],
        },
        {
          type: 'cRepeat',
          name: 'contacts',
          label: text('whomElseCanWeCall'),
          repMaxRows: 3,
          reqValidator: { message: text('pleaseNameSomebodyElseWe') },
          children: [
            row(
              'contact',
              { type: 'fInput', name: 'contactName', label: text('name'), reqValidator: true },
              phoneField(text, { name: 'contactPhone', reqValidator: true }),
            ),
          ],
        },
      ],
    },
    { type: 'fSign', name: 'signature', label: text('parentSSignature'), reqValidator: true },
  ),
  postSubmit: {
    renders: [{ if: "model.approves == 'yes'" }],
    emails: [
      tellOwner(text, {
        owner,
        subject: text('text3'),
        lines: ['{{ model.parentName }}, {{ model.phone }}', '{{ model.healthIssue }}', '{{ model.reason }}'],
      }),
    ],
    ui: [
      {
        type: 'message',
        if: "model.approves == 'yes'",
        text: text('thankYouIsOnThe'),
      },
      {
        type: 'message',
        if: "model.approves != 'yes'",
        text: text('thankYouForTellingUs2'),
      },
    ],
  },
});
