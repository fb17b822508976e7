// The words of page-words.ts in Hebrew.
import type { PageWords } from './page-words.ts';

export const hebrewPageWords: PageWords = {
  notInOptions: 'יש לבחור אחת מהאפשרויות.',
  unreadable: 'לא ניתן לקרוא את התשובה. יש להזין אותה שוב.',
  number: 'יש להזין מספר, למשל 1234.5.',
  d: 'יש להשלים את התאריך.',
  t: 'יש להשלים את השעה.',
  dt: 'יש להשלים את התאריך והשעה.',
  url: 'יש להזין כתובת שמתחילה ב־https://\u200e, למשל https://example.org.',
  fileMaxSize: 'אחד הקבצים גדול מדי.',
  digits: 'במספר הזה יש יותר ספרות ממה שאפשר לשמור במדויק.',
  year: 'יש להזין את השנה בארבע ספרות.',
  needText: 'יש לכתוב תשובה.',
  needTick: 'יש לסמן את התיבה כדי להמשיך.',
  needFile: 'יש להעלות קובץ.',
  needSign: 'יש לחתום כאן.',
};
