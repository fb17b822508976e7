// The words of the service itself in a PDF, in the form's language.

import type { Locale } from '../../core/locale/locale.ts';

export { type DateStyle, printDate } from '../../core/locale/print-date.ts';

const en = {
  number: 'No.',
  entryId: 'Entry ID',
  submitted: 'Submitted',
  created: 'Created',
  status: 'Status',
  saved: 'Draft',
  template: 'Template',
  deleted: 'Deleted',
  page: 'Page {0} of {1}',
  row: 'Row {0}',
  signature: 'Signature',
  entryOfForm: 'Entry {0} of form {1}',
  cut: 'The rest is too long to be printed.',
};

const he: typeof en = {
  number: 'מספר',
  entryId: 'מזהה רשומה',
  submitted: 'נשלח',
  created: 'נוצר',
  status: 'מצב',
  saved: 'טיוטה',
  template: 'תבנית',
  deleted: 'נמחק',
  page: 'עמוד {0} מתוך {1}',
  row: 'שורה {0}',
  signature: 'חתימה',
  entryOfForm: 'רשומה {0} של טופס {1}',
  cut: 'ההמשך ארוך מכדי להדפיסו.',
};

export function pdfTexts(locale: Locale): typeof en {
  return { en, he }[locale];
}
