// Expense claim: a row with its receipt for each expense, what is still to be paid, and a PDF for the books.
import { emailField, type MakeForm, mustAgree, root, row, tellOwner } from './gallery-form.ts';

const megabyte = 1_048_576;
const spent = "fn.round(fn.sum(model.expenses, 'amount'), 2)";
const due = `fn.round(${spent} - (model.advance || 0), 2)`;

export const expenseClaim: MakeForm = (text, owner) => ({
  name: text('Expense claim', 'החזר הוצאות'),
  formSchema: root(
    row(
      'person',
      { type: 'fInput', name: 'name', label: text('Your name', 'שם מלא'), reqValidator: true },
      emailField(text, { reqValidator: true }),
    ),
    { type: 'fInput', name: 'purpose', label: text('What was it for?', 'לאיזו מטרה?'), reqValidator: true },
    {
      type: 'cRepeat',
      name: 'expenses',
      label: text('Expenses', 'הוצאות'),
      repMaxRows: 30,
      reqValidator: { message: text('Please add an expense.', 'יש להוסיף הוצאה.') },
      children: [
        row(
          'expense',
          { type: 'fDate', name: 'day', label: text('Date', 'תאריך'), reqValidator: true },
          {
            type: 'fSelect',
            name: 'kind',
            label: text('Kind', 'סוג'),
            options: [
              text('Travel', 'נסיעות'),
              text('Food', 'ארוחות'),
              text('Lodging', 'לינה'),
              text('Material', 'ציוד'),
              ['other', text('Other', 'אחר')],
            ],
            reqValidator: true,
          },
          {
            type: 'fInput',
            name: 'amount',
            label: text('Amount', 'סכום'),
            typeValidator: 'num',
            reqValidator: true,
            validators: [
              { type: 'expr', value: 'value > 0', message: text('Must be more than 0.', 'הסכום חייב להיות גדול מ־0.') },
            ],
          },
        ),
        {
          type: 'fInput',
          name: 'what',
          label: text('What?', 'מה?'),
          relevant: "row.kind == 'other'",
          reqValidator: true,
        },
        {
          type: 'fFile',
          name: 'receipt',
          label: text('Receipt', 'קבלה'),
          fileTypes: ['image/*', 'application/pdf'],
          fileMaxSize: 10 * megabyte,
          fileMaxNum: 3,
          // Small sums are believed.
          reqValidator: { req: 'row.amount > 50', message: text('A receipt is needed over 50.', 'מעל 50 נדרשת קבלה.') },
        },
      ],
    },
    {
      type: 'cSection',
      name: 'sums',
      label: text('In all', 'סיכום'),
      children: [
        { type: 'eEq', name: 'spent', label: text('Spent', 'הוצאות'), eq: spent },
        {
          type: 'fInput',
          name: 'advance',
          label: text('Advance already received', 'מקדמה שכבר התקבלה'),
          typeValidator: 'num',
          validators: [{ type: 'num/min', value: 0 }],
        },
        { type: 'eEq', name: 'due', label: text('To be paid back', 'להחזר'), eq: due },
        {
          type: 'fInput',
          name: 'manager',
          label: text('Approved by (needed over 500)', 'באישור (נדרש מעל 500)'),
          relevant: `${spent} > 500`,
          reqValidator: true,
        },
      ],
    },
    mustAgree(text, {
      name: 'isTrue',
      label: text('All of this was spent for work.', 'כל ההוצאות היו לצורכי עבודה.'),
    }),
  ),
  postSubmit: {
    renders: [{ if: 'true' }],
    emails: [
      tellOwner(text, {
        owner,
        subject: text(
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
        text: text(
          `Thank you, {{ model.name }}. {{ ${due} | number:2 }} will be paid back.`,
          `תודה, {{ model.name }}. יוחזרו {{ ${due} | number:2 }}.`,
        ),
      },
    ],
  },
});
