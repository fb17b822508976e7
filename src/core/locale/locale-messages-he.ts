// The item messages in Hebrew: see locale-messages.ts.
import type { ItemTexts } from './locale-messages.ts';

export const hebrewItemTexts: ItemTexts = {
  required: 'אי אפשר להשאיר שדה זה ריק.',
  notInOptions: 'לא נמצא באפשרויות',
  invalidType: 'סוג הנתון אינו תקין.',
  rows: 'מספר השורות חייב להיות {0} או פחות',
  email: 'יש להזין כתובת דוא"ל תקינה.',
  url: 'יש להזין כתובת אתר תקינה.',
  phone: 'יש להזין מספר טלפון תקין.',
  minLength: 'יש להזין לפחות [תו אחד|{0} תווים].',
  maxLength: 'יש להזין לכל היותר [תו אחד|{0} תווים].',
  pattern: 'לא בתבנית הנדרשת.',
  min: 'הערך חייב להיות {0} או יותר.',
  max: 'הערך חייב להיות {0} או פחות.',
  integer: 'יש להזין מספר שלם.',
  dateMin: 'התאריך חייב להיות {0} או מאוחר יותר.',
  dateMax: 'התאריך חייב להיות {0} או מוקדם יותר.',
  minItems: '[נדרש אחד|נדרשים {0}] או יותר.',
  maxItems: '[מותר אחד|מותרים {0}] או פחות.',
  invalidValue: 'ערך לא תקין.',
  unreachable: 'לא ניתן היה לבדוק את הערך. יש לנסות שוב.',
  tooMuchWork: 'הטופס דורש יותר מדי עבודה מכדי שאפשר יהיה לבדוק אותו.',
  fileType: 'סוג הקובץ אינו מותר.',
  fileMaxSize: 'כל קובץ חייב להיות [בית אחד|{0} בתים] או פחות.',
  fileMaxNum: 'מספר הקבצים חייב להיות {0} או פחות.',
};
