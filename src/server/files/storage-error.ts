// What the storage host answers when something is wrong: the codes, texts and XML that S3 gives. [files.storage-host]
import { errors, ServiceError } from '../base/errors.ts';
import { xmlDocument } from './storage-xml.ts';

const faults = {
  accessDenied: { status: 403, code: 'AccessDenied', message: 'Access Denied' },
  policyMismatch: { status: 403, code: 'AccessDenied', message: 'Invalid according to Policy.' },
  policyExpired: { status: 403, code: 'AccessDenied', message: 'Invalid according to Policy: Policy expired.' },
  linkExpired: { status: 403, code: 'AccessDenied', message: 'Request has expired' },
  entityTooLarge: {
    status: 400,
    code: 'EntityTooLarge',
    message: 'Your proposed upload exceeds the maximum allowed size',
  },
  entityTooSmall: {
    status: 400,
    code: 'EntityTooSmall',
    message: 'Your proposed upload is smaller than the minimum allowed size',
  },
  malformedPost: {
    status: 400,
    code: 'MalformedPOSTRequest',
    message: 'The body of your POST request is not well-formed multipart/form-data.',
  },
  malformedPolicy: { status: 400, code: 'MalformedPolicy', message: 'The body of your request is not valid JSON.' },
  fieldsTooLarge: {
    status: 400,
    code: 'MaxPostPreDataLengthExceededError',
    message: 'Your POST request fields preceding the upload file were too large.',
  },
  virusFound: { status: 400, code: 'VirusFound', message: 'A virus was found in this file. It was not stored.' },
  tooLargeToScan: {
    status: 400,
    code: 'FileTooLargeToScan',
    message: 'This file is too large to be checked for viruses. It was not stored.',
  },
  scannerAway: {
    status: 503,
    code: 'ServiceUnavailable',
    message: 'Files cannot be checked for viruses at the moment. Please try again.',
  },
  policyLate: {
    status: 400,
    code: 'RequestTimeout',
    message: 'The policy of your upload did not come within the timeout period.',
  },
  notArrived: { status: 404, code: 'NoSuchUpload', message: 'The file has not arrived in the store.' },
  invalidRange: { status: 416, code: 'InvalidRange', message: 'The requested range is not satisfiable' },
  methodNotAllowed: {
    status: 405,
    code: 'MethodNotAllowed',
    message: 'The specified method is not allowed against this resource.',
  },
  quotaReached: { status: 403, code: 'QuotaExceeded', message: 'A limit of the account or the form has been reached.' },
  diskLow: { status: 507, code: 'InsufficientStorage', message: 'There is not enough free space for this file.' },
  slowDown: { status: 429, code: 'SlowDown', message: 'Please reduce your request rate.' },
  unavailable: { status: 503, code: 'ServiceUnavailable', message: 'Please try again.' },
  internal: { status: 500, code: 'InternalError', message: 'We encountered an internal error. Please try again.' },
} as const;

export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly status: number;
  readonly code: string;
  /** Elements added to the XML. */
  readonly details: Readonly<Record<string, string | number>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    fault: keyof typeof faults,
    options: {
      details?: Readonly<Record<string, string | number>>;
      headers?: Readonly<Record<string, string>>;
      cause?: unknown;
    } = {},
  ) {
    super(faults[fault].message, { cause: options.cause });
    this.status = faults[fault].status;
    this.code = faults[fault].code;
    this.details = options.details ?? {};
    this.headers = options.headers ?? {};
  }
}

const faultsOfStatus: Readonly<Record<number, keyof typeof faults>> = {
  403: 'quotaReached',
  429: 'slowDown',
  503: 'unavailable',
  507: 'diskLow',
};

/** What the API would answer as JSON, as the storage host says it. */
export function asStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  const known = error instanceof ServiceError ? error : errors.internal(error);
  return new StorageError(faultsOfStatus[known.status] ?? 'internal', { headers: known.headers, cause: error });
}

export function presentStorageError(error: StorageError, requestId: string): string {
  return xmlDocument('Error', {
    Code: error.code,
    Message: error.message,
    ...error.details,
    RequestId: requestId,
  });
}
