// What the page itself says, in Hebrew.
import type { ViewTextKey } from './texts.ts';

export const hebrewTexts: Readonly<Record<ViewTextKey, string>> = {
  required: 'חובה',
  choose: 'בחירה…',
  clear: 'ניקוי',
  yes: 'כן',
  no: 'לא',
  addRow: 'הוספת שורה',
  removeRow: 'הסרת שורה {0}',
  row: 'שורה {0}',
  rowLimit: '[שורה אחת|{0} שורות] לכל היותר.',
  rowRemoved: 'שורה {0} הוסרה',
  undo: 'ביטול ההסרה',
  nextTab: 'הבא',
  tabProblem: 'יש שגיאות',
  retry: 'ניסיון נוסף',
  stars: '{0} מתוך {1}',
  notInOptions: 'יש לבחור אחת מהאפשרויות.',
  unreadable: 'לא ניתן לקרוא את התשובה. יש להזין אותה שוב.',
  number: 'יש להזין מספר, למשל 1234.5.',
  d: 'יש להשלים את התאריך.',
  t: 'יש להשלים את השעה.',
  dt: 'יש להשלים את התאריך והשעה.',
  url: 'יש להזין כתובת שמתחילה ב־https://\u200e, למשל https://example.org.',
  fileMaxSize: 'אחד הקבצים גדול מדי.',
};
