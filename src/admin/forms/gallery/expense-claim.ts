// Expense claim: a row with its receipt for each expense, what is still to be paid, and a PDF for the books.
import { emailField, type MakeForm, mustAgree, root, row, tellOwner } from './gallery-form.ts';

const megabyte = 1_048_576;
const spent = "fn.round(fn.sum(model.expenses, 'amount'), 2)";
const due = `fn.round(${spent} - (model.advance || 0), 2)`;

export const expenseClaim: MakeForm = (say, owner) => ({
  name: say('Expense claim', 'החזר הוצאות'),
  formSchema: root(
    row(
      'person',
      { type: 'fInput', name: 'name', label: say('Your name', 'שם מלא'), reqValidator: true },
      emailField(say, { reqValidator: true }),
    ),
    { type: 'fInput', name: 'purpose', label: say('What was it for?', 'לאיזו מטרה?'), reqValidator: true },
    {
      type: 'cRepeat',
      name: 'expenses',
      label: say('Expenses', 'הוצאות'),
      repMaxRows: 30,
      reqValidator: { message: say('Please add an expense.', 'יש להוסיף הוצאה.') },
      children: [
        row(
          'expense',
          { type: 'fDate', name: 'day', label: say('Date', 'תאריך'), reqValidator: true },
          {
            type: 'fSelect',
            name: 'kind',
            label: say('Kind', 'סוג'),
            options: [
              say('Travel', 'נסיעות'),
              say('Food', 'ארוחות'),
              say('Lodging', 'לינה'),
              say('Material', 'ציוד'),
              ['other', say('Other', 'אחר')],
            ],
            reqValidator: true,
          },
          {
            type: 'fInput',
            name: 'amount',
            label: say('Amount', 'סכום'),
            typeValidator: 'num',
            reqValidator: true,
            validators: [
              { type: 'expr', value: 'value > 0', message: say('Must be more than 0.', 'הסכום חייב להיות גדול מ־0.') },
            ],
          },
        ),
        {
          type: 'fInput',
          name: 'what',
          label: say('What?', 'מה?'),
          relevant: "row.kind == 'other'",
          reqValidator: true,
        },
        {
          type: 'fFile',
          name: 'receipt',
          label: say('Receipt', 'קבלה'),
          fileTypes: ['image/*', 'application/pdf'],
          fileMaxSize: 10 * megabyte,
          fileMaxNum: 3,
          // Small sums are believed.
          reqValidator: { req: 'row.amount > 50', message: say('A receipt is needed over 50.', 'מעל 50 נדרשת קבלה.') },
        },
      ],
    },
    {
      type: 'cSection',
      name: 'sums',
      label: say('In all', 'סיכום'),
      children: [
        { type: 'eEq', name: 'spent', label: say('Spent', 'הוצאות'), eq: spent },
        {
          type: 'fInput',
          name: 'advance',
          label: say('Advance already received', 'מקדמה שכבר התקבלה'),
          typeValidator: 'num',
          validators: [{ type: 'num/min', value: 0 }],
        },
        { type: 'eEq', name: 'due', label: say('To be paid back', 'להחזר'), eq: due },
        {
          type: 'fInput',
          name: 'manager',
          label: say('Approved by (needed over 500)', 'באישור (נדרש מעל 500)'),
          relevant: `${spent} > 500`,
          reqValidator: true,
        },
      ],
    },
    mustAgree(say, {
      name: 'isTrue',
      label: say('All of this was spent for work.', 'כל ההוצאות היו לצורכי עבודה.'),
    }),
  ),
  postSubmit: {
    renders: [{ if: 'true' }],
    emails: [
      tellOwner(say, {
        owner,
        subject: say(
          `Expenses of {{ model.name }}: {{ ${due} | number:2 }}`,
          `הוצאות של {{ model.name }}: {{ ${due} | number:2 }}`,
        ),
        lines: ['{{ model.purpose }}', '{{ model.name }}, {{ model.email }}', '{{ model.manager }}'],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: say(
          `Thank you, {{ model.name }}. {{ ${due} | number:2 }} will be paid back.`,
          `תודה, {{ model.name }}. יוחזרו {{ ${due} | number:2 }}.`,
        ),
      },
    ],
  },
});
