// Feedback: stars first, details for those who want to give them, and why when it was not good.
import { emailField, type MakeForm, root, tellOwner } from './gallery-form.ts';

export const feedback: MakeForm = (text, owner) => ({
  name: text('How was it?', 'איך היה?'),
  formSchema: root(
    { type: 'fRate', name: 'overall', label: text('All in all', 'באופן כללי'), reqValidator: true },
    {
      type: 'fMatrix',
      name: 'details',
      label: text('In detail', 'בפירוט'),
      matrixQuestions: [
        ['welcome', text('Welcome and service', 'קבלת הפנים והשירות')],
        ['quality', text('Quality', 'איכות')],
        ['time', text('Waiting time', 'זמן ההמתנה')],
        ['price', text('Value for money', 'תמורה למחיר')],
      ],
      options: [text('Poor', 'גרוע'), text('Fair', 'סביר'), text('Good', 'טוב'), text('Very good', 'טוב מאוד')],
    },
    {
      type: 'fLngTxt',
      name: 'wrong',
      label: text('What went wrong?', 'מה השתבש?'),
      relevant: 'model.overall && model.overall <= 2',
      reqValidator: { message: text('A word is enough. It helps us mend it.', 'גם מילה אחת תעזור לנו לתקן.') },
    },
    {
      type: 'fLngTxt',
      name: 'liked',
      label: text('What did you like most?', 'מה אהבת במיוחד?'),
      relevant: 'model.overall > 2',
    },
    {
      type: 'fRate',
      name: 'recommends',
      rateMax: 10,
      label: text('How likely are you to recommend us?', 'עד כמה סביר שתמליצו עלינו?'),
    },
    { type: 'fBool', name: 'mayAsk', label: text('You may ask me about my answers', 'אפשר לפנות אליי לגבי התשובות') },
    emailField(text, { relevant: 'model.mayAsk', reqValidator: true }),
  ),
  postSubmit: {
    emails: [
      {
        if: 'model.overall <= 2',
        ...tellOwner(text, {
          owner,
          subject: text('Somebody was not happy ({{ model.overall }} of 5)', 'משוב שלילי ({{ model.overall }} מתוך 5)'),
          lines: ['{{ model.wrong }}', '{{ model.email }}'],
          replyTo: '{{ model.email }}',
        }),
      },
    ],
    ui: [
      {
        type: 'message',
        text: text('Thank you. Every answer is read.', 'תודה. כל תשובה נקראת.'),
      },
    ],
  },
});
