// Order form: a quantity for each product, delivery at a price, the total calculated as people type.
import type { Element } from '../../../core/form-definition.ts';
import { emailField, type MakeForm, phoneField, root, row, type Say, tellOwner } from './gallery-form.ts';

const goods = 'fn.round((model.bread || 0) * 7.5 + (model.cake || 0) * 24 + (model.cookies || 0) * 12, 2)';
const total = `fn.round(${goods} + (model.delivery == 'home' ? 20 : 0), 2)`;

export const order: MakeForm = (say, owner) => ({
  name: say('Order', 'הזמנה'),
  formSchema: root(
    {
      type: 'cSection',
      name: 'products',
      label: say('What would you like?', 'מה להכין לך?'),
      children: [
        row(
          'quantities',
          quantity(say, { name: 'bread', label: say('Bread, 7.50', 'לחם, 7.50') }),
          quantity(say, { name: 'cake', label: say('Cake, 24.00', 'עוגה, 24.00') }),
          quantity(say, { name: 'cookies', label: say('Cookies, 12.00', 'עוגיות, 12.00') }),
        ),
        { type: 'eEq', name: 'goods', label: say('Products', 'מוצרים'), eq: goods },
      ],
    },
    {
      type: 'cSection',
      name: 'handover',
      label: say('How does it reach you?', 'איך זה יגיע אליך?'),
      children: [
        {
          type: 'fRadio',
          name: 'delivery',
          label: say('Delivery', 'אספקה'),
          options: [
            ['shop', say('I pick it up', 'איסוף עצמי')],
            ['home', say('To my home, 20.00', 'משלוח הביתה, 20.00')],
          ],
          reqValidator: true,
        },
        {
          type: 'cSection',
          name: 'address',
          secFlat: false,
          relevant: "model.delivery == 'home'",
          children: [
            row(
              'place',
              { type: 'fInput', name: 'street', label: say('Street and number', 'רחוב ומספר'), reqValidator: true },
              { type: 'fInput', name: 'city', label: say('Town', 'יישוב'), reqValidator: true },
            ),
          ],
        },
        { type: 'fDate', name: 'day', label: say('Day', 'תאריך'), reqValidator: true },
        { type: 'fLngTxt', name: 'wish', label: say('Wishes', 'בקשות') },
      ],
    },
    {
      type: 'cSection',
      name: 'person',
      label: say('About you', 'פרטים'),
      children: [
        { type: 'fInput', name: 'name', label: say('Your name', 'שם מלא'), reqValidator: true },
        row('reach', phoneField(say, { reqValidator: true }), emailField(say)),
      ],
    },
    { type: 'eEq', name: 'total', label: say('To pay', 'לתשלום'), relevant: goods, eq: total },
    {
      type: 'eText',
      name: 'nothingYet',
      relevant: `!(${goods})`,
      text: say('Nothing is chosen yet.', 'עדיין לא נבחר דבר.'),
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(say, {
        owner,
        subject: say(
          `Order of {{ model.name }}: {{ ${total} | number:2 }}`,
          `הזמנה של {{ model.name }}: {{ ${total} | number:2 }}`,
        ),
        lines: [
          say('Bread: ', 'לחם: ') + '{{ model.bread || 0 }}',
          say('Cake: ', 'עוגה: ') + '{{ model.cake || 0 }}',
          say('Cookies: ', 'עוגיות: ') + '{{ model.cookies || 0 }}',
          "{{ model.day | date:'dd/MM/yyyy' }} {{ model.address.street }} {{ model.address.city }}",
          '{{ model.name }}, {{ model.phone }} {{ model.email }}',
          '{{ model.wish }}',
        ],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: say(
          `Thank you, {{ model.name }}. Your order of {{ ${total} | number:2 }} has arrived.`,
          `תודה, {{ model.name }}. ההזמנה על סך {{ ${total} | number:2 }} התקבלה.`,
        ),
      },
    ],
  },
});

function quantity(say: Say, field: { name: string; label: string }): Element {
  return {
    type: 'fInput',
    ...field,
    typeValidator: 'num',
    validators: [
      'num/integer',
      { type: 'num/min', value: 0 },
      {
        type: 'num/max',
        value: 100,
        message: say('For more than 100 please call us.', 'ליותר מ־100 נשמח לשיחת טלפון.'),
      },
    ],
    // Somebody who orders nothing has forgotten something.
    reqValidator: {
      req: '!model.bread && !model.cake && !model.cookies',
      message: say('Please choose at least one product.', 'יש לבחור לפחות מוצר אחד.'),
    },
  };
}
