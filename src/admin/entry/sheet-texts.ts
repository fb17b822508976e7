// What the sheet of an entry says.

export const sheetTexts = {
  en: {
    hideEmpty: 'Hide {count} empty [answer|answers]',
    nothing: 'Nothing has been filled in yet.',
    others: 'Stored, but not in the form any more',
    empty: 'Empty',
    row: 'Row',
    signature: 'Signature',
    unnamed: 'File without a name',
  },
  he: {
    hideEmpty: 'הסתרת [תשובה ריקה אחת|שתי תשובות ריקות|{count} תשובות ריקות]',
    nothing: 'עוד לא מולא דבר.',
    others: 'נשמר, אבל כבר לא מופיע בטופס',
    empty: 'ריק',
    row: 'שורה',
    signature: 'חתימה',
    unnamed: 'קובץ בלי שם',
  },
} as const;
