// What happens to the files of an entry whenever its data is about to be stored: the entry is noted as their holder, so that they
// live and end with it, and each shows the link that the service gives out for it, whatever link was sent. A draft may name a
// file that is not there; what it shows then is an address of our storage as well, which opens nothing.
// [files.object.links]

import type { FileObject, JsonObject, JsonValue } from '../../core/definition/form-definition.ts';
import type { FileInEntry } from '../../core/plan/files-in-entry.ts';
import type { FormPlan, RowShape } from '../../core/plan/form-plan.ts';
import { isoNow } from '../base/clock.ts';
import type { Services } from '../base/services.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { holdFiles } from '../store/files/file-holders.ts';
import { findFiles } from '../store/files/files.ts';
import { checkTimeOf } from './reconcile-file-holders.ts';
import { lastingUrl } from './signed-url.ts';
import { isStorageKey } from './storage/storage-key.ts';

export interface FilesToAttach {
  readonly form: LoadedForm;
  readonly data: JsonObject;
  /** Those in the data. */
  readonly files: readonly FileInEntry[];
  readonly account: string;
  /** Undefined for a render copy, which shows files of others and holds none. */
  readonly entry: string | undefined;
}

/**
 * Changes `data` in place and answers the keys of the files that are stored. Call it before the commit: noted and not stored is
 * put right by a job, stored and not noted would cost a file in use.
 */
export async function attachFiles(
  input: FilesToAttach,
  services: Pick<Services, 'config' | 'clock' | 'db' | 'secrets'>,
): Promise<ReadonlySet<string>> {
  const keys = [...new Set(input.files.map(({ file }) => file.storageKey))];
  if (keys.length === 0) return new Set();
  const own = new Set(await hold(keys, input, services));
  setUrls(input.form.plan, input.data, ({ storageKey: key, url }) => {
    if (!isStorageKey(key)) return deadUrl(services);
    const lasting = lastingUrl(key, services);
    // Signed only for files of the account, or where it was sent: a link must not be had for the mere name of somebody's key.
    return own.has(key) || url === lasting ? lasting : deadUrl(services, key);
  });
  return own;
}

async function hold(
  keys: string[],
  { account, entry }: FilesToAttach,
  services: Pick<Services, 'clock' | 'db'>,
): Promise<string[]> {
  const { db, clock } = services;
  if (entry !== undefined) {
    return db.transaction((tx) =>
      holdFiles(tx, { account, entry, keys, time: isoNow(clock), checkAt: checkTimeOf(services) }),
    );
  }
  const rows = await findFiles(db.sql, keys);
  return [...rows.values()]
    .filter((row) => row.account === account && row.state === 'stored')
    .map((row) => row.storageKey);
}

/** choice: an address of our storage without a signature, for a file that does not exist. */
function deadUrl({ config }: Pick<Services, 'config'>, key = 'unknown'): string {
  return `${config.storageUrl}/${key}`;
}

type UrlOf = (file: FileObject) => string;

function setUrls(plan: FormPlan, data: JsonObject, urlOf: UrlOf): void {
  setUrlsInRow(plan.shapes[0], data, urlOf);
}

function setUrlsInRow(shape: RowShape, row: JsonObject, urlOf: UrlOf): void {
  const containers: (JsonObject | undefined)[] = [row];
  for (const step of shape.steps) {
    const value = containers[step.container]?.[step.name];
    if (step.kind === 'section') {
      containers[step.own] = isObject(value) ? value : undefined;
    } else if (step.kind === 'repeat' && Array.isArray(value)) {
      for (const inner of value) if (isObject(inner)) setUrlsInRow(step.rows, inner, urlOf);
    } else if (step.kind === 'field' && step.value.hasFiles === true && Array.isArray(value)) {
      containers[step.container]![step.name] = value.map((file) => withUrl(file, urlOf));
    }
  }
}

function withUrl(file: JsonValue, urlOf: UrlOf): JsonValue {
  return { ...(file as JsonObject), url: urlOf(file as unknown as FileObject) };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
