// The pages around a sign-in by the identity provider: it worked, or why it did not and what to do. [identity.provider.refused]
import type { Locale } from '../../core/locale/locale.ts';
import { escapeHtml } from '../html/escape-html.ts';
import type { ProviderRefusal } from '../identity/provider/provider-user.ts';
import { pageShell } from './page-shell.ts';

/** `expired`: there is no sign-in under way in this browser that the provider's response belongs to. */
export type ProviderProblem =
  | ProviderRefusal
  | 'unproved'
  | 'unprovedNoMail'
  | 'away'
  | 'cancelled'
  | 'failed'
  | 'expired';

const texts = {
  en: {
    title: 'You could not be signed in',
    again: 'Try again',
    other: 'Sign in another way',
    away: '{name} does not respond at the moment. Please try again in a few minutes.',
    cancelled: 'Signing in with {name} was cancelled.',
    failed:
      'The response of {name} could not be used. Please try again. If it happens again, tell the administrator of this service.',
    expired:
      'This sign-in was already used, was begun in another browser, or took longer than ten minutes. Please begin again.',
    noEmail:
      '{name} did not tell us an email address of yours. Ask the administrator of {name} to add one to your profile and to pass it on to this service.',
    unverified:
      '{name} has not confirmed that your email address is yours. Confirm it there, or ask the administrator of {name} to do so, then try again.',
    noAccount:
      'Nobody here has your email address, and new people are not added by themselves. Ask a colleague or the administrator of this service to add you, then try again.',
    barred: 'Your access to this service is blocked. Ask the administrator of this service.',
    removed: 'You were removed from this service. Ask a colleague to add you again, then try again.',
    otherIdentity:
      'Your email address belongs to a user here who signs in with another identity of {name}. Ask the administrator of this service.',
    unproved:
      'A user with your email address exists here already, and nobody has confirmed that the address is theirs. If you do not know of that user, open the link that we have sent to your address: it gives the address to you. If a colleague added you, sign in with the password that you got and confirm your email address in your profile; then {name} works too.',
    unprovedNoMail:
      'A user with your email address exists here already, and nobody has confirmed that the address is theirs. Ask the administrator of this service to confirm it for you, then try again.',
    inTitle: 'You are signed in',
    opening: 'Opening…',
    go: 'Continue',
    close: 'You can close this tab and go on where you were.',
  },
  he: {
    title: 'הכניסה לא הצליחה',
    again: 'ניסיון נוסף',
    other: 'כניסה בדרך אחרת',
    away: '{name} לא מגיב כרגע. אפשר לנסות שוב בעוד כמה דקות.',
    cancelled: 'הכניסה דרך {name} בוטלה.',
    failed: 'אי אפשר היה להשתמש בתשובה של {name}. אפשר לנסות שוב. אם זה קורה שוב, יש לפנות למנהל השירות.',
    expired: 'הכניסה הזאת כבר נוצלה, התחילה בדפדפן אחר או ארכה יותר מעשר דקות. יש להתחיל מחדש.',
    noEmail:
      '{name} לא מסר לנו כתובת דואר אלקטרוני שלך. יש לבקש מהמנהל של {name} להוסיף כתובת לפרופיל ולמסור אותה לשירות הזה.',
    unverified:
      '{name} לא אישר שכתובת הדואר האלקטרוני היא שלך. יש לאמת אותה שם, או לבקש זאת מהמנהל של {name}, ואז לנסות שוב.',
    noAccount:
      'לאיש כאן אין כתובת הדואר האלקטרוני שלך, ואנשים חדשים אינם מתווספים מעצמם. יש לבקש מעמית או ממנהל השירות להוסיף אותך, ואז לנסות שוב.',
    barred: 'הגישה שלך לשירות חסומה. יש לפנות למנהל השירות.',
    removed: 'הוסרת מן השירות. יש לבקש מעמית להוסיף אותך שוב, ואז לנסות שוב.',
    otherIdentity: 'כתובת הדואר האלקטרוני שלך שייכת למשתמש שנכנס בזהות אחרת של {name}. יש לפנות למנהל השירות.',
    unproved:
      'כבר קיים כאן משתמש עם כתובת הדואר שלך, ואיש לא אישר שהכתובת שלו. אם המשתמש הזה אינו מוכר לך, יש לפתוח את הקישור ששלחנו לכתובת שלך: הוא מעביר אותה אליך. אם עמית הוסיף אותך, אפשר להיכנס בסיסמה שקיבלת ולאשר את הכתובת בפרופיל; אחר כך גם הכניסה דרך {name} תפעל.',
    unprovedNoMail:
      'כבר קיים כאן משתמש עם כתובת הדואר שלך, ואיש לא אישר שהכתובת שלו. יש לבקש ממנהל השירות לאשר אותה עבורך, ואז לנסות שוב.',
    inTitle: 'נכנסת',
    opening: 'בפתיחה…',
    go: 'המשך',
    close: 'אפשר לסגור את הכרטיסייה ולהמשיך מאותו מקום.',
  },
} as const;

export interface ProblemPage {
  readonly problem: ProviderProblem;
  /** Of the provider. */
  readonly name: string;
  readonly again: string;
}

export function providerProblemPage(locale: Locale, { problem, name, again }: ProblemPage): string {
  const text = texts[locale];
  const words = escapeHtml(text[problem]).replaceAll('{name}', `<bdi>${escapeHtml(name)}</bdi>`);
  return pageShell(
    { locale, title: text.title },
    `<p class="mark">Formstead</p>
<h1>${text.title}</h1>
<div class="card">
<p role="alert">${words}</p>
<p><a class="button" href="${escapeHtml(again)}">${text.again}</a></p>
<p class="last"><a href="/admin/?locale=${locale}">${text.other}</a></p>
</div>`,
  );
}

/**
 * A page, not a redirect: what another site led to brings no SameSite=Strict cookies, neither at the redirects that follow.
 * From a page of ours the browser brings the session.
 */
export function signedInPage(locale: Locale, next: string): string {
  return passingPage(locale, texts[locale].inTitle, next);
}

/** A page of ours that opens `next` by itself. */
export function reopeningPage(locale: Locale, next: string): string {
  return passingPage(locale, texts[locale].opening, next);
}

function passingPage(locale: Locale, title: string, next: string): string {
  return pageShell(
    { locale, title, next },
    `<p class="mark">Formstead</p>
<h1>${title}</h1>
<p><a class="button" href="${escapeHtml(next)}">${texts[locale].go}</a></p>`,
  );
}

/** For whoever signed in again beside a page with unsaved work. */
export function signedInBesidePage(locale: Locale): string {
  const { inTitle, close } = texts[locale];
  return pageShell({ locale, title: inTitle }, `<p class="mark">Formstead</p>\n<h1>${inTitle}</h1>\n<p>${close}</p>`);
}
