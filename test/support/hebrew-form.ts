// A form in Hebrew that uses every kind of element, and an entry of it.
import type { JsonObject } from '../../src/core/definition/form-definition.ts';
import { pdfForm, strokesOf, upload } from './pdf-forms.ts';

const heRatings: [string, string][] = [
  ['1', 'גרוע'],
  ['2', 'סביר'],
  ['3', 'טוב'],
  ['4', 'מצוין'],
];

export const hebrewForm = pdfForm({
  name: 'הרשמה לכנס השנתי',
  locale: 'he',
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        {
          type: 'eText',
          name: 'intro',
          text: 'תודה, {{ model.first }}. מספר הרישום שלך הוא {{ data.entry.submitIdx }} (מתוך 500).',
        },
        {
          type: 'cSection',
          name: 'personal',
          label: 'פרטים אישיים',
          children: [
            {
              type: 'cRow',
              name: 'names',
              children: [
                [{ type: 'fInput', name: 'first', label: 'שם פרטי' }],
                [{ type: 'fInput', name: 'last', label: 'שם משפחה' }],
                [{ type: 'fDate', name: 'born', label: 'תאריך לידה' }],
              ],
            },
            { type: 'fInput', name: 'email', label: 'דוא"ל (Email)' },
            { type: 'fInput', name: 'phone', label: 'טלפון נייד' },
            { type: 'fInput', name: 'company', label: 'מקום עבודה' },
            { type: 'fBool', name: 'first_time', label: 'זו הפעם הראשונה שלך אצלנו?' },
            { type: 'fInput', name: 'iban', label: 'חשבון בנק (IBAN)' },
          ],
        },
        {
          type: 'cSection',
          name: 'stay',
          label: 'השהייה',
          children: [
            { type: 'fDate', name: 'arrival', label: 'הגעה', typeValidator: { type: 'date', mode: 'dt' } },
            {
              type: 'fSelect',
              name: 'room',
              label: 'חדר',
              options: [{ label: 'הבית הישן', options: [['o1', 'חדר יחיד עם נוף לגן']] }],
            },
            {
              type: 'fCheckbox',
              name: 'meals',
              label: 'ארוחות',
              options: [
                ['b', 'בוקר'],
                ['l', 'צהריים'],
                ['d', 'ערב (kosher)'],
              ],
            },
            { type: 'fLngTxt', name: 'wishes', label: 'בקשות מיוחדות' },
          ],
        },
        {
          type: 'cRepeat',
          name: 'items',
          label: 'פריטים שהוזמנו',
          children: [
            { type: 'fInput', name: 'product', label: 'פריט' },
            { type: 'fInput', name: 'quantity', label: 'כמות', typeValidator: 'num' },
            { type: 'fInput', name: 'price', label: 'מחיר', typeValidator: 'num' },
            { type: 'fBool', name: 'gift', label: 'מתנה' },
          ],
        },
        {
          type: 'cSection',
          name: 'opinion',
          label: 'דעתך',
          children: [
            {
              type: 'fMatrix',
              name: 'opinions',
              label: 'איך היה?',
              matrixQuestions: [
                ['food', 'האוכל והשתייה'],
                ['talks', 'ההרצאות'],
                ['rooms', 'החדרים והשקט בלילה'],
              ],
              options: heRatings,
            },
            { type: 'fRate', name: 'rate', label: 'בסך הכול' },
            { type: 'fColor', name: 'color', label: 'צבע התג' },
            { type: 'fDoc', name: 'story', label: 'ספרו לנו עוד' },
            { type: 'fFile', name: 'photos', label: 'תמונות ומסמכים' },
            { type: 'fSign', name: 'signature', label: 'חתימה' },
          ],
        },
      ],
    },
  },
});

export const hebrewData: JsonObject = {
  first: 'נועה',
  last: 'בן־דוד',
  born: '1990-03-07T00:00:00.000Z',
  email: 'noa.ben-david@example.co.il',
  phone: '+972-50-123-4567',
  first_time: true,
  iban: 'IL62 0108 0000 0009 9999 999',
  arrival: '2024-06-01T14:30:00.000Z',
  room: 'o1',
  meals: ['b', 'd'],
  wishes:
    'אשמח לחדר שקט ככל האפשר, רחוק מהמעלית.\nאפשר להתקשר אליי ל-+972-54-765-4321 או לכתוב אל noa@example.co.il, או לקרוא באתר https://example.co.il/he/ לפני יום ה׳.\nThe second guest reads English only, and his name is דוד.\nהמחיר ירד ב-5% (מ-120 ש״ח ל-114 ש״ח), והטמפרטורה היא -3°.',
  items: [
    { product: 'ספר הכנס בכריכה קשה', quantity: 2, price: 148.5, gift: false },
    { product: 'חולצת Formstead', quantity: 1, price: 79, gift: true },
    { product: 'מחברת', quantity: 12, price: 13.25 },
  ],
  opinions: { food: '4', talks: '3' },
  rate: 4,
  color: '#1f7a6d',
  story:
    '<h2>מה אני זוכרת</h2><p>ההרצאה <strong>הפותחת</strong> הייתה <em>נהדרת</em>, וגם <a href="https://example.org/notes">הסיכום</a> שלה (Keynote).</p><ul><li>הגן</li><li>הספרייה</li></ul><p>See you in 2025!</p>',
  photos: [upload('garden.jpg', 'image/jpeg', 48_211), upload('צילום דרכון.pdf', 'application/pdf', 1_204_511)],
  signature: strokesOf(5),
};
