// Expense claim: a row with its receipt for each expense, what is still to be paid, and a PDF for the books.
import { emailField, type MakeForm, mustAgree, root, row, tellOwner } from './gallery-form.ts';

const megabyte = 1_048_576;
const spent = "fn.round(fn.sum(model.expenses, 'amount'), 2)";
const due = 'fn.round(model.spent - (model.advance || 0), 2)';

export const expenseClaim: MakeForm = (text, owner) => ({
  name: text('expenseClaim'),
  formSchema: root(
    row(
      'person',
      { type: 'fInput', name: 'name', label: text('yourName'), reqValidator: true },
      emailField(text, { reqValidator: true }),
    ),
    { type: 'fInput', name: 'purpose', label: text('whatWasItFor'), reqValidator: true },
    {
      type: 'cRepeat',
      name: 'expenses',
      label: text('expenses'),
      repMaxRows: 30,
      reqValidator: { message: text('pleaseAddAnExpense') },
      children: [
        row(
          'expense',
          { type: 'fDate', name: 'day', label: text('date'), reqValidator: true },
          {
            type: 'fSelect',
            name: 'kind',
            label: text('kind'),
            options: [text('travel'), text('food'), text('lodging'), text('material'), ['other', text('other')]],
            reqValidator: true,
          },
          {
            type: 'fInput',
            name: 'amount',
            label: text('amount'),
            typeValidator: 'num',
            reqValidator: true,
            validators: [{ type: 'expr', value: 'value > 0', message: text('mustBeMoreThan0') }],
          },
        ),
        {
          type: 'fInput',
          name: 'what',
          label: text('what'),
          relevant: "row.kind == 'other'",
          reqValidator: true,
        },
        {
          type: 'fFile',
          name: 'receipt',
          label: text('receipt'),
          fileTypes: ['image/*', 'application/pdf'],
          fileMaxSize: 10 * megabyte,
          fileMaxNum: 3,
          // Small sums are believed.
          reqValidator: { req: 'row.amount > 50', message: text('aReceiptIsNeededOver') },
        },
      ],
    },
    {
      type: 'cSection',
      name: 'sums',
      label: text('inAll'),
      children: [
        { type: 'fInput', name: 'spent', label: text('spent'), typeValidator: 'num', compute: spent },
        {
          type: 'fInput',
          name: 'advance',
          label: text('advanceAlreadyReceived'),
          typeValidator: 'num',
          validators: [{ type: 'num/min', value: 0 }],
        },
        { type: 'fInput', name: 'due', label: text('toBePaidBack'), typeValidator: 'num', compute: due },
        {
          type: 'fInput',
          name: 'manager',
          label: text('approvedByNeededOver500'),
          relevant: 'model.spent > 500',
          reqValidator: true,
        },
      ],
    },
    mustAgree(text, {
      name: 'isTrue',
      label: text('allOfThisWasSpent'),
    }),
  ),
  postSubmit: {
    renders: [{ if: 'true' }],
    emails: [
      tellOwner(text, {
        owner,
        subject: text('expensesSubject', { total: '{{ model.due | number:2 }}' }),
        lines: ['{{ model.purpose }}', '{{ model.name }}, {{ model.email }}', '{{ model.manager }}'],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: text('expensesThanks', { total: '{{ model.due | number:2 }}' }),
      },
    ],
  },
});
