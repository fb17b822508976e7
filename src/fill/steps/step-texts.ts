// What a form in steps says, in both languages: it comes with the steps.

export const stepTexts = {
  en: {
    next: 'Next',
    back: 'Back',
    step: 'Step {0} of {1}',
    question: 'Question {0} of {1}',
    toReview: 'Review answers',
    review: 'Check your answers',
    change: 'Change',
    none: 'Not answered',
    pressEnter: 'press Enter ↵',
  },
  he: {
    next: 'הבא',
    back: 'הקודם',
    step: 'שלב {0} מתוך {1}',
    question: 'שאלה {0} מתוך {1}',
    toReview: 'בדיקת התשובות',
    review: 'בדיקת התשובות',
    change: 'שינוי',
    none: 'לא נענה',
    pressEnter: 'או Enter ↵',
  },
} as const;

export type StepTextKey = keyof (typeof stepTexts)['en'];
