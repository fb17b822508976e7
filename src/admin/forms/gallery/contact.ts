// Contact: somebody writes, and the answer goes back to their address.
import { emailField, type MakeForm, phoneField, root, row, tellOwner } from './gallery-form.ts';

export const contact: MakeForm = (say, owner) => ({
  name: say('Contact us', 'יצירת קשר'),
  formSchema: root(
    { type: 'eText', name: 'intro', text: say('We answer within two working days.', 'אנחנו עונים תוך שני ימי עבודה.') },
    { type: 'fInput', name: 'name', label: say('Your name', 'שם מלא'), reqValidator: true },
    row(
      'reach',
      emailField(say, { reqValidator: { req: "model.answerBy != 'phone'" } }),
      phoneField(say, { reqValidator: { req: "model.answerBy == 'phone'" } }),
    ),
    {
      type: 'fRadio',
      name: 'answerBy',
      label: say('How should we answer?', 'איך לענות לך?'),
      options: [
        ['email', say('By email', 'בדואר אלקטרוני')],
        ['phone', say('By phone', 'בטלפון')],
      ],
      initialValue: 'email',
      reqValidator: true,
    },
    {
      type: 'fSelect',
      name: 'topic',
      label: say('What is it about?', 'מה הנושא?'),
      options: [
        say('A question', 'שאלה'),
        say('An order', 'הזמנה'),
        say('A problem', 'בעיה'),
        say('Something else', 'נושא אחר'),
      ],
      reqValidator: true,
    },
    {
      type: 'fLngTxt',
      name: 'message',
      label: say('Your message', 'ההודעה'),
      reqValidator: true,
      validators: [{ type: 'str/maxLength', value: 5000 }],
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(say, {
        owner,
        subject: say('{{ model.topic }}: {{ model.name }}', '{{ model.topic }}: {{ model.name }}'),
        lines: ['{{ model.message }}', '', '{{ model.name }}', '{{ model.email }} {{ model.phone }}'],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: say(
          'Thank you, {{ model.name }}. Your message has arrived.',
          'תודה, {{ model.name }}. ההודעה שלך התקבלה.',
        ),
      },
    ],
  },
});
