// Contact: somebody writes, and the answer goes back to their address.
import { emailField, type MakeForm, phoneField, root, row, tellOwner } from './gallery-form.ts';

export const contact: MakeForm = (text, owner) => ({
  name: text('contactUs'),
  formSchema: root(
    {
      type: 'eText',
      name: 'intro',
      text: text('weAnswerWithinTwoWorking'),
    },
    { type: 'fInput', name: 'name', label: text('yourName'), reqValidator: true },
    row(
      'reach',
      emailField(text, { reqValidator: { req: "model.answerBy != 'phone'" } }),
      phoneField(text, { reqValidator: { req: "model.answerBy == 'phone'" } }),
    ),
    {
      type: 'fRadio',
      name: 'answerBy',
      label: text('howShouldWeAnswer'),
      options: [
        ['email', text('byEmail')],
        ['phone', text('byPhone')],
      ],
      initialValue: 'email',
      reqValidator: true,
    },
    {
      type: 'fSelect',
      name: 'topic',
      label: text('whatIsItAbout'),
      options: [text('aQuestion'), text('anOrder'), text('aProblem'), text('somethingElse')],
      reqValidator: true,
    },
    {
      type: 'fLngTxt',
      name: 'message',
      label: text('yourMessage'),
      reqValidator: true,
      validators: [{ type: 'str/maxLength', value: 5000 }],
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        subject: text('text'),
        lines: ['{{ model.message }}', '', '{{ model.name }}', '{{ model.email }} {{ model.phone }}'],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: text('thankYouYourMessageHas'),
      },
    ],
  },
});
