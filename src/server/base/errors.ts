// Errors as the API returns them: a situation of the catalogue with its values, the text in the caller's language and the
// properties that it adds. [errors.catalogue] [errors.language]

import type { ApiErrorBody } from '../../api-types/errors.ts';
import type { FactorKind } from '../../api-types/factors.ts';
import { defaultLocale, type Locale } from '../../core/locale/locale.ts';
import { fillText } from '../../core/text/fill-text.ts';
import { errorCatalogue, type SituationName, situationText } from './error-catalogue.ts';

export type PasswordProblem = 'passwordBlank' | 'passwordTooCommon' | 'passwordIsOwnName' | 'passwordUnchanged';
export type McpProblem = Extract<SituationName, `mcp${string}`>;
export type ODataProblem = Extract<SituationName, `odata${string}`>;
export type ErrorValues = Readonly<Record<string, string | number>>;

/** What a situation adds to the body. */
type ErrorExtra = Omit<Partial<ApiErrorBody>, 'statusCode' | 'error' | 'message'>;

export class ServiceError extends Error {
  readonly situation: SituationName;
  readonly values: ErrorValues;
  /** Properties added to the JSON body, such as `validation` or `messages`. */
  readonly extra: ErrorExtra;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    situation: SituationName,
    options: {
      values?: ErrorValues;
      extra?: ErrorExtra;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(fillText(situationText(situation, defaultLocale), options.values ?? {}), { cause: options.cause });
    this.situation = situation;
    this.values = options.values ?? {};
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }

  get status(): number {
    return errorCatalogue[this.situation].status;
  }
}

/** The message in the first of the wanted locales. */
export function errorText(error: ServiceError, [locale = defaultLocale]: readonly Locale[]): string {
  return fillText(situationText(error.situation, locale), error.values);
}

/** After how long it is worth trying again when a queue was full. */
const queueRetrySeconds = 5;

