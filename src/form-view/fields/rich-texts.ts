// What rich fields say, in English and Hebrew: it comes with them, so that forms without do not load it.

import { fillText } from '../../core/fill-text.ts';
import type { FieldProps } from '../field-props.ts';
import type { ViewTextKey } from '../texts.ts';

const en = {
  searchHint: 'Type to search',
  searching: 'Searching…',
  noResults: 'Nothing found',
  results: '{0} result[|s]',
  searchFailed: 'The search did not work. Please try again.',
  dropFiles: 'Drop files here, or',
  chooseFiles: 'choose files',
  takePicture: 'Take a picture',
  uploading: 'Uploading {0}: {1}%',
  uploaded: '{0} uploaded',
  uploadFailed: '{0} could not be uploaded.',
  removeFile: 'Remove {0}',
  cancelUpload: 'Cancel {0}',
  sign: 'Sign here',
  signHint: 'Draw with a finger, a pen or the mouse.',
  signed: 'Signed',
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
  searchFailed: 'החיפוש לא הצליח. אפשר לנסות שוב.',
  dropFiles: 'אפשר לגרור לכאן קבצים, או',
  chooseFiles: 'לבחור קבצים',
  takePicture: 'צילום תמונה',
  uploading: 'מעלה את {0}: {1}%',
  uploaded: '{0} הועלה',
  uploadFailed: 'לא ניתן היה להעלות את {0}.',
  removeFile: 'הסרת {0}',
  cancelUpload: 'ביטול {0}',
  sign: 'מקום לחתימה',
  signHint: 'אפשר לצייר באצבע, בעט או בעכבר.',
  signed: 'נחתם',
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
