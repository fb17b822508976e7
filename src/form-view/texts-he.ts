// What the page itself says, in Hebrew.
import { hebrewPageWords } from '../core/locale/page-words-he.ts';
import { hebrewWords } from '../print/words-he.ts';
import type { ViewTextKey } from './texts.ts';

export const hebrewTexts: Readonly<Record<ViewTextKey, string>> = {
  required: 'חובה',
  choose: 'בחירה…',
  clear: 'ניקוי',
  yes: hebrewWords.yes,
  no: hebrewWords.no,
  addRow: 'הוספת שורה',
  addNamed: 'הוספת {0}',
  addTo: 'הוספה אל {0}',
  removeRow: 'הסרת שורה {0}',
  removeNamed: 'הסרת {0}',
  row: 'שורה {0}',
  rowLimit: '[שורה אחת|{0} שורות] לכל היותר.',
  rowRemoved: 'שורה {0} הוסרה',
  namedRemoved: 'בוצעה הסרה: {0}',
  undo: 'ביטול ההסרה',
  nextTab: 'הבא',
  tabProblem: 'יש שגיאות',
  retry: 'ניסיון נוסף',
  stars: hebrewWords.rate,
  ...hebrewPageWords,
};
