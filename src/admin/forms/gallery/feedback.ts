// Feedback: stars first, details for those who want to give them, and why when it was not good.
import { emailField, type MakeForm, root, tellOwner } from './gallery-form.ts';

export const feedback: MakeForm = (say, owner) => ({
  name: say('How was it?', 'איך היה?'),
  formSchema: root(
    { type: 'fRate', name: 'overall', label: say('All in all', 'באופן כללי'), reqValidator: true },
    {
      type: 'fMatrix',
      name: 'details',
      label: say('In detail', 'בפירוט'),
      matrixQuestions: [
        ['welcome', say('Welcome and service', 'קבלת הפנים והשירות')],
        ['quality', say('Quality', 'איכות')],
        ['time', say('Waiting time', 'זמן ההמתנה')],
        ['price', say('Value for money', 'תמורה למחיר')],
      ],
      options: [say('Poor', 'גרוע'), say('Fair', 'סביר'), say('Good', 'טוב'), say('Very good', 'טוב מאוד')],
    },
    {
      type: 'fLngTxt',
      name: 'wrong',
      label: say('What went wrong?', 'מה השתבש?'),
      relevant: 'model.overall && model.overall <= 2',
      reqValidator: { message: say('A word is enough. It helps us mend it.', 'גם מילה אחת תעזור לנו לתקן.') },
    },
    {
      type: 'fLngTxt',
      name: 'liked',
      label: say('What did you like most?', 'מה אהבת במיוחד?'),
      relevant: 'model.overall > 2',
    },
    {
      type: 'fRate',
      name: 'recommends',
      rateMax: 10,
      label: say('How likely are you to recommend us?', 'עד כמה סביר שתמליצו עלינו?'),
    },
    { type: 'fBool', name: 'mayAsk', label: say('You may ask me about my answers', 'אפשר לפנות אליי לגבי התשובות') },
    emailField(say, { relevant: 'model.mayAsk', reqValidator: true }),
  ),
  postSubmit: {
    emails: [
      {
        if: 'model.overall <= 2',
        ...tellOwner(say, {
          owner,
          subject: say('Somebody was not happy ({{ model.overall }} of 5)', 'משוב שלילי ({{ model.overall }} מתוך 5)'),
          lines: ['{{ model.wrong }}', '{{ model.email }}'],
          replyTo: '{{ model.email }}',
        }),
      },
    ],
    ui: [
      {
        type: 'message',
        text: say('Thank you. Every answer is read.', 'תודה. כל תשובה נקראת.'),
      },
    ],
  },
});
