// Order form: a quantity for each product, delivery at a price, the total calculated as people type.
import type { Element } from '../../../core/definition/form-definition.ts';
import { emailField, type MakeForm, type PickText, phoneField, root, row, tellOwner } from './gallery-form.ts';

const goods = 'fn.round((model.bread || 0) * 7.5 + (model.cake || 0) * 24 + (model.cookies || 0) * 12, 2)';
const total = `fn.round(${goods} + (model.delivery == 'home' ? 20 : 0), 2)`;

export const order: MakeForm = (text, owner) => ({
  name: text('Order', 'הזמנה'),
  formSchema: root(
    {
      type: 'cSection',
      name: 'products',
      label: text('What would you like?', 'מה להכין לך?'),
      children: [
        row(
          'quantities',
          quantity(text, { name: 'bread', label: text('Bread, 7.50', 'לחם, 7.50') }),
          quantity(text, { name: 'cake', label: text('Cake, 24.00', 'עוגה, 24.00') }),
          quantity(text, { name: 'cookies', label: text('Cookies, 12.00', 'עוגיות, 12.00') }),
        ),
        { type: 'eEq', name: 'goods', label: text('Products', 'מוצרים'), eq: goods },
      ],
    },
    {
      type: 'cSection',
      name: 'handover',
      label: text('How does it reach you?', 'איך זה יגיע אליך?'),
      children: [
        {
          type: 'fRadio',
          name: 'delivery',
          label: text('Delivery', 'אספקה'),
          options: [
            ['shop', text('I pick it up', 'איסוף עצמי')],
            ['home', text('To my home, 20.00', 'משלוח הביתה, 20.00')],
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
              { type: 'fInput', name: 'street', label: text('Street and number', 'רחוב ומספר'), reqValidator: true },
              { type: 'fInput', name: 'city', label: text('Town', 'יישוב'), reqValidator: true },
            ),
          ],
        },
        { type: 'fDate', name: 'day', label: text('Day', 'תאריך'), reqValidator: true },
        { type: 'fLngTxt', name: 'wish', label: text('Wishes', 'בקשות') },
      ],
    },
    {
      type: 'cSection',
      name: 'person',
      label: text('About you', 'פרטים'),
      children: [
        { type: 'fInput', name: 'name', label: text('Your name', 'שם מלא'), reqValidator: true },
        row('reach', phoneField(text, { reqValidator: true }), emailField(text)),
      ],
    },
    { type: 'eEq', name: 'total', label: text('To pay', 'לתשלום'), relevant: goods, eq: total },
    {
      type: 'eText',
      name: 'nothingYet',
      relevant: `!(${goods})`,
      text: text('Nothing is chosen yet.', 'עדיין לא נבחר דבר.'),
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        subject: text(
          `Order of {{ model.name }}: {{ ${total} | number:2 }}`,
          `הזמנה של {{ model.name }}: {{ ${total} | number:2 }}`,
        ),
        lines: [
          `${text('Bread: ', 'לחם: ')}{{ model.bread || 0 }}`,
          `${text('Cake: ', 'עוגה: ')}{{ model.cake || 0 }}`,
          `${text('Cookies: ', 'עוגיות: ')}{{ model.cookies || 0 }}`,
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
        text: text(
          `Thank you, {{ model.name }}. Your order of {{ ${total} | number:2 }} has arrived.`,
          `תודה, {{ model.name }}. ההזמנה על סך {{ ${total} | number:2 }} התקבלה.`,
        ),
      },
    ],
  },
});

function quantity(text: PickText, field: { name: string; label: string }): Element {
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
        message: text('For more than 100 please call us.', 'ליותר מ־100 נשמח לשיחת טלפון.'),
      },
    ],
    // Somebody who orders nothing has forgotten something.
    reqValidator: {
      req: '!model.bread && !model.cake && !model.cookies',
      message: text('Please choose at least one product.', 'יש לבחור לפחות מוצר אחד.'),
    },
  };
}
