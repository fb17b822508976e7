// The one-time page that makes the first user: /admin/setup?token=... . [identity.setup]
import type { Locale } from '../../core/locale/locale.ts';
import type { PasswordProblem } from '../base/errors.ts';
import { escapeHtml } from '../html/escape-html.ts';
import { pageShell } from './page-shell.ts';

const texts = {
  en: {
    title: 'Set up Formstead',
    intro: 'Make the first user. This page works once.',
    name: 'Your name',
    optional: '(optional)',
    email: 'Email',
    password: 'Password',
    passwordHint: 'at least 8 characters',
    send: 'Make the user',
    usedTitle: 'This link does not work',
    used: 'It was already used, or it is not complete. While there are no users, each start of the service prints it.',
    badEmail: 'Please enter a valid email address.',
    badPassword: 'Please choose a password of at least 8 characters.',
    passwordBlank: 'Please choose a password that is not blank.',
    passwordTooCommon: 'This is one of the most common passwords. Please choose another: a few words are a good one.',
    passwordIsOwnName: 'Please choose a password that is not your email or your name.',
    triesTitle: 'Too many tries',
    tries: 'Please wait 15 minutes, then open the link that the service printed at its start.',
  },
  he: {
    title: 'התקנת Formstead',
    intro: 'כאן יוצרים את המשתמש הראשון. הדף פועל פעם אחת.',
    name: 'השם שלך',
    optional: '(לא חובה)',
    email: 'דואר אלקטרוני',
    password: 'סיסמה',
    passwordHint: 'לפחות 8 תווים',
    send: 'יצירת המשתמש',
    usedTitle: 'הקישור אינו פועל',
    used: 'הוא כבר נוצל, או שאינו שלם. כל עוד אין משתמשים, כל הפעלה של השירות מדפיסה אותו.',
    badEmail: 'יש להזין כתובת דואר אלקטרוני תקינה.',
    badPassword: 'יש לבחור סיסמה של 8 תווים לפחות.',
    passwordBlank: 'יש לבחור סיסמה שאינה רק רווחים.',
    passwordTooCommon: 'זו אחת הסיסמאות הנפוצות ביותר. יש לבחור אחרת: כמה מילים הן סיסמה טובה.',
    passwordIsOwnName: 'יש לבחור סיסמה שאינה הדואר האלקטרוני או השם שלך.',
    triesTitle: 'יותר מדי ניסיונות',
    tries: 'יש להמתין 15 דקות, ואז לפתוח את הקישור שהשירות הדפיס בהפעלתו.',
  },
} as const;

export interface SetupForm {
  readonly token: string;
  readonly email: string;
  readonly name: string;
  readonly problem?: 'badEmail' | 'badPassword' | Exclude<PasswordProblem, 'passwordUnchanged'> | undefined;
}

export function setupPage(locale: Locale, form: SetupForm): string {
  const text = texts[locale];
  const problem = form.problem === undefined ? '' : `<p class="error" role="alert">${text[form.problem]}</p>`;
  return pageShell(
    { locale, title: text.title },
    `<p class="mark">Formstead</p>
<h1>${text.title}</h1>
<p>${text.intro}</p>
<form method="post" action="/admin/setup">
${problem}
<input type="hidden" name="token" value="${escapeHtml(form.token)}">
<label>${text.name} <small>${text.optional}</small><input name="name" autocomplete="name" maxlength="200" value="${escapeHtml(form.name)}"></label>
<label>${text.email}<input name="email" type="email" autocomplete="username" required dir="ltr" maxlength="320" value="${escapeHtml(form.email)}"></label>
<label>${text.password} <small>${text.passwordHint}</small><input name="password" type="password" autocomplete="new-password" required dir="ltr" minlength="8" maxlength="1024"></label>
<button>${text.send}</button>
</form>`,
  );
}

export function setupUsedPage(locale: Locale): string {
  const { usedTitle, used } = texts[locale];
  return noticePage(locale, { title: usedTitle, text: used });
}

export function setupTriesPage(locale: Locale): string {
  const { triesTitle, tries } = texts[locale];
  return noticePage(locale, { title: triesTitle, text: tries });
}

function noticePage(locale: Locale, { title, text }: { title: string; text: string }): string {
  return pageShell(
    { locale, title },
    `<p class="mark">Formstead</p>
<h1>${title}</h1>
<p>${text}</p>`,
  );
}
