// The catalogue of errors. Every error that the API returns is one situation here, with its status. Its text is in
// src/words/<language>/server/errors.json; 401 texts and request checks are English in every locale, so they are here.
// docs/errors.md lists all of them; test/errors-documented.test.ts compares the two. How they are thrown: errors.ts.
// [errors.catalogue] [errors.language]

import type { Locale } from '../../core/locale/locale.ts';
import { errorsWords } from '../../words/all/server/errors.ts';
import { mcpErrors } from './mcp-errors.ts';
import { odataErrors } from './odata-errors.ts';

export interface Situation {
  readonly status: number;
  /** The text in every locale. Missing: the catalogues of words have one for each language. */
  readonly english?: string;
}

/** `{name}` in a text is filled from the error's values. */
export const errorCatalogue = {
  missingAuthentication: { status: 401, english: 'Missing authentication' },
  invalidApiKey: { status: 401, english: 'Invalid API key' },
  invalidToken: { status: 401, english: 'Invalid token' },
  expiredToken: { status: 401, english: 'Expired token' },
  wrongPassword: { status: 401, english: 'Wrong username/ password' },
  secondFactorMissing: { status: 401, english: 'Second factor required' },
  wrongCode: { status: 401, english: 'Wrong code' },
  passkeyRefused: { status: 401, english: 'The passkey was not accepted' },
  invalidBewit: { status: 401, english: 'Invalid bewit' },
  expiredBewit: { status: 401, english: 'Expired bewit' },

  requestInvalid: { status: 400, english: '{detail}' },
  malformedJson: { status: 400, english: 'Invalid request payload JSON format' },
  passwordBlank: { status: 400, english: '"{key}" must not be blank' },
  passwordTooCommon: { status: 400, english: '"{key}" is one of the most common passwords' },
  passwordIsOwnName: { status: 400, english: '"{key}" must differ from the email and the name' },
  passwordUnchanged: { status: 400, english: '"{key}" must differ from the current password' },
  jsonTooDeep: { status: 400, english: 'Invalid request payload: JSON is nested deeper than {levels} levels' },
  malformedRequest: { status: 400, english: 'Bad Request' },
  entryFailedValidation: { status: 400 },
  codeNotRight: { status: 400 },
  setUpTooOld: { status: 400 },
  passkeyNotAdded: { status: 400 },
  invalidFileName: { status: 400 },
  pictureUnreadable: { status: 400 },
  exportWithoutForm: { status: 400 },
  fieldsNotRecognized: { status: 400 },

  insufficientPermissions: { status: 403 },
  formClosed: { status: 403 },
  /** The owner's own words: shown as they are, in every locale. */
  formClosedByOwner: { status: 403, english: '{ownerMessage}' },
  saveSubmitted: { status: 403 },
  submitSubmitted: { status: 403 },
  resumeSubmitted: { status: 403 },
  statusNotAllowed: { status: 403 },
  editDeleted: { status: 403 },
  deleteDeleted: { status: 403 },
  historyFull: { status: 403 },
  renameNotTemplate: { status: 403 },
  uploadNotAllowed: { status: 403 },
  autocompleteOff: { status: 403 },
  optionsSetFull: { status: 403 },
  removeYourself: { status: 403 },
  quotaReached: { status: 403 },
  noMail: { status: 403 },
  freshSignInNeeded: { status: 403 },
  secondFactorSetUpFirst: { status: 403 },
  factorsFull: { status: 403 },
  notesFull: { status: 403 },
  resentTooOften: { status: 403 },
  linkNotGood: { status: 403 },
  setupDone: { status: 403 },

  exportNotFound: { status: 404 },
  notFound: { status: 404 },
  formNotFound: { status: 404 },
  entryNotFound: { status: 404 },
  optionsSetNotFound: { status: 404 },
  optionsUploadNotFound: { status: 404 },
  setListNotFound: { status: 404 },
  apiKeyNotFound: { status: 404 },
  invitationNotFound: { status: 404 },
  viewNotFound: { status: 404 },
  sessionNotFound: { status: 404 },
  factorNotFound: { status: 404 },
  userNotFound: { status: 404 },

  noticeNotFound: { status: 404 },
  noteNotFound: { status: 404 },
  emailNotFound: { status: 404 },

  conflict: { status: 409 },
  optionsSetInUse: { status: 409 },
  emailTaken: { status: 409 },
  emailNotKept: { status: 409 },
  emailInProgress: { status: 409 },
  listChangedMeanwhile: { status: 409 },
  setListNotWhole: { status: 409 },
  formChangedMeanwhile: { status: 412 },
  optionsChangedMeanwhile: { status: 412 },
  draftChangedMeanwhile: { status: 412 },
  payloadTooLarge: { status: 413, english: 'Payload content length greater than maximum allowed: {maxBytes}' },
  unsupportedMediaType: { status: 415, english: 'Unsupported Media Type' },
  idempotencyKeyReused: { status: 422 },
  tooManyRequests: { status: 429 },
  tooManyLogins: { status: 429 },
  dailyQuotaReached: { status: 429 },
  tooMuchAtOnce: { status: 429 },
  /** Appears only in the log and in the progress of an export. */
  callerGone: { status: 499 },
  /** Shown by the progress of an export, never thrown. */
  exportInterrupted: { status: 500 },
  fileMissing: { status: 500 },
  pdfFailed: { status: 500 },
  /** The same for fillers: what is wrong with a layout is for its owner's eyes. */
  pdfFailedForFiller: { status: 500 },
  internal: { status: 500 },
  unavailable: { status: 503 },
  busy: { status: 503 },
  diskLow: { status: 507 },
  ...odataErrors,
  ...mcpErrors,
} as const satisfies Record<string, Situation>;

export type SituationName = keyof typeof errorCatalogue;

export function situationText(name: SituationName, locale: Locale): string {
  const { english }: Situation = errorCatalogue[name];
  return english ?? errorsWords[locale][name as keyof (typeof errorsWords)['en']];
}
