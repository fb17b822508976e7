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
  name: text('patientIntake'),
  formSchema: root({
    type: 'cTabs',
    name: 'steps',
    label: text('steps'),
    tabs: [
      { name: 'person', label: text('aboutYou') },
      { name: 'health', label: text('health') },
      { name: 'agreement', label: text('agreement') },
    ],
    children: [person(text), health(text), agreement(text)],
  }),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        // Health does not belong into a mailbox: the email holds the name alone, and no PDF is archived and attached.
        subject: text('newPatient'),
        lines: [text('aNewIntakeFormHas')],
      }),
    ],
    ui: [
      {
        type: 'message',
        text: text('thankYouYourDetailsAre'),
      },
    ],
  },
});

function person(text: PickText): Element[] {
  return [
    row(
      'names',
      { type: 'fInput', name: 'name', label: text('fullName'), reqValidator: true },
      { type: 'fDate', name: 'born', label: text('dateOfBirth'), reqValidator: true },
    ),
    row('reach', phoneField(text, { reqValidator: true }), emailField(text)),
    {
      type: 'cSection',
      name: 'emergency',
      label: text('whomShouldWeCallIn'),
      secFlat: false,
      children: [
        row(
          'contact',
          { type: 'fInput', name: 'name', label: text('name'), reqValidator: true },
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
      label: text('whatBringsYouHere'),
      reqValidator: true,
    },
    {
      type: 'fCheckbox',
      name: 'conditions',
      label: text('doYouHaveAnyOf'),
      options: [
        text('highBloodPressure'),
        text('diabetes'),
        text('asthma'),
        text('heartDisease'),
        ['other', text('somethingElse2')],
      ],
    },
    {
      type: 'fInput',
      name: 'otherCondition',
      label: text('whatElse'),
      relevant: "model.conditions.includes('other')",
      reqValidator: true,
    },
    {
      type: 'fRadio',
      name: 'hasAllergies',
      label: text('areYouAllergicToAnything'),
      options: yesNo(text),
      reqValidator: true,
    },
    {
      type: 'fLngTxt',
      name: 'allergies',
      label: text('toWhatAndWhatHappens'),
      relevant: "model.hasAllergies == 'yes'",
      reqValidator: true,
    },
    {
      type: 'fRadio',
      name: 'takesMedicine',
      label: text('doYouTakeMedicineRegularly'),
      options: yesNo(text),
      reqValidator: true,
    },
    {
      type: 'cRepeat',
      name: 'medicines',
      label: text('medicines'),
      relevant: "model.takesMedicine == 'yes'",
      reqValidator: { message: text('pleaseNameAtLeastOne') },
      repMaxRows: 15,
      children: [
        row(
          'medicine',
          { type: 'fInput', name: 'medicineName', label: text('name'), reqValidator: true },
          { type: 'fInput', name: 'dose', label: text('doseAndHowOften') },
        ),
      ],
    },
  ];
}

function agreement(text: PickText): Element[] {
  return [
    mustAgree(text, {
      name: 'isTrue',
      label: text('whatIHaveWrittenIs'),
    }),
    mustAgree(text, {
      name: 'mayKeep',
      label: text('myDataMayBeKept'),
    }),
    { type: 'fSign', name: 'signature', label: text('signature'), reqValidator: true },
  ];
}
