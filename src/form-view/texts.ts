// What the page itself says, in English; Hebrew is in texts-he.ts. Messages about values are core's: locale-messages.ts.

const en = {
  required: 'required',
  optional: 'optional',
  choose: 'Choose…',
  clear: 'Clear',
  yes: 'Yes',
  no: 'No',
  addRow: 'Add a row',
  removeRow: 'Remove row {0}',
  row: 'Row {0}',
  rowLimit: 'At most {0} rows.',
  rowRemoved: 'Row {0} was removed',
  nextTab: 'Next',
  tabProblem: 'has errors',
  searchHint: 'Type to search',
  searching: 'Searching…',
  noResults: 'Nothing found',
  results: '{0} results',
  searchFailed: 'The search did not work. Please try again.',
  dropFiles: 'Drop files here, or',
  chooseFiles: 'choose files',
  takePicture: 'Take a picture',
  uploading: 'Uploading {0}: {1}%',
  uploaded: '{0} uploaded',
  uploadFailed: '{0} could not be uploaded.',
  retry: 'Try again',
  removeFile: 'Remove {0}',
  cancelUpload: 'Cancel {0}',
  sign: 'Sign here',
  signHint: 'Draw with a finger, a pen or the mouse.',
  signed: 'Signed',
  clearSignature: 'Clear the signature',
  stars: '{0} of {1}',
  noRating: 'No rating',
  date: 'Date',
  time: 'Time',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  bulletList: 'Bullet list',
  numberedList: 'Numbered list',
  link: 'Link',
  unanswered: 'Not answered',
};

export type ViewTextKey = keyof typeof en;
export type ViewTexts = (key: ViewTextKey, ...values: (string | number)[]) => string;

/** A page loads the language it speaks. */
export async function loadViewTexts(locale: 'en' | 'he'): Promise<ViewTexts> {
  return viewTexts(locale === 'he' ? (await import('./texts-he.ts')).hebrewTexts : en);
}

function viewTexts(texts: Readonly<Record<ViewTextKey, string>>): ViewTexts {
  return (key, ...values) => texts[key].replace(/\{(\d)\}/g, (_, place) => String(values[Number(place)] ?? ''));
}
