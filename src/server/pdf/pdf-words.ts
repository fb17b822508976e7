// The words of the service itself in a PDF, and how it writes dates, times and sizes, in the form's language.

export type PdfLocale = 'en' | 'he';

const en = {
  number: 'No.',
  entryId: 'Entry ID',
  submitted: 'Submitted',
  created: 'Created',
  status: 'Status',
  saved: 'Draft',
  template: 'Template',
  deleted: 'Deleted',
  yes: 'Yes',
  no: 'No',
  page: 'Page {0} of {1}',
  rate: '{0} of {1}',
  row: 'Row {0}',
  signature: 'Signature',
  signed: 'Signed',
  bytes: 'bytes',
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
  yes: 'כן',
  no: 'לא',
  page: 'עמוד {0} מתוך {1}',
  rate: '{0} מתוך {1}',
  row: 'שורה {0}',
  signature: 'חתימה',
  signed: 'נחתם',
  bytes: 'בתים',
  entryOfForm: 'רשומה {0} של טופס {1}',
  cut: 'ההמשך ארוך מכדי להדפיסו.',
};

export function pdfWords(locale: PdfLocale): typeof en {
  return locale === 'he' ? he : en;
}

export function fillWords(words: string, ...values: (string | number)[]): string {
  return words.replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ''));
}

/** choice: moments are shown in UTC and say so, because an entry does not know where its filler was. */
export function printDate(iso: string, mode: 'd' | 'dt' | 't', locale: PdfLocale): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  if (mode === 't') return date.toISOString().slice(11, 16);
  const day = dayFormats[locale].format(date);
  return mode === 'd' ? day : `${day}, ${date.toISOString().slice(11, 16)} UTC`;
}

const day = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC', calendar: 'gregory' } as const;
const dayFormats = { en: new Intl.DateTimeFormat('en-GB', day), he: new Intl.DateTimeFormat('he-IL', day) };

export function printSize(bytes: number, locale: PdfLocale): string {
  const units = [pdfWords(locale).bytes, 'kB', 'MB', 'GB', 'TB'];
  let size = bytes;
  let unit = 0;
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`;
}
