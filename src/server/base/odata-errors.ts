// The errors that only the OData tables have; part of the catalogue in errorCatalogue.ts. [odata.errors]

export const odataErrors = {
  odataOptionUnknown: {
    status: 400,
    en: 'The query option {option} is not known.',
    he: 'אפשרות השאילתה {option} אינה מוכרת.',
  },
  odataOptionTwice: {
    status: 400,
    en: 'The query option {option} is given more than once.',
    he: 'אפשרות השאילתה {option} מופיעה יותר מפעם אחת.',
  },
  odataNumberWrong: {
    status: 400,
    en: '{option} must be a whole number from {min} to {max}.',
    he: '{option}: יש לציין מספר שלם מ-{min} עד {max}.',
  },
  odataValueWrong: {
    status: 400,
    en: '{option} must be one of: {values}.',
    he: '{option}: יש לציין אחד מאלה: {values}.',
  },
  odataColumnUnknown: {
    status: 400,
    en: 'The table {table} has no column {name}.',
    he: 'בטבלה {table} אין עמודה בשם {name}.',
  },
  odataFilterUnreadable: {
    status: 400,
    en: '$filter cannot be understood at character {position}: {near}',
    he: 'אי אפשר להבין את $filter בתו {position}: {near}',
  },
  odataFilterTypes: {
    status: 400,
    en: 'In $filter, {operation} cannot be used with {types}.',
    he: 'ב-$filter אי אפשר להשתמש ב-{operation} עם {types}.',
  },
  odataFilterTooLarge: {
    status: 400,
    en: '$filter can have at most {maxLength} characters, {maxDepth} levels and {maxConditions} conditions.',
    he: 'ב-$filter יכולים להיות לכל היותר {maxLength} תווים, {maxDepth} רמות ו-{maxConditions} תנאים.',
  },
  odataTokenWrong: {
    status: 400,
    en: '$skiptoken must come from an @odata.nextLink and be used with the same options.',
    he: '$skiptoken צריך להגיע מ-@odata.nextLink ולשמש עם אותן אפשרויות.',
  },
  odataVersionWrong: {
    status: 400,
    en: 'This is OData 4.0: a client that takes only an older version cannot read it.',
    he: 'זהו OData 4.0: תוכנה שמקבלת רק גרסה ישנה יותר אינה יכולה לקרוא אותו.',
  },
  odataOriginRefused: {
    status: 403,
    en: 'Pages of other sites cannot read these tables.',
    he: 'דפים מאתרים אחרים אינם יכולים לקרוא את הטבלאות האלה.',
  },
  odataPathUnknown: {
    status: 404,
    en: 'There is no table or resource {path} here.',
    he: 'אין כאן טבלה או משאב בשם {path}.',
  },
  odataRowNotFound: {
    status: 404,
    en: 'The table {table} has no row with this key.',
    he: 'בטבלה {table} אין שורה עם המפתח הזה.',
  },
  odataReadOnly: { status: 405, en: 'These tables can only be read.', he: 'אפשר רק לקרוא את הטבלאות האלה.' },
  odataFormatWrong: {
    status: 406,
    en: 'Tables are sent as JSON and $metadata as XML, and nothing else.',
    he: 'הטבלאות נשלחות כ-JSON ו-$metadata נשלח כ-XML, ולא בצורה אחרת.',
  },
  odataNotSupported: { status: 501, en: '{feature} is not supported.', he: 'אין תמיכה ב-{feature}.' },
  odataCountTooLong: {
    status: 501,
    en: 'Counting these rows takes too long. Read them without a count, or choose fewer with $filter.',
    he: 'ספירת השורות האלה אורכת זמן רב מדי. אפשר לקרוא אותן בלי ספירה, או לבחור פחות שורות באמצעות $filter.',
  },
} as const;
