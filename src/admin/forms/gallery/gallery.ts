// The starting forms: what each is called and what it is for. A form itself comes when it is looked at.
import { loadPart } from '../../load-part.ts';
import type { Locale } from '../../page-data.ts';
import type { IconName } from '../../ui/icon.tsx';
import type { MakeForm } from './gallery-form.ts';

export interface GalleryItem {
  readonly key: string;
  readonly icon: IconName;
  readonly texts: Readonly<Record<Locale, { readonly title: string; readonly text: string }>>;
  readonly load: () => Promise<MakeForm>;
}

export const gallery: readonly GalleryItem[] = [
  {
    key: 'contact',
    icon: 'mail',
    texts: {
      en: { title: 'Contact', text: 'A message with a topic. Your reply goes straight to the person.' },
      he: { title: 'יצירת קשר', text: 'הודעה עם נושא. התשובה שלך מגיעה ישר לפונה.' },
    },
    load: async () => (await loadPart(() => import('./contact.ts'))).contact,
  },
  {
    key: 'event-registration',
    icon: 'people',
    texts: {
      en: { title: 'Event registration', text: 'Who is coming, their guests, what they eat. Confirmation by email.' },
      he: { title: 'הרשמה לאירוע', text: 'מי מגיע, עם אילו אורחים ומה אוכלים. אישור נשלח בדואר.' },
    },
    load: async () => (await loadPart(() => import('./event-registration.ts'))).eventRegistration,
  },
  {
    key: 'feedback',
    icon: 'chart',
    texts: {
      en: { title: 'Feedback', text: 'Stars, a table of ratings, and a question why when somebody was not happy.' },
      he: { title: 'משוב', text: 'כוכבים, טבלת דירוגים, ושאלה מדוע כשמישהו לא היה מרוצה.' },
    },
    load: async () => (await loadPart(() => import('./feedback.ts'))).feedback,
  },
  {
    key: 'job-application',
    icon: 'person',
    texts: {
      en: { title: 'Job application', text: 'Details, a CV as a file, previous jobs and references.' },
      he: { title: 'מועמדות למשרה', text: 'פרטים, קורות חיים כקובץ, ניסיון קודם וממליצים.' },
    },
    load: async () => (await loadPart(() => import('./job-application.ts'))).jobApplication,
  },
  {
    key: 'order',
    icon: 'list',
    texts: {
      en: { title: 'Order form', text: 'Products and quantities, delivery or pick-up, the total as you type.' },
      he: { title: 'טופס הזמנה', text: 'מוצרים וכמויות, משלוח או איסוף, והסכום מתעדכן תוך כדי מילוי.' },
    },
    load: async () => (await loadPart(() => import('./order.ts'))).order,
  },
  {
    key: 'consent',
    icon: 'edit',
    texts: {
      en: { title: 'Consent with signature', text: 'Points to agree to and a signature, kept as a PDF.' },
      he: { title: 'הסכמה עם חתימה', text: 'סעיפים לאישור וחתימה, נשמרים כ־PDF.' },
    },
    load: async () => (await loadPart(() => import('./consent.ts'))).consent,
  },
  {
    key: 'intake',
    icon: 'form',
    texts: {
      en: {
        title: 'Patient intake',
        text: 'In steps: details, health, agreement. Asks follow-up questions only where needed.',
      },
      he: { title: 'קליטת מטופלים', text: 'בשלבים: פרטים, בריאות, הסכמה. שואל עוד רק כשצריך.' },
    },
    load: async () => (await loadPart(() => import('./intake.ts'))).intake,
  },
  {
    key: 'school-trip',
    icon: 'check',
    texts: {
      en: { title: 'School trip approval', text: 'A parent approves or not, health and contacts, a signature.' },
      he: { title: 'אישור הורים לטיול', text: 'אישור או סירוב של הורה, בריאות ואנשי קשר, חתימה.' },
    },
    load: async () => (await loadPart(() => import('./school-trip.ts'))).schoolTrip,
  },
  {
    key: 'expense-claim',
    icon: 'file',
    texts: {
      en: { title: 'Expense claim', text: 'A row and a receipt for each expense, totals, a PDF for the books.' },
      he: { title: 'החזר הוצאות', text: 'שורה וקבלה לכל הוצאה, סיכומים, ו־PDF להנהלת החשבונות.' },
    },
    load: async () => (await loadPart(() => import('./expense-claim.ts'))).expenseClaim,
  },
  {
    key: 'service-request',
    icon: 'gear',
    texts: {
      en: { title: 'Service request', text: 'What is broken, where, how urgent, with pictures.' },
      he: { title: 'קריאת שירות', text: 'מה התקלקל, איפה, כמה דחוף, עם תמונות.' },
    },
    load: async () => (await loadPart(() => import('./service-request.ts'))).serviceRequest,
  },
];
