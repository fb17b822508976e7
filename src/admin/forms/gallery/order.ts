// Order form: a quantity for each product, delivery at a price, the total calculated as people type.
import type { Element } from '../../../core/definition/form-definition.ts';
import { emailField, type MakeForm, type PickText, phoneField, root, row, tellOwner } from './gallery-form.ts';

const goods = 'fn.round((model.bread || 0) * 7.5 + (model.cake || 0) * 24 + (model.cookies || 0) * 12, 2)';
const total = "fn.round(model.goods + (model.delivery == 'home' ? 20 : 0), 2)";

export const order: MakeForm = (text, owner) => ({
  name: text('order'),
  formSchema: root(
    {
      type: 'cSection',
      name: 'products',
      label: text('whatWouldYouLike'),
      children: [
        row(
          'quantities',
          quantity(text, { name: 'bread', label: text('bread750') }),
          quantity(text, { name: 'cake', label: text('cake2400') }),
          quantity(text, { name: 'cookies', label: text('cookies1200') }),
        ),
        { type: 'fInput', name: 'goods', label: text('products'), typeValidator: 'num', compute: goods },
      ],
    },
    {
      type: 'cSection',
      name: 'handover',
      label: text('howDoesItReachYou'),
      children: [
        {
          type: 'fRadio',
          name: 'delivery',
          label: text('delivery'),
          options: [
            ['shop', text('iPickItUp')],
            ['home', text('toMyHome2000')],
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
              { type: 'fInput', name: 'street', label: text('streetAndNumber'), reqValidator: true },
              { type: 'fInput', name: 'city', label: text('town'), reqValidator: true },
            ),
          ],
        },
        { type: 'fDate', name: 'day', label: text('day'), reqValidator: true },
        { type: 'fLngTxt', name: 'wish', label: text('wishes') },
      ],
    },
    {
      type: 'cSection',
      name: 'person',
      label: text('aboutYou2'),
      children: [
        { type: 'fInput', name: 'name', label: text('yourName'), reqValidator: true },
        row('reach', phoneField(text, { reqValidator: true }), emailField(text)),
      ],
    },
    {
      type: 'fInput',
      name: 'total',
      label: text('toPay'),
      relevant: 'model.goods',
      typeValidator: 'num',
      compute: total,
    },
    {
      type: 'eText',
      name: 'nothingYet',
      relevant: '!model.goods',
      text: text('nothingIsChosenYet'),
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        subject: text('orderSubject', { total: '{{ model.total | number:2 }}' }),
        lines: [
          `${text('bread')}{{ model.bread || 0 }}`,
          `${text('cake')}{{ model.cake || 0 }}`,
          `${text('cookies')}{{ model.cookies || 0 }}`,
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
        text: text('orderThanks', { total: '{{ model.total | number:2 }}' }),
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
        message: text('forMoreThan100Please'),
      },
    ],
    // Somebody who orders nothing has forgotten something.
    reqValidator: {
      req: '!model.bread && !model.cake && !model.cookies',
      message: text('pleaseChooseAtLeastOne'),
    },
  };
}
