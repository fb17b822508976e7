// Service request: where and what, with pictures; what is dangerous is treated as urgent whatever people choose.
import { emailField, type MakeForm, phoneField, root, row, tellOwner } from './gallery-form.ts';

const megabyte = 1_048_576;

export const serviceRequest: MakeForm = (text, owner) => ({
  name: text('serviceRequest'),
  formSchema: root(
    row(
      'place',
      {
        type: 'fSelect',
        name: 'kind',
        label: text('whatIsItAbout2'),
        options: [
          text('electricity'),
          text('water'),
          text('computers'),
          text('furniture'),
          text('cleaning'),
          text('somethingElse2'),
        ],
        reqValidator: true,
      },
      { type: 'fInput', name: 'where', label: text('where'), reqValidator: true },
    ),
    { type: 'fLngTxt', name: 'what', label: text('whatHappened'), reqValidator: true },
    {
      type: 'fFile',
      name: 'pictures',
      label: text('pictures'),
      fileTypes: ['image/*'],
      fileMaxSize: 15 * megabyte,
      fileMaxNum: 5,
    },
    { type: 'fBool', name: 'isDangerous', label: text('somebodyCouldGetHurt') },
    {
      type: 'fRadio',
      name: 'urgency',
      label: text('howUrgentIsIt'),
      relevant: '!model.isDangerous',
      options: [
        ['today', text('today')],
        ['week', text('thisWeek')],
        ['later', text('whenThereIsTime')],
      ],
      reqValidator: true,
    },
    {
      type: 'eText',
      name: 'danger',
      relevant: 'model.isDangerous',
      text: text('pleaseKeepAwayFromIt'),
    },
    {
      type: 'cSection',
      name: 'person',
      label: text('whoReportsIt'),
      children: [
        { type: 'fInput', name: 'name', label: text('yourName'), reqValidator: true },
        row('reach', phoneField(text, { reqValidator: { req: 'model.isDangerous' } }), emailField(text)),
      ],
    },
  ),
  postSubmit: {
    emails: [
      tellOwner(text, {
        owner,
        subject: text('text4'),
        lines: ['{{ model.what }}', '', '{{ model.name }}, {{ model.phone }} {{ model.email }}'],
        replyTo: '{{ model.email }}',
      }),
    ],
    ui: [
      {
        type: 'message',
        text: text('thankYouWeAreOn'),
      },
    ],
  },
});
