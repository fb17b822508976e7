// What the boxes for expressions and templates say.

export const expressionTexts = {
  en: {
    insert: 'Insert a field',
    names: 'Names for {label}',
    count: '{count} names to choose from',
    goTo: 'Go to this place',
    place: 'At character {position}:',
    unknown: 'Not in this form:',
  },
  he: {
    insert: 'הוספת שדה',
    names: 'שמות עבור {label}',
    count: '{count} שמות לבחירה',
    goTo: 'מעבר למקום הזה',
    place: 'בתו {position}:',
    unknown: 'לא קיים בטופס:',
  },
} as const;
