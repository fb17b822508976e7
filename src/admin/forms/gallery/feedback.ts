// Feedback: stars first, details for those who want to give them, and why when it was not good.
import { emailField, type MakeForm, root, tellOwner } from './gallery-form.ts';

export const feedback: MakeForm = (text, owner) => ({
  name: text('howWasIt'),
  formSchema: root(
    { type: 'fRate', name: 'overall', label: text('allInAll'), reqValidator: true },
    {
      type: 'fMatrix',
      name: 'details',
      label: text('inDetail'),
      matrixQuestions: [
        ['welcome', text('welcomeAndService')],
        ['quality', text('quality')],
        ['time', text('waitingTime')],
        ['price', text('valueForMoney')],
      ],
      options: [text('poor'), text('fair'), text('good'), text('veryGood')],
    },
    {
      type: 'fLngTxt',
      name: 'wrong',
      label: text('whatWentWrong'),
      relevant: 'model.overall && model.overall <= 2',
      reqValidator: { message: text('aWordIsEnoughIt') },
    },
    {
      type: 'fLngTxt',
      name: 'liked',
      label: text('whatDidYouLikeMost'),
      relevant: 'model.overall > 2',
    },
    {
      type: 'fRate',
      name: 'recommends',
      rateMax: 10,
      label: text('howLikelyAreYouTo'),
    },
    { type: 'fBool', name: 'mayAsk', label: text('youMayAskMeAbout') },
    emailField(text, { relevant: 'model.mayAsk', reqValidator: true }),
  ),
  postSubmit: {
    emails: [
      {
        if: 'model.overall <= 2',
        ...tellOwner(text, {
          owner,
          subject: text('somebodyWasNotHappyOf'),
          lines: ['{{ model.wrong }}', '{{ model.email }}'],
          replyTo: '{{ model.email }}',
        }),
      },
    ],
    ui: [
      {
        type: 'message',
        text: text('thankYouEveryAnswerIs'),
      },
    ],
  },
});
