// What the shared parts of the app say.

export const uiTexts = {
  en: {
    close: 'Close',
    cancel: 'Cancel',
    save: 'Save',
    typeToConfirm: 'Type {text} to confirm',
    loading: 'Loading…',
    retry: 'Try again',
    copy: 'Copy',
    copied: 'Copied',
    more: 'More',
    noNetwork: 'No answer came. Please check the connection; what you typed is still here.',
    serverFault: 'Something went wrong on the server. What you typed is still here; please try again.',
    tooMany: 'Too many requests in a short time. Please wait a moment and try again.',
    requestNumber: 'Request number {id}',
  },
  he: {
    close: 'סגירה',
    cancel: 'ביטול',
    save: 'שמירה',
    typeToConfirm: 'לאישור יש להקליד {text}',
    loading: 'טוען…',
    retry: 'ניסיון נוסף',
    copy: 'העתקה',
    copied: 'הועתק',
    more: 'עוד',
    noNetwork: 'לא התקבלה תשובה. כדאי לבדוק את החיבור; מה שהוקלד עדיין כאן.',
    serverFault: 'משהו השתבש בשרת. מה שהוקלד עדיין כאן; אפשר לנסות שוב.',
    tooMany: 'יותר מדי בקשות בזמן קצר. כדאי להמתין רגע ולנסות שוב.',
    requestNumber: 'מספר בקשה {id}',
  },
} as const;
