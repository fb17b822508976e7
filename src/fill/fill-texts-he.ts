// What the fill page says around the form, in Hebrew.
import type { FillTextKey } from './fill-texts.ts';

export const hebrewFillTexts: Readonly<Record<FillTextKey, string>> = {
  submit: 'שליחה',
  save: 'שמירה להמשך',
  sending: 'שולח…',
  saving: 'שומר…',
  requiredNote: 'שדות המסומנים ב־* הם שדות חובה.',
  problems: 'יש לבדוק את הפרטים שהוזנו:',
  thanks: 'תודה. הטופס נשלח.',
  earlier: 'התשובות התקבלו כפי שנשלחו בפעם הראשונה. מה שהשתנה אחר כך לא נשלח.',
  sendAsWell: 'לשלוח גם את התשובות המעודכנות',
  notes: 'לתשומת לבך:',
  next: 'להמשך',
  restored: 'שמרנו את מה שהוקלד כאן קודם.',
  reload: 'טעינה מחדש',
  startOver: 'להתחיל מחדש',
  shared: 'מכשיר משותף?',
  forget: 'למחוק את מה שהקלדתי',
  offline: 'אין חיבור לרשת. אפשר להמשיך: מה שמוקלד נשמר במכשיר הזה.',
  unsent: 'לא ניתן היה לשלוח את הטופס. מה שהוקלד נשמר במכשיר הזה.',
  unsaved: 'לא ניתן היה לשמור את הטופס. מה שהוקלד נשמר במכשיר הזה.',
  unkept: 'לא ניתן היה לשלוח את הטופס. יש להשאיר את הדף פתוח ולנסות שוב.',
  retry: 'ניסיון נוסף',
  retrying: 'החיבור חלש. מנסה שוב…',
  unloaded: 'לא ניתן היה לטעון את הטופס במלואו. יש לטעון את הדף מחדש.',
  broken: 'יש טעות בטופס ואי אפשר להציג אותו.',
};
