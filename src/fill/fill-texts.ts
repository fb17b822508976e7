// What the fill page says around the form, in English and Hebrew.

const en = {
  submit: 'Submit',
  save: 'Save for later',
  sending: 'Sending…',
  saving: 'Saving…',
  requiredNote: 'Fields marked with * are required.',
  problems: 'Please check what you entered:',
  done: 'Done',
  thanks: 'Thank you. The form was submitted.',
  savedTitle: 'Saved for later',
  savedText: 'Continue with this link, on any device. Anyone who has it can see and change your answers.',
  link: 'Link to continue',
  copy: 'Copy',
  copied: 'Copied',
  close: 'Close',
  restored: 'We kept what you typed here before.',
  startOver: 'Start over',
  offline: 'You are offline. You can go on: what you type is kept on this device.',
  unsent: 'The form could not be sent. What you typed is kept on this device.',
  unsaved: 'The form could not be saved. What you typed is kept on this device.',
  unkept: 'The form could not be sent. Please keep this page open and try again.',
  online: 'You are online again.',
  retry: 'Try again',
  retrying: 'The connection is bad. Trying again…',
  email: 'Email',
  password: 'Password',
  signIn: 'Sign in',
  signInText: 'This link is for members of the team.',
  broken: 'This form has a mistake in it and cannot be shown. Its owner can find out more in the management app.',
  hello: 'Please fill in the form.',
};

const he: Record<keyof typeof en, string> = {
  submit: 'שליחה',
  save: 'שמירה להמשך',
  sending: 'שולח…',
  saving: 'שומר…',
  requiredNote: 'שדות המסומנים ב־* הם שדות חובה.',
  problems: 'יש לבדוק את הפרטים שהוזנו:',
  done: 'סיום',
  thanks: 'תודה. הטופס נשלח.',
  savedTitle: 'נשמר להמשך',
  savedText: 'אפשר להמשיך בקישור הזה מכל מכשיר. כל מי שמחזיק בו יכול לראות ולשנות את התשובות.',
  link: 'קישור להמשך',
  copy: 'העתקה',
  copied: 'הועתק',
  close: 'סגירה',
  restored: 'שמרנו את מה שהוקלד כאן קודם.',
  startOver: 'להתחיל מחדש',
  offline: 'אין חיבור לרשת. אפשר להמשיך: מה שמוקלד נשמר במכשיר הזה.',
  unsent: 'לא ניתן היה לשלוח את הטופס. מה שהוקלד נשמר במכשיר הזה.',
  unsaved: 'לא ניתן היה לשמור את הטופס. מה שהוקלד נשמר במכשיר הזה.',
  unkept: 'לא ניתן היה לשלוח את הטופס. יש להשאיר את הדף פתוח ולנסות שוב.',
  online: 'החיבור לרשת חזר.',
  retry: 'ניסיון נוסף',
  retrying: 'החיבור חלש. מנסה שוב…',
  email: 'דוא"ל',
  password: 'סיסמה',
  signIn: 'כניסה',
  signInText: 'הקישור הזה מיועד לחברי הצוות.',
  broken: 'יש טעות בטופס ואי אפשר להציג אותו. בעל הטופס יכול לברר עוד במערכת הניהול.',
  hello: 'נא למלא את הטופס.',
};

export type FillTextKey = keyof typeof en;
export type FillTexts = (key: FillTextKey) => string;

export function fillTexts(locale: 'en' | 'he'): FillTexts {
  const texts = locale === 'he' ? he : en;
  return (key) => texts[key];
}
