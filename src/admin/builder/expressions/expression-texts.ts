// What the boxes for expressions and templates say.

export const expressionTexts = {
  en: {
    insert: 'Insert a field',
    names: 'Fields and functions',
    count: '{count} [name|names] to choose from',
    goTo: 'Go to this position',
    place: 'At character {position}:',
    unknown: 'Not in this form:',
  },
  he: {
    insert: 'הוספת שדה',
    names: 'שדות ופונקציות',
    count: '[שם אחד|שני שמות|{count} שמות] לבחירה',
    goTo: 'מעבר למקום הזה',
    place: 'בתו {position}:',
    unknown: 'לא קיים בטופס:',
  },
} as const;
