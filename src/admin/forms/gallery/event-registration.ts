// Event registration: a yes brings guests with it, one row each; a no is said quickly.
import type { Element } from '../../../core/definition/form-definition.ts';
import { emailField, type MakeForm, type PickText, phoneField, root, row, tellOwner, yesNo } from './gallery-form.ts';

export const eventRegistration: MakeForm = (text, owner) => ({
  name: text('Event registration', 'הרשמה לאירוע'),
  formSchema: root(
    {
      type: 'eText',
      name: 'intro',
      text: text(
        'Write here what the event is, when and where. Please answer by the end of the month.',
        'כאן כותבים מה האירוע, מתי ואיפה. נשמח לתשובה עד סוף החודש.',
      ),
    },
    { type: 'fInput', name: 'name', label: text('Your name', 'שם מלא'), reqValidator: true },
    row('reach', emailField(text, { reqValidator: true }), phoneField(text)),
    {
      type: 'fRadio',
      name: 'comes',
      label: text('Will you come?', 'האם מגיעים?'),
      options: yesNo(text),
      reqValidator: true,
    },
    {
      type: 'cSection',
      name: 'coming',
      label: text('At the event', 'באירוע'),
      relevant: "model.comes == 'yes'",
      children: [
        { ...mealField(text), label: text('Your meal', 'המנה שלך') },
        {
          type: 'cRepeat',
          name: 'guests',
          label: text('Guests you bring', 'אורחים שבאים איתך'),
          repMaxRows: 5,
          children: [
            { type: 'fInput', name: 'guestName', label: text('Name', 'שם'), reqValidator: true },
            { ...mealField(text), name: 'guestMeal', label: text('Meal', 'מנה') },
          ],
        },
        {
          type: 'eEq',
          name: 'places',
          label: text('Places kept for you', 'מקומות שנשמור לך'),
          eq: '1 + fn.length(model.guests)',
        },
        {
          type: 'fLngTxt',
          name: 'needs',
          label: text('Allergies, accessibility, anything we should know', 'אלרגיות, נגישות וכל מה שכדאי שנדע'),
        },
      ],
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        subject: text(
          "{{ model.comes == 'yes' ? 'Coming' : 'Not coming' }}: {{ model.name }}",
          "{{ model.comes == 'yes' ? 'מגיעים' : 'לא מגיעים' }}: {{ model.name }}",
        ),
        lines: [
          '{{ model.name }}, {{ model.email }} {{ model.phone }}',
          `${text('Places: ', 'מקומות: ')}{{ model.comes == 'yes' ? 1 + fn.length(model.guests) : 0 }}`,
          '{{ model.needs }}',
        ],
        replyTo: '{{ model.email }}',
      }),
      {
        if: "model.comes == 'yes'",
        to: ['{{ model.email }}'],
        replyTo: owner === '' ? [] : [owner],
        subject: text('Your registration', 'ההרשמה שלך'),
        text: text(
          'You are registered, with {{ 1 + fn.length(model.guests) }} places in all. See you there!\n\nIf anything changes, answer this email.',
          'נרשמת, ונשמרו בסך הכול {{ 1 + fn.length(model.guests) }} מקומות. נתראה!\n\nאם משהו משתנה, אפשר להשיב להודעה הזאת.',
        ),
      },
    ],
    ui: [
      {
        type: 'message',
        if: "model.comes == 'yes'",
        text: text(
          'Thank you, {{ model.name }}. We have kept {{ 1 + fn.length(model.guests) }} places and sent you an email.',
          'תודה, {{ model.name }}. שמרנו {{ 1 + fn.length(model.guests) }} מקומות ושלחנו לך אישור בדואר.',
        ),
      },
      {
        type: 'message',
        if: "model.comes != 'yes'",
        text: text('Thank you for telling us. You will be missed.', 'תודה על העדכון. נתראה בפעם הבאה.'),
      },
    ],
  },
});

function mealField(text: PickText): Element {
  return {
    type: 'fSelect',
    name: 'meal',
    options: [
      text('Meat', 'בשרי'),
      text('Fish', 'דגים'),
      text('Vegetarian', 'צמחוני'),
      text('Vegan', 'טבעוני'),
      text('Gluten free', 'ללא גלוטן'),
    ],
    reqValidator: true,
  };
}