/** Thrown by situation: `throw errors.formNotFound(id)`. */
export const errors = {
  missingAuthentication: () => unauthorized('missingAuthentication'),
  invalidApiKey: () => unauthorized('invalidApiKey'),
  invalidToken: () => unauthorized('invalidToken'),
  expiredToken: () => unauthorized('expiredToken'),
  wrongPassword: () => new ServiceError('wrongPassword'),
  secondFactorMissing: (factors: readonly FactorKind[]) =>
    new ServiceError('secondFactorMissing', { extra: { factors } }),
  wrongCode: (factors: readonly FactorKind[]) => new ServiceError('wrongCode', { extra: { factors } }),
  passkeyRefused: (cause?: unknown) => new ServiceError('passkeyRefused', { cause }),
  codeNotRight: () => new ServiceError('codeNotRight'),
  setUpTooOld: () => new ServiceError('setUpTooOld'),
  passkeyNotAdded: (cause?: unknown) => new ServiceError('passkeyNotAdded', { cause }),
  secondFactorSetUpFirst: () => new ServiceError('secondFactorSetUpFirst'),
  freshSignInNeeded: () => new ServiceError('freshSignInNeeded', { extra: { id: 'fresh_sign_in_needed' } }),
  factorsFull: () => new ServiceError('factorsFull'),
  factorNotFound: () => new ServiceError('factorNotFound'),
  invalidBewit: () => unauthorized('invalidBewit'),
  expiredBewit: () => unauthorized('expiredBewit'),
  requestInvalid: (detail: string, validation: { source: 'query' | 'payload' | 'params'; keys: string[] }) =>
    new ServiceError('requestInvalid', { values: { detail }, extra: { validation } }),
  passwordRefused: (problem: PasswordProblem, key: string) =>
    new ServiceError(problem, { values: { key }, extra: { validation: { source: 'payload', keys: [key] } } }),
  malformedJson: () => new ServiceError('malformedJson'),
  jsonTooDeep: (levels: number) => new ServiceError('jsonTooDeep', { values: { levels } }),
  malformedRequest: (cause?: unknown) => new ServiceError('malformedRequest', { cause }),
  entryFailedValidation: (messages: ApiErrorBody['messages'], headers: Readonly<Record<string, string>> = {}) =>
    new ServiceError('entryFailedValidation', { extra: { id: 'entry_failed_validation', messages }, headers }),
  invalidFileName: () => new ServiceError('invalidFileName'),
  pictureUnreadable: () => new ServiceError('pictureUnreadable'),
  exportWithoutForm: () => new ServiceError('exportWithoutForm'),
  fieldsNotRecognized: (fields: readonly string[]) =>
    new ServiceError('fieldsNotRecognized', { values: { fields: fields.join(', ') } }),
  uploadNotAllowed: () => new ServiceError('uploadNotAllowed'),
  fileMissing: () => new ServiceError('fileMissing'),
  insufficientPermissions: () => new ServiceError('insufficientPermissions'),
  formClosed: (ownerMessage: string | undefined) =>
    ownerMessage ? new ServiceError('formClosedByOwner', { values: { ownerMessage } }) : new ServiceError('formClosed'),
  refused: (
    refusal:
      | 'saveSubmitted'
      | 'submitSubmitted'
      | 'resumeSubmitted'
      | 'statusNotAllowed'
      | 'editDeleted'
      | 'deleteDeleted'
      | 'renameNotTemplate',
  ) => new ServiceError(refusal),
  historyFull: () => new ServiceError('historyFull'),
  autocompleteOff: () => new ServiceError('autocompleteOff'),
  optionsSetFull: (maxOptions: number) => new ServiceError('optionsSetFull', { values: { maxOptions } }),
  removeYourself: () => new ServiceError('removeYourself'),
  noMail: () => new ServiceError('noMail'),
  linkNotGood: () => new ServiceError('linkNotGood'),
  setupDone: () => new ServiceError('setupDone'),
  exportNotFound: (id: string) => new ServiceError('exportNotFound', { values: { id } }),
  notFound: () => new ServiceError('notFound'),
  formNotFound: (id: string) => new ServiceError('formNotFound', { values: { id } }),
  entryNotFound: (id: string) => new ServiceError('entryNotFound', { values: { id } }),
  optionsSetNotFound: (id: string) => new ServiceError('optionsSetNotFound', { values: { id } }),
  optionsUploadNotFound: (id: string) => new ServiceError('optionsUploadNotFound', { values: { id } }),
  optionsSetInUse: (forms: readonly string[]) =>
    new ServiceError('optionsSetInUse', { values: { forms: forms.join(', ') } }),
  optionsChangedMeanwhile: () => new ServiceError('optionsChangedMeanwhile'),
  apiKeyNotFound: (id: string) => new ServiceError('apiKeyNotFound', { values: { id } }),
  invitationNotFound: (id: string) => new ServiceError('invitationNotFound', { values: { id } }),
  viewNotFound: (id: string) => new ServiceError('viewNotFound', { values: { id } }),
  sessionNotFound: () => new ServiceError('sessionNotFound'),
  userNotFound: (id: string) => new ServiceError('userNotFound', { values: { id } }),
  noticeNotFound: (id: string) => new ServiceError('noticeNotFound', { values: { id } }),
  noteNotFound: (id: string) => new ServiceError('noteNotFound', { values: { id } }),
  notesFull: () => new ServiceError('notesFull'),
  emailNotFound: (number: number) => new ServiceError('emailNotFound', { values: { number } }),
  emailNotKept: () => new ServiceError('emailNotKept'),
  emailInProgress: () => new ServiceError('emailInProgress'),
  resentTooOften: () => new ServiceError('resentTooOften'),
  setListNotFound: (number: number) => new ServiceError('setListNotFound', { values: { number } }),
  setListNotWhole: (values: { number: number; nearest: number }) => new ServiceError('setListNotWhole', { values }),
  listChangedMeanwhile: () => new ServiceError('listChangedMeanwhile'),
  conflict: () => new ServiceError('conflict'),
  emailTaken: () => new ServiceError('emailTaken'),
  formChangedMeanwhile: (headers: Readonly<Record<string, string>> = {}) =>
    new ServiceError('formChangedMeanwhile', { headers }),
  draftChangedMeanwhile: () => new ServiceError('draftChangedMeanwhile'),
  payloadTooLarge: (maxBytes: number) => new ServiceError('payloadTooLarge', { values: { maxBytes } }),
  unsupportedMediaType: () => new ServiceError('unsupportedMediaType'),
  idempotencyKeyReused: () => new ServiceError('idempotencyKeyReused'),
  tooManyRequests: (seconds: number) => retryLater('tooManyRequests', seconds),
  tooManyLogins: (seconds: number) => retryLater('tooManyLogins', seconds),
  /** With `seconds` until the limit is there again, or without for what frees itself only when something is deleted. */
  quotaReached: ({ limit, seconds }: { limit: string; seconds?: number | undefined }) =>
    seconds === undefined
      ? new ServiceError('quotaReached', { extra: { quota: limit } })
      : new ServiceError('dailyQuotaReached', {
          extra: { quota: limit },
          headers: { 'retry-after': String(seconds) },
        }),
  tooMuchAtOnce: () => retryLater('tooMuchAtOnce', queueRetrySeconds),
  busy: () => retryLater('busy', queueRetrySeconds),
  callerGone: () => new ServiceError('callerGone'),
  exportInterrupted: () => new ServiceError('exportInterrupted'),
  pdfFailedForFiller: (cause: unknown) => new ServiceError('pdfFailedForFiller', { cause }),
  pdfFailed: (cause: Error) => new ServiceError('pdfFailed', { values: { detail: cause.message }, cause }),
  internal: (cause: unknown) => new ServiceError('internal', { cause }),
  diskLow: () => new ServiceError('diskLow', { headers: { 'retry-after': '60' } }),
  /** What is wrong with a request for OData tables. */
  odata: (problem: ODataProblem, values: ErrorValues = {}) =>
    new ServiceError(problem, { values, headers: problem === 'odataReadOnly' ? { allow: 'GET, HEAD' } : {} }),
  /** What is wrong with a request for the tools of agents. */
  mcp: (problem: McpProblem) =>
    new ServiceError(problem, { headers: problem === 'mcpPostOnly' ? { allow: 'POST' } : {} }),
  unavailable: (cause?: unknown) => new ServiceError('unavailable', { cause, headers: { 'retry-after': '5' } }),
};

// [errors.unauthorized] Every 401 for a credential carries it, not only that of an invalid key.
function unauthorized(situation: SituationName): ServiceError {
  return new ServiceError(situation, { extra: { attributes: { error: situationText(situation, defaultLocale) } } });
}

function retryLater(situation: SituationName, seconds: number): ServiceError {
  return new ServiceError(situation, { values: { seconds }, headers: { 'retry-after': String(seconds) } });
}
