// Event registration: a yes brings guests with it, one row each; a no is said quickly.
import type { Element } from '../../../core/form-definition.ts';
import { emailField, type MakeForm, phoneField, root, row, type Say, tellOwner, yesNo } from './gallery-form.ts';

export const eventRegistration: MakeForm = (say, owner) => ({
  name: say('Event registration', 'הרשמה לאירוע'),
  formSchema: root(
    {
      type: 'eText',
      name: 'intro',
      text: say(
        'Write here what the event is, when and where. Please answer by the end of the month.',
        'כאן כותבים מה האירוע, מתי ואיפה. נשמח לתשובה עד סוף החודש.',
      ),
    },
    { type: 'fInput', name: 'name', label: say('Your name', 'שם מלא'), reqValidator: true },
    row('reach', emailField(say, { reqValidator: true }), phoneField(say)),
    {
      type: 'fRadio',
      name: 'comes',
      label: say('Will you come?', 'האם מגיעים?'),
      options: yesNo(say),
      reqValidator: true,
    },
    {
      type: 'cSection',
      name: 'coming',
      label: say('At the event', 'באירוע'),
      relevant: "model.comes == 'yes'",
      children: [
        { ...mealField(say), label: say('Your meal', 'המנה שלך') },
        {
          type: 'cRepeat',
          name: 'guests',
          label: say('Guests you bring', 'אורחים שבאים איתך'),
          repMaxRows: 5,
          children: [
            { type: 'fInput', name: 'guestName', label: say('Name', 'שם'), reqValidator: true },
            { ...mealField(say), name: 'guestMeal', label: say('Meal', 'מנה') },
          ],
        },
        {
          type: 'eEq',
          name: 'places',
          label: say('Places kept for you', 'מקומות שנשמור לך'),
          eq: '1 + fn.length(model.guests)',
        },
        {
          type: 'fLngTxt',
          name: 'needs',
          label: say('Allergies, accessibility, anything we should know', 'אלרגיות, נגישות וכל מה שכדאי שנדע'),
        },
      ],
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(say, {
        owner,
        subject: say(
          "{{ model.comes == 'yes' ? 'Coming' : 'Not coming' }}: {{ model.name }}",
          "{{ model.comes == 'yes' ? 'מגיעים' : 'לא מגיעים' }}: {{ model.name }}",
        ),
        lines: [
          '{{ model.name }}, {{ model.email }} {{ model.phone }}',
          say('Places: ', 'מקומות: ') + "{{ model.comes == 'yes' ? 1 + fn.length(model.guests) : 0 }}",
          '{{ model.needs }}',
        ],
        replyTo: '{{ model.email }}',
      }),
      {
        if: "model.comes == 'yes'",
        to: ['{{ model.email }}'],
        replyTo: owner === '' ? [] : [owner],
        subject: say('Your registration', 'ההרשמה שלך'),
        text: say(
          'You are registered, with {{ 1 + fn.length(model.guests) }} places in all. See you there!\n\nIf anything changes, answer this email.',
          'נרשמת, ונשמרו בסך הכול {{ 1 + fn.length(model.guests) }} מקומות. נתראה!\n\nאם משהו משתנה, אפשר להשיב להודעה הזאת.',
        ),
      },
    ],
    ui: [
      {
        type: 'message',
        if: "model.comes == 'yes'",
        text: say(
          'Thank you, {{ model.name }}. We have kept {{ 1 + fn.length(model.guests) }} places and sent you an email.',
          'תודה, {{ model.name }}. שמרנו {{ 1 + fn.length(model.guests) }} מקומות ושלחנו לך אישור בדואר.',
        ),
      },
      {
        type: 'message',
        if: "model.comes != 'yes'",
        text: say('Thank you for telling us. You will be missed.', 'תודה על העדכון. נתראה בפעם הבאה.'),
      },
    ],
  },
});

function mealField(say: Say): Element {
  return {
    type: 'fSelect',
    name: 'meal',
    options: [
      say('Meat', 'בשרי'),
      say('Fish', 'דגים'),
      say('Vegetarian', 'צמחוני'),
      say('Vegan', 'טבעוני'),
      say('Gluten free', 'ללא גלוטן'),
    ],
    reqValidator: true,
  };
}
