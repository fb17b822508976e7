// @formstead/client: docs/integrate.md shows how it is used.
export type { Change, Changes, ChangesOptions } from './changes.ts';
export {
  type ClientOptions,
  createClient,
  type Entry,
  type FormsteadClient,
  type ListOptions,
  type NewEntry,
  nextPage,
  type Schemas,
  type SubmitOptions,
} from './client.ts';
export { FormsteadError } from './errors.ts';
export type { ExportOptions, ExportRequest } from './exports.ts';
export type { FileObject, UploadOptions } from './files.ts';
export type { RetryOptions } from './retry.ts';
export type { components, operations, paths, ServiceErrorCode } from './schema.ts';
