// What rich fields say, in English and Hebrew: it comes with them, so that forms without do not load it.

import { fillText } from '../core/text/fill-text.ts';
import { englishWords } from '../print/words-en.ts';
import { hebrewWords } from '../print/words-he.ts';
import type { FieldProps } from './field-props.ts';
import type { ViewTextKey } from './texts.ts';

const en = {
  searchHint: 'Type to search',
  searching: 'Searching…',
  noResults: 'Nothing found',
  results: '{0} result[|s]',
  more: 'The first {0} are shown. Type more to see others.',
  chooseFirst: 'Nothing is chosen yet. Move to an option, then press Enter.',
  notChosen: 'Choose one from the list, or clear the field.',
  searchFailed: 'The search did not work. Please try again.',
  dropFiles: 'Drop files here, or',
  chooseFiles: 'choose files',
  takePicture: 'Take a picture',
  uploading: 'Uploading {0}: {1}%',
  uploaded: '{0} uploaded',
  uploadFailed: '{0} could not be uploaded.',
  notUploaded: '[{1} was not uploaded. Try again, or remove it.|Not uploaded: {1}. Try again, or remove them.]',
  notTaken:
    '[{1} was not uploaded. Choose another file, or remove it.|Not uploaded: {1}. Choose others, or remove them.]',
  lost: '{0} was not uploaded. Choose it again.',
  removeFile: 'Remove {0}',
  cancelUpload: 'Cancel {0}',
  sign: 'Sign here',
  signHint: 'Draw with a finger, a pen or the mouse.',
  signed: englishWords.signed,
  clearSignature: 'Clear the signature',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  bulletList: 'Bullet list',
  numberedList: 'Numbered list',
  link: 'Link',
  unnamed: 'File',
};

const he: Readonly<Record<keyof typeof en, string>> = {
  searchHint: 'אפשר להקליד כדי לחפש',
  searching: 'מחפש…',
  noResults: 'לא נמצא דבר',
  results: '[תוצאה אחת|{0} תוצאות]',
  more: 'מוצגות {0} הראשונות. אפשר להמשיך להקליד כדי לראות אחרות.',
  chooseFirst: 'עוד לא נבחר דבר. יש לעבור לאפשרות ואז להקיש Enter.',
  notChosen: 'יש לבחור אפשרות מהרשימה, או לנקות את השדה.',
  searchFailed: 'החיפוש לא הצליח. אפשר לנסות שוב.',
  dropFiles: 'אפשר לגרור לכאן קבצים, או',
  chooseFiles: 'לבחור קבצים',
  takePicture: 'צילום תמונה',
  uploading: 'מעלה את {0}: {1}%',
  uploaded: '{0} הועלה',
  uploadFailed: 'לא ניתן היה להעלות את {0}.',
  notUploaded: '[{1} לא הועלה. אפשר לנסות שוב או להסיר אותו.|לא הועלו: {1}. אפשר לנסות שוב או להסיר אותם.]',
  notTaken: '[{1} לא הועלה. אפשר לבחור קובץ אחר או להסיר אותו.|לא הועלו: {1}. אפשר לבחור קבצים אחרים או להסיר אותם.]',
  lost: '{0} לא הועלה. יש לבחור אותו שוב.',
  removeFile: 'הסרת {0}',
  cancelUpload: 'ביטול {0}',
  sign: 'מקום לחתימה',
  signHint: 'אפשר לצייר באצבע, בעט או בעכבר.',
  signed: hebrewWords.signed,
  clearSignature: 'ניקוי החתימה',
  bold: 'מודגש',
  italic: 'נטוי',
  underline: 'קו תחתון',
  bulletList: 'רשימת תבליטים',
  numberedList: 'רשימה ממוספרת',
  link: 'קישור',
  unnamed: 'קובץ',
};

export type RichTexts = (key: keyof typeof en | ViewTextKey, ...values: (string | number)[]) => string;

/** Their own words, and those that every field has. */
export function richTexts({ locale, texts }: Pick<FieldProps, 'locale' | 'texts'>): RichTexts {
  const own = { en, he }[locale];
  return (key, ...values) =>
    key in own ? fillText(own[key as keyof typeof en], values) : texts(key as ViewTextKey, ...values);
}
