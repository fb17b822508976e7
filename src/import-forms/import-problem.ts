// Why a file could not be imported at all, in words for people.

import type { InLocales, Locale } from '../core/locale/locale.ts';
import { countTexts } from '../core/text/count-text.ts';

const english = {
  notForm:
    'This file is not a form that can be imported: an XLSForm workbook (.xlsx), or the JSON of Form.io, SurveyJS or the Google Forms API.',
  notKind: 'This file is not a form of the kind {kind}.',
  notWorkbook: 'This workbook could not be read. In the spreadsheet program, save it again as .xlsx.',
  noSurvey: 'This workbook has no sheet called “survey”, so it is not an XLSForm.',
  oldWorkbook: 'This is a workbook in the old .xls format. In the spreadsheet program, save it as .xlsx.',
  notJson: 'This file is not valid JSON: {why}',
  tooLarge: 'This file is too large: at most {size} MB, and workbooks at most {count} rows.',
  tooManyElements: 'This form has too many questions: a form has at most {count}.',
  formTooLarge: 'The form would be larger than 2 MB. Most of it is {what}: keep long lists in an options set.',
  tooMuchWork: 'This form asks for too much work: it has too many rows, questions or conditions.',
  noQuestions: 'There is no question in this file.',
};

export type ImportProblem = keyof typeof english;

const texts: InLocales<Readonly<Record<ImportProblem, string>>> = {
  en: english,
  he: {
    notForm:
      'הקובץ הזה אינו טופס שאפשר לייבא: חוברת XLSForm ‏(‎.xlsx), או JSON של Form.io, של SurveyJS או של Google Forms API.',
    notKind: 'הקובץ הזה אינו טופס מסוג {kind}.',
    notWorkbook: 'לא היה אפשר לקרוא את החוברת. אפשר לשמור אותה שוב כ־‎.xlsx בתוכנת הגיליונות.',
    noSurvey: 'בחוברת הזאת אין גיליון בשם „survey”, ולכן היא אינה XLSForm.',
    oldWorkbook: 'זו חוברת במבנה הישן ‎.xls. אפשר לשמור אותה כ־‎.xlsx בתוכנת הגיליונות.',
    notJson: 'הקובץ הזה אינו JSON תקין: {why}',
    tooLarge: 'הקובץ גדול מדי: עד {size} מ״ב, ובחוברת עד {count} שורות.',
    tooManyElements: 'בטופס הזה יותר מדי שאלות: בטופס יש עד {count}.',
    formTooLarge: 'הטופס יהיה גדול מ־2 מ״ב. רובו הוא {what}: רשימות ארוכות שומרים ברשימת אפשרויות.',
    tooMuchWork: 'הטופס הזה דורש יותר מדי עבודה: יש בו יותר מדי שורות, שאלות או תנאים.',
    noQuestions: 'אין בקובץ הזה שאלות.',
  },
};

export class ImportFormError extends Error {
  readonly problem: ImportProblem;
  readonly values: Readonly<Record<string, string | number>>;

  constructor(problem: ImportProblem, values: Readonly<Record<string, string | number>> = {}) {
    super(countTexts('en')(texts.en[problem], values));
    this.problem = problem;
    this.values = values;
  }
}

export function importProblemText({ problem, values }: ImportFormError, locale: Locale): string {
  return countTexts(locale)(texts[locale][problem], values);
}
