// The item messages of entry_failed_validation, in the form's own language whatever the request's `locale`.
// SPEC.md "Invalid entry data"; CONTRACT.md section 4: every message exists in English and Hebrew.

export type FormLocale = 'en' | 'he';
export type MessageKey = keyof typeof en;

/** The text of an item message; `{0}` and `{1}` are replaced by the arguments. */
export function itemText(locale: FormLocale, key: MessageKey, ...values: (string | number)[]): string {
  const text = locale === 'he' ? he[key] : en[key];
  return values.length === 0 ? text : text.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)] ?? ''));
}

const en = {
  required: "You can't leave this empty.",
  notInOptions: 'not in options',
  invalidType: 'Invalid data type.',
  rows: 'There must be {0} rows or less',
  email: 'Must be a valid email address.',
  url: 'Must be a valid web address.',
  minLength: 'Must be at least {0} characters long.',
  maxLength: 'Must be at most {0} characters long.',
  pattern: 'Not in the required format.',
  min: 'Must be {0} or more.',
  max: 'Must be {0} or less.',
  integer: 'Must be a whole number.',
  dateMin: 'Must be {0} or later.',
  dateMax: 'Must be {0} or earlier.',
  minItems: 'There must be {0} or more.',
  maxItems: 'There must be {0} or less.',
  invalidValue: 'Invalid value.',
  unreachable: 'This value could not be checked. Please try again.',
  fileSize: 'Reported size {0} does not match actual size {1}',
  fileType: 'This type of file is not allowed.',
  fileMaxSize: 'Each file must be {0} bytes or less.',
  fileMaxNum: 'There must be {0} files or less.',
};

const he: Record<keyof typeof en, string> = {
  required: 'אי אפשר להשאיר שדה זה ריק.',
  notInOptions: 'לא נמצא באפשרויות',
  invalidType: 'סוג הנתון אינו תקין.',
  rows: 'מספר השורות חייב להיות {0} או פחות',
  email: 'יש להזין כתובת דוא"ל תקינה.',
  url: 'יש להזין כתובת אתר תקינה.',
  minLength: 'יש להזין לפחות {0} תווים.',
  maxLength: 'יש להזין לכל היותר {0} תווים.',
  pattern: 'לא בתבנית הנדרשת.',
  min: 'הערך חייב להיות {0} או יותר.',
  max: 'הערך חייב להיות {0} או פחות.',
  integer: 'יש להזין מספר שלם.',
  dateMin: 'התאריך חייב להיות {0} או מאוחר יותר.',
  dateMax: 'התאריך חייב להיות {0} או מוקדם יותר.',
  minItems: 'נדרשים {0} או יותר.',
  maxItems: 'מותרים {0} או פחות.',
  invalidValue: 'ערך לא תקין.',
  unreachable: 'לא ניתן היה לבדוק את הערך. יש לנסות שוב.',
  fileSize: 'הגודל המדווח {0} אינו תואם לגודל בפועל {1}',
  fileType: 'סוג הקובץ אינו מותר.',
  fileMaxSize: 'כל קובץ חייב להיות {0} בתים או פחות.',
  fileMaxNum: 'מספר הקבצים חייב להיות {0} או פחות.',
};
