// What the service itself writes in an export with labels, in the form's language.

import type { Locale } from '../../../core/locale/locale.ts';
import type { EntryStatus } from '../../../core/plan/entry-status.ts';
import { englishWords } from '../../../print/words-en.ts';
import { hebrewWords } from '../../../print/words-he.ts';

const en = {
  ...englishWords,
  other: 'Other',
  missingFiles: 'These files could not be put in:',
  tooManyFiles: 'Only the first {0} files are in here.',
  fileColumns: ['Number', 'File', 'Entry ID'],
  statuses: {
    created: 'Created',
    saved: 'Draft',
    submitted: 'Submitted',
    deleted: 'Deleted',
    template: 'Template',
    render: 'Render',
  } as Readonly<Record<EntryStatus, string>>,
  properties: {
    id: 'Entry ID',
    idx: 'Number',
    submitIdx: 'Submission number',
    status: 'Status',
    name: 'Name',
    createTime: 'Created at',
    modifyTime: 'Last edited',
    submitTime: 'Submitted at',
    'form.id': 'Form ID',
    'form.name': 'Form name',
    resumeUrl: 'Link to continue (with sign-in)',
    resumeUrlBewit: 'Personal link',
    editUrl: 'Link to the entry',
    cloneUrl: 'Link to start from it',
    shortUrl: 'Short link',
  } as Readonly<Record<string, string>>,
};

export type TableWords = typeof en;

const he: TableWords = {
  ...hebrewWords,
  other: 'אחר',
  missingFiles: 'את הקבצים האלה לא ניתן היה לצרף:',
  tooManyFiles: 'רק {0} הקבצים הראשונים נמצאים כאן.',
  fileColumns: ['מספר', 'קובץ', 'מזהה רשומה'],
  statuses: {
    created: 'נוצרה',
    saved: 'טיוטה',
    submitted: 'נשלחה',
    deleted: 'נמחקה',
    template: 'תבנית',
    render: 'הפקה',
  },
  properties: {
    id: 'מזהה רשומה',
    idx: 'מספר',
    submitIdx: 'מספר שליחה',
    status: 'מצב',
    name: 'שם',
    createTime: 'מועד יצירה',
    modifyTime: 'עריכה אחרונה',
    submitTime: 'מועד שליחה',
    'form.id': 'מזהה הטופס',
    'form.name': 'שם הטופס',
    resumeUrl: 'קישור להמשך (עם כניסה)',
    resumeUrlBewit: 'קישור אישי',
    editUrl: 'קישור לרשומה',
    cloneUrl: 'קישור להתחלה ממנה',
    shortUrl: 'קישור קצר',
  },
};

export function tableWords(locale: Locale): TableWords {
  return { en, he }[locale];
}
