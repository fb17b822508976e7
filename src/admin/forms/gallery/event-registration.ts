// Event registration: a yes brings guests with it, one row each; a no is said quickly.
import type { Element } from '../../../core/definition/form-definition.ts';
import { emailField, type MakeForm, type PickText, phoneField, root, row, tellOwner, yesNo } from './gallery-form.ts';

export const eventRegistration: MakeForm = (text, owner) => ({
  name: text('eventRegistration'),
  formSchema: root(
    {
      type: 'eText',
      name: 'intro',
      text: text('writeHereWhatTheEvent'),
    },
    { type: 'fInput', name: 'name', label: text('yourName'), reqValidator: true },
    row('reach', emailField(text, { reqValidator: true }), phoneField(text)),
    {
      type: 'fRadio',
      name: 'comes',
      label: text('willYouCome'),
      options: yesNo(text),
      reqValidator: true,
    },
    {
      type: 'cSection',
      name: 'coming',
      label: text('atTheEvent'),
      relevant: "model.comes == 'yes'",
      children: [
        { ...mealField(text), label: text('yourMeal') },
        {
          type: 'cRepeat',
          name: 'guests',
          label: text('guestsYouBring'),
          repMaxRows: 5,
          children: [
            { type: 'fInput', name: 'guestName', label: text('name'), reqValidator: true },
            { ...mealField(text), name: 'guestMeal', label: text('meal') },
          ],
        },
        {
          type: 'eEq',
          name: 'places',
          label: text('placesKeptForYou'),
          eq: '1 + fn.length(model.guests)',
        },
        {
          type: 'fLngTxt',
          name: 'needs',
          label: text('allergiesAccessibilityAnythingWeShould'),
        },
      ],
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        subject: text('text2'),
        lines: [
          '{{ model.name }}, {{ model.email }} {{ model.phone }}',
          `${text('places')}{{ model.comes == 'yes' ? 1 + fn.length(model.guests) : 0 }}`,
          '{{ model.needs }}',
        ],
        replyTo: '{{ model.email }}',
      }),
      {
        if: "model.comes == 'yes'",
        to: ['{{ model.email }}'],
        replyTo: owner === '' ? [] : [owner],
        subject: text('yourRegistration'),
        text: text('youAreRegisteredWithPlaces'),
      },
    ],
    ui: [
      {
        type: 'message',
        if: "model.comes == 'yes'",
        text: text('thankYouWeHaveKept'),
      },
      {
        type: 'message',
        if: "model.comes != 'yes'",
        text: text('thankYouForTellingUs'),
      },
    ],
  },
});

function mealField(text: PickText): Element {
  return {
    type: 'fSelect',
    name: 'meal',
    options: [text('meat'), text('fish'), text('vegetarian'), text('vegan'), text('glutenFree')],
    reqValidator: true,
  };
}
