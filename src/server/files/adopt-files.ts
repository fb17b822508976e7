// What happens to the files of an entry whenever its data is about to be stored: they are marked as used, so that no job takes
// them for forgotten uploads, and each shows the link that the service gives out for it, whatever link was sent. A draft may
// name a file that is not there; what it shows then is an address of our storage as well, which opens nothing.
import { filesIn } from '../../core/files-in-entry.ts';
import type { FileObject, JsonObject, JsonValue } from '../../core/form-definition.ts';
import type { FormPlan, RowShape } from '../../core/form-plan.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { isoNow, type Services } from '../services.ts';
import { isStorageKey } from '../storage/storage-key.ts';
import { markFilesUsed } from '../store/files.ts';
import { lastingUrl } from './signed-url.ts';

/**
 * Changes `data` in place. Call it before the commit: marked and not stored costs a forgotten file, stored and not marked
 * would cost a file in use.
 */
export async function adoptFiles(
  input: { form: LoadedForm; data: JsonObject; account: string },
  services: Services,
): Promise<void> {
  const keys = filesIn(input.form.plan, input.data).map(({ file }) => file.storageKey);
  if (keys.length === 0) return;
  const used = await markFilesUsed(services.db.sql, {
    account: input.account,
    keys: [...new Set(keys)],
    time: isoNow(services.clock),
  });
  const own = new Set(used);
  setUrls(input.form.plan, input.data, ({ storageKey: key, url }) => {
    if (!isStorageKey(key)) return deadUrl(services);
    const lasting = lastingUrl(key, services);
    // Signed only for files of the account, or where it was sent: a link must not be had for the mere name of somebody's key.
    return own.has(key) || url === lasting ? lasting : deadUrl(services, key);
  });
}

/** choice: an address of our storage without a signature, for a file that does not exist. */
function deadUrl({ config }: Services, key = 'unknown'): string {
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
    } else if (step.kind === 'field' && step.value.kind === 'file' && Array.isArray(value)) {
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
