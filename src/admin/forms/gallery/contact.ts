// Contact: somebody writes, and the answer goes back to their address.
import { emailField, type MakeForm, phoneField, root, row, tellOwner } from './gallery-form.ts';

export const contact: MakeForm = (text, owner) => ({
  name: text('Contact us', 'יצירת קשר'),
  formSchema: root(
    {
      type: 'eText',
      name: 'intro',
      text: text('We answer within two working days.', 'אנחנו עונים תוך שני ימי עבודה.'),
    },
    { type: 'fInput', name: 'name', label: text('Your name', 'שם מלא'), reqValidator: true },
    row(
      'reach',
      emailField(text, { reqValidator: { req: "model.answerBy != 'phone'" } }),
      phoneField(text, { reqValidator: { req: "model.answerBy == 'phone'" } }),
    ),
    {
      type: 'fRadio',
      name: 'answerBy',
      label: text('How should we answer?', 'איך לענות לך?'),
      options: [
        ['email', text('By email', 'בדואר אלקטרוני')],
        ['phone', text('By phone', 'בטלפון')],
      ],
      initialValue: 'email',
      reqValidator: true,
    },
    {
      type: 'fSelect',
      name: 'topic',
      label: text('What is it about?', 'מה הנושא?'),
      options: [
        text('A question', 'שאלה'),
        text('An order', 'הזמנה'),
        text('A problem', 'בעיה'),
        text('Something else', 'נושא אחר'),
      ],
      reqValidator: true,
    },
    {
      type: 'fLngTxt',
      name: 'message',
      label: text('Your message', 'ההודעה'),
      reqValidator: true,
      validators: [{ type: 'str/maxLength', value: 5000 }],
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        subject: text('{{ model.topic }}: {{ model.name }}', '{{ model.topic }}: {{ model.name }}'),
        lines: ['{{ model.message }}', '', '{{ model.name }}', '{{ model.email }} {{ model.phone }}'],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: text(
          'Thank you, {{ model.name }}. Your message has arrived.',
          'תודה, {{ model.name }}. ההודעה שלך התקבלה.',
        ),
      },
    ],
  },
});
