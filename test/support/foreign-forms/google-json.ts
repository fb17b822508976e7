// A form as the Google Forms API gives it, in the shape that real ones have. Written for these tests.

export const googleJson = {
  formId: '1a2b3c',
  info: { title: 'Course feedback', description: 'Takes two minutes.', documentTitle: 'course' },
  settings: { quizSettings: { isQuiz: true } },
  items: [
    {
      itemId: '01',
      title: 'Were you there?',
      questionItem: {
        question: {
          questionId: 'a1',
          required: true,
          choiceQuestion: {
            type: 'RADIO',
            options: [
              { value: 'Yes' },
              { value: 'No', goToAction: 'SUBMIT_FORM' },
              { value: 'Only online', goToSectionId: '04' },
            ],
          },
        },
      },
    },
    { itemId: '02', title: 'The room', description: 'Where it was', pageBreakItem: {} },
    {
      itemId: '03',
      title: 'How was the room?',
      questionItem: {
        question: {
          questionId: 'a2',
          scaleQuestion: { low: 1, high: 5, lowLabel: 'Bad', highLabel: 'Good' },
          grading: { pointValue: 1 },
        },
      },
    },
    { itemId: '04', title: 'The course', pageBreakItem: {} },
    {
      itemId: '05',
      title: 'What did you like?',
      questionItem: {
        question: {
          questionId: 'a3',
          choiceQuestion: {
            type: 'CHECKBOX',
            options: [{ value: 'Teacher' }, { value: 'Food' }, { isOther: true }],
            shuffle: true,
          },
        },
      },
    },
    {
      itemId: '06',
      title: 'Rate each',
      questionGroupItem: {
        questions: [
          { questionId: 'a4', required: true, rowQuestion: { title: 'Length' } },
          { questionId: 'a5', required: true, rowQuestion: { title: 'Speed' } },
        ],
        grid: { columns: { type: 'RADIO', options: [{ value: 'Good' }, { value: 'Bad' }] } },
      },
    },
    {
      itemId: '07',
      title: 'Which days?',
      questionGroupItem: {
        questions: [{ questionId: 'a6', rowQuestion: { title: 'Morning' } }],
        grid: { columns: { type: 'CHECKBOX', options: [{ value: 'Mon' }, { value: 'Tue' }] } },
      },
    },
    {
      itemId: '08',
      title: 'Anything else?',
      questionItem: { question: { questionId: 'a7', textQuestion: { paragraph: true } } },
    },
    {
      itemId: '09',
      title: 'Upload',
      questionItem: {
        question: {
          questionId: 'a8',
          fileUploadQuestion: { folderId: 'x', types: ['PDF', 'IMAGE'], maxFiles: 3, maxFileSize: '10485760' },
        },
      },
    },
    {
      itemId: '10',
      title: 'When?',
      questionItem: { question: { questionId: 'a9', dateQuestion: { includeYear: true } } },
    },
    { itemId: '11', title: 'A film', videoItem: { video: { youtubeUri: 'https://youtube.com/watch?v=x' } } },
    {
      itemId: '12',
      title: 'Stars',
      questionItem: { question: { questionId: 'b1', ratingQuestion: { ratingScaleLevel: 7, iconType: 'STAR' } } },
    },
  ],
};
