// The catalogue of errors. Every error that the API returns is one situation here: its status and its text in English and Hebrew.
// docs/errors.md lists the same; test/errors-documented.test.ts compares them. How they are thrown: errors.ts.
// 401 texts and request checks stay English whatever the locale. [errors.catalogue] [errors.language]

import { mcpErrors } from './mcp-errors.ts';
import { odataErrors } from './odata-errors.ts';

export interface Situation {
  readonly status: number;
  readonly en: string;
  /** Missing: the text is always English. */
  readonly he?: string;
}

/** `{name}` in a text is filled from the error's values. */
export const errorCatalogue = {
  missingAuthentication: { status: 401, en: 'Missing authentication' },
  invalidApiKey: { status: 401, en: 'Invalid API key' },
  invalidToken: { status: 401, en: 'Invalid token' },
  expiredToken: { status: 401, en: 'Expired token' },
  wrongPassword: { status: 401, en: 'Wrong username/ password' },
  secondFactorMissing: { status: 401, en: 'Second factor required' },
  wrongCode: { status: 401, en: 'Wrong code' },
  passkeyRefused: { status: 401, en: 'The passkey was not accepted' },
  invalidBewit: { status: 401, en: 'Invalid bewit' },
  expiredBewit: { status: 401, en: 'Expired bewit' },

  requestInvalid: { status: 400, en: '{detail}' },
  malformedJson: { status: 400, en: 'Invalid request payload JSON format' },
  passwordBlank: { status: 400, en: '"{key}" must not be blank' },
  passwordTooCommon: { status: 400, en: '"{key}" is one of the most common passwords' },
  passwordIsOwnName: { status: 400, en: '"{key}" must differ from the email and the name' },
  passwordUnchanged: { status: 400, en: '"{key}" must differ from the current password' },
  jsonTooDeep: { status: 400, en: 'Invalid request payload: JSON is nested deeper than {levels} levels' },
  malformedRequest: { status: 400, en: 'Bad Request' },
  entryFailedValidation: {
    status: 400,
    en: 'The form entry failed validation on the server.',
    he: 'הנתונים שבטופס לא עברו את הבדיקה בשרת.',
  },
  codeNotRight: {
    status: 400,
    en: 'The code is not right. Check the time of your device and try the next code.',
    he: 'הקוד אינו נכון. כדאי לבדוק את השעה במכשיר ולנסות את הקוד הבא.',
  },
  setUpTooOld: {
    status: 400,
    en: 'This took too long. Please start again.',
    he: 'עבר יותר מדי זמן. יש להתחיל שוב.',
  },
  passkeyNotAdded: {
    status: 400,
    en: 'The passkey could not be added. Please try again.',
    he: 'אי אפשר היה להוסיף את מפתח הגישה. אפשר לנסות שוב.',
  },
  invalidFileName: { status: 400, en: 'Invalid file name', he: 'שם הקובץ אינו תקין' },
  pictureUnreadable: {
    status: 400,
    en: 'This is not a picture that can be used. Use a PNG, JPEG, GIF or WebP file.',
    he: 'אי אפשר להשתמש בקובץ הזה כתמונה. יש לבחור קובץ PNG, JPEG, GIF או WebP.',
  },
  exportWithoutForm: {
    status: 400,
    en: 'Query must contain a form from an export',
    he: 'השאילתה חייבת לכלול את הטופס לייצוא',
  },
  fieldsNotRecognized: {
    status: 400,
    en: 'The following fields are not recognized: {fields}',
    he: 'השדות הבאים אינם מוכרים: {fields}',
  },

  insufficientPermissions: {
    status: 403,
    en: 'You have insufficient permissions to perform the action.',
    he: 'אין לך הרשאה לבצע את הפעולה.',
  },
  formClosed: { status: 403, en: 'This form is closed.', he: 'הטופס סגור.' },
  /** The owner's own words: shown as they are, in every locale. */
  formClosedByOwner: { status: 403, en: '{ownerMessage}' },
  saveSubmitted: {
    status: 403,
    en: 'You cannot save this form entry because it was already submitted.',
    he: 'אי אפשר לשמור את הטופס כי הוא כבר נשלח.',
  },
  submitSubmitted: {
    status: 403,
    en: 'You cannot submit this form entry because it was already submitted.',
    he: 'אי אפשר לשלוח את הטופס כי הוא כבר נשלח.',
  },
  resumeSubmitted: {
    status: 403,
    en: 'You cannot resume editing this form entry because it was already submitted.',
    he: 'אי אפשר להמשיך למלא את הטופס כי הוא כבר נשלח.',
  },
  statusNotAllowed: {
    status: 403,
    en: "Can't change the status of the entry to this status.",
    he: 'אי אפשר לשנות את מצב הרשומה למצב הזה.',
  },
  editDeleted: {
    status: 403,
    en: 'This form entry was already deleted and cannot be edited.',
    he: 'הרשומה כבר נמחקה ואי אפשר לערוך אותה.',
  },
  deleteDeleted: {
    status: 403,
    en: 'You cannot delete this form entry because it was already deleted.',
    he: 'אי אפשר למחוק את הרשומה כי היא כבר נמחקה.',
  },
  historyFull: {
    status: 403,
    en: 'This form entry was saved or edited too often. It can still be submitted or deleted.',
    he: 'הטופס נשמר או נערך יותר מדי פעמים. עדיין אפשר לשלוח או למחוק אותו.',
  },
  renameNotTemplate: {
    status: 403,
    en: 'You cannot name this form entry because it is not a template.',
    he: 'אי אפשר לתת שם לרשומה כי היא אינה תבנית.',
  },
  uploadNotAllowed: {
    status: 403,
    en: 'You cannot upload this file for this form',
    he: 'אי אפשר להעלות את הקובץ הזה לטופס הזה',
  },
  autocompleteOff: {
    status: 403,
    en: 'This options set does not allow autocompleting.',
    he: 'רשימת האפשרויות הזאת אינה מאפשרת השלמה אוטומטית.',
  },
  optionsSetFull: {
    status: 403,
    en: 'This options set is full: it holds at most {maxOptions} options.',
    he: 'רשימת האפשרויות מלאה: היא מכילה לכל היותר {maxOptions} אפשרויות.',
  },
  removeYourself: {
    status: 403,
    en: 'You cannot remove yourself. A colleague can.',
    he: 'אי אפשר להסיר את עצמך. עמית יכול לעשות זאת.',
  },
  quotaReached: {
    status: 403,
    en: 'There is no room left for this: a limit of the account or the form has been reached.',
    he: 'אין עוד מקום: החשבון או הטופס הגיעו למכסה שלהם.',
  },
  noMail: {
    status: 403,
    en: 'This service cannot send email. The administrator of the service can confirm your address.',
    he: 'השירות הזה אינו יכול לשלוח דואר. מנהל השירות יכול לאשר את הכתובת שלך.',
  },
  freshSignInNeeded: {
    status: 403,
    en: 'Some time has passed since you signed in. Confirm that it is you, or sign in again, and try again.',
    he: 'עבר זמן מאז הכניסה. יש לאשר שזה אכן את או אתה, או להיכנס מחדש, ולנסות שוב.',
  },
  secondFactorSetUpFirst: {
    status: 403,
    en: 'Set up a second factor first.',
    he: 'יש להגדיר קודם אימות דו־שלבי.',
  },
  factorsFull: {
    status: 403,
    en: 'You have as many second factors as there may be. Remove one first.',
    he: 'הגעת למספר המרבי של אמצעי אימות. יש להסיר אחד קודם.',
  },
  notesFull: {
    status: 403,
    en: 'This form entry has as many notes as there may be. Delete one first.',
    he: 'לרשומה יש כבר המספר המרבי של הערות. יש למחוק אחת קודם.',
  },
  resentTooOften: {
    status: 403,
    en: 'This email was sent again as often as it may be.',
    he: 'ההודעה נשלחה שוב מספר הפעמים המרבי.',
  },
  linkNotGood: {
    status: 403,
    en: 'This link was already used, has expired, or is not complete.',
    he: 'הקישור כבר נוצל, פג תוקפו, או שאינו שלם.',
  },
  setupDone: { status: 403, en: 'The setup link was already used.', he: 'קישור ההתקנה כבר נוצל.' },

  exportNotFound: { status: 404, en: 'Could not find an export with ID {id}.', he: 'לא נמצא ייצוא עם המזהה {id}.' },
  notFound: { status: 404, en: 'Not Found', he: 'לא נמצא' },
  formNotFound: { status: 404, en: 'Could not find a form with ID {id}.', he: 'לא נמצא טופס עם המזהה {id}.' },
  entryNotFound: { status: 404, en: 'Could not find an entry with ID {id}.', he: 'לא נמצאה רשומה עם המזהה {id}.' },
  optionsSetNotFound: {
    status: 404,
    en: 'Could not find an options set with ID {id}.',
    he: 'לא נמצאה רשימת אפשרויות עם המזהה {id}.',
  },
  optionsUploadNotFound: {
    status: 404,
    en: 'Could not find an unfinished upload with ID {id}.',
    he: 'לא נמצאה העלאה שלא הושלמה עם המזהה {id}.',
  },
  setListNotFound: {
    status: 404,
    en: 'This options set has no list {number}.',
    he: 'ברשימת האפשרויות הזאת אין גרסה {number}.',
  },
  apiKeyNotFound: {
    status: 404,
    en: 'Could not find an API key with ID {id}.',
    he: 'לא נמצא מפתח API עם המזהה {id}.',
  },
  invitationNotFound: {
    status: 404,
    en: 'Could not find an invitation with ID {id}.',
    he: 'לא נמצאה הזמנה עם המזהה {id}.',
  },
  viewNotFound: { status: 404, en: 'Could not find a view with ID {id}.', he: 'לא נמצאה תצוגה עם המזהה {id}.' },
  sessionNotFound: { status: 404, en: 'There is no such session.', he: 'אין כניסה כזאת.' },
  factorNotFound: { status: 404, en: 'There is no such second factor.', he: 'אין אמצעי אימות כזה.' },
  userNotFound: { status: 404, en: 'Could not find a user with ID {id}.', he: 'לא נמצא משתמש עם המזהה {id}.' },

  noticeNotFound: { status: 404, en: 'Could not find a notice with ID {id}.', he: 'לא נמצאה הודעה עם המזהה {id}.' },
  noteNotFound: { status: 404, en: 'Could not find a note with ID {id}.', he: 'לא נמצאה הערה עם המזהה {id}.' },
  emailNotFound: { status: 404, en: 'This form entry has no email {number}.', he: 'לרשומה אין הודעת דואר {number}.' },

  conflict: {
    status: 409,
    en: 'The form keeps changing. Please try again.',
    he: 'הטופס משתנה שוב ושוב. אפשר לנסות שוב.',
  },
  optionsSetInUse: {
    status: 409,
    en: 'This options set is used in forms: {forms}. To delete it all the same, send force=true.',
    he: 'רשימת האפשרויות נמצאת בשימוש בטפסים: {forms}. כדי למחוק אותה בכל זאת יש לשלוח force=true.',
  },
  emailTaken: { status: 409, en: 'A user with this email already exists.', he: 'כבר יש משתמש עם כתובת הדואר הזאת.' },
  emailNotKept: {
    status: 409,
    en: 'This email cannot be sent again: nobody is named to send it to, or its text was not kept.',
    he: 'אי אפשר לשלוח שוב את ההודעה: אין למי לשלוח אותה, או שתוכנה לא נשמר.',
  },
  emailInProgress: {
    status: 409,
    en: 'This email is being sent already.',
    he: 'ההודעה כבר בתהליך שליחה.',
  },
  listChangedMeanwhile: {
    status: 409,
    en: 'Another list of this options set became current meanwhile. Look at it before you change it.',
    he: 'בינתיים גרסה אחרת של רשימת האפשרויות נכנסה לשימוש. יש לבדוק אותה לפני שמשנים.',
  },
  setListNotWhole: {
    status: 409,
    en: 'List {number} cannot be restored: lists of other sets that belong to it are gone. The nearest one that can be is {nearest}.',
    he: 'אי אפשר לחזור לגרסה {number}: גרסאות של רשימות אחרות ששייכות אליה כבר לא נשמרות. הגרסה הקרובה שאפשר לחזור אליה היא {nearest}.',
  },
  formChangedMeanwhile: {
    status: 412,
    en: 'Someone else changed this form meanwhile. Load it again and repeat your changes.',
    he: 'מישהו אחר שינה את הטופס בינתיים. יש לטעון אותו מחדש ולחזור על השינויים.',
  },
  optionsChangedMeanwhile: {
    status: 412,
    en: 'Someone else changed these options meanwhile. Load them again and repeat your changes.',
    he: 'מישהו אחר שינה את האפשרויות האלה בינתיים. יש לטעון אותן מחדש ולחזור על השינויים.',
  },
  draftChangedMeanwhile: {
    status: 412,
    en: 'This form entry was saved elsewhere meanwhile. Load it again before you save your changes.',
    he: 'הטופס נשמר בינתיים ממקום אחר. יש לטעון אותו מחדש לפני ששומרים את השינויים.',
  },
  payloadTooLarge: { status: 413, en: 'Payload content length greater than maximum allowed: {maxBytes}' },
  unsupportedMediaType: { status: 415, en: 'Unsupported Media Type' },
  idempotencyKeyReused: {
    status: 422,
    en: 'This Idempotency-Key was already used with another request body.',
    he: 'המפתח Idempotency-Key כבר שימש בבקשה עם תוכן אחר.',
  },
  tooManyRequests: {
    status: 429,
    en: 'Too many requests. Please try again in {seconds} seconds.',
    he: 'יותר מדי בקשות. אפשר לנסות שוב בעוד {seconds} שניות.',
  },
  tooManyLogins: {
    status: 429,
    en: 'Too many failed sign-ins. Please try again in {seconds} seconds.',
    he: 'יותר מדי ניסיונות כניסה כושלים. אפשר לנסות שוב בעוד {seconds} שניות.',
  },
  dailyQuotaReached: {
    status: 429,
    en: 'The limit for today has been reached. Please try again tomorrow.',
    he: 'המכסה להיום נוצלה. אפשר לנסות שוב מחר.',
  },
  tooMuchAtOnce: {
    status: 429,
    en: 'This account has too much work waiting. Please try again in {seconds} seconds.',
    he: 'לחשבון הזה יש יותר מדי עבודות שממתינות. אפשר לנסות שוב בעוד {seconds} שניות.',
  },
  /** Appears only in the log and in the progress of an export. */
  callerGone: {
    status: 499,
    en: 'The work was stopped because its caller went away.',
    he: 'העבודה הופסקה כי מי שביקש אותה התנתק.',
  },
  /** Shown by the progress of an export, never thrown. */
  exportInterrupted: {
    status: 500,
    en: 'The export was interrupted. Please start it again.',
    he: 'הייצוא נקטע. אפשר להתחיל אותו שוב.',
  },
  fileMissing: {
    status: 500,
    en: 'A file of this form entry does not exist in storage.',
    he: 'קובץ של הרשומה אינו נמצא באחסון.',
  },
  pdfFailed: {
    status: 500,
    en: 'The PDF could not be made. {detail}',
    he: 'אי אפשר היה להפיק את קובץ ה-PDF. {detail}',
  },
  /** The same for fillers: what is wrong with a layout is for its owner's eyes. */
  pdfFailedForFiller: {
    status: 500,
    en: 'The form could not be processed because its PDF could not be made. Please tell the owner of the form.',
    he: 'לא ניתן היה לטפל בטופס כי אי אפשר היה להפיק את קובץ ה-PDF שלו. כדאי להודיע לבעל הטופס.',
  },
  internal: { status: 500, en: 'An internal server error occurred', he: 'אירעה שגיאה בשרת' },
  unavailable: {
    status: 503,
    en: 'The service is temporarily unavailable. Please try again.',
    he: 'השירות אינו זמין כרגע. אפשר לנסות שוב.',
  },
  busy: {
    status: 503,
    en: 'The service is busy. Please try again in {seconds} seconds.',
    he: 'השירות עמוס. אפשר לנסות שוב בעוד {seconds} שניות.',
  },
  diskLow: {
    status: 507,
    en: 'The service is short of disk space and cannot take this now. Please try again later.',
    he: 'לשירות חסר מקום אחסון והוא אינו יכול לקבל זאת כרגע. אפשר לנסות שוב מאוחר יותר.',
  },
  ...odataErrors,
  ...mcpErrors,
} as const satisfies Record<string, Situation>;

export type SituationName = keyof typeof errorCatalogue;
