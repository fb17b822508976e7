// Files in what was kept on the device: the service keeps uploads that nobody sent for a shorter time than the device keeps what was
// typed. Those that are gone leave their field, which says so. Loaded only where something with a file was kept.
// [fill-links.kept]
import { isOwnFile } from '../client/own-file.ts';
import type { FileObject, JsonValue } from '../core/definition/form-definition.ts';
import { fillText } from '../core/text/fill-text.ts';
import { quoteName } from '../core/validation/message.ts';
import { isPlainObject } from '../core/values/value-type.ts';
import type { DataKeys } from '../form-view/data-at.ts';
import type { FormState } from '../form-view/form-state.ts';
import { loadWords, wordsOf } from '../form-view/words.ts';

export async function dropGoneFiles(state: FormState): Promise<void> {
  await loadWords('later');
  for (const { keys, files } of fileValuesIn(state.get().data, [])) {
    const isGone = await Promise.all(files.map(hasGone));
    const gone = files.filter((_, at) => isGone[at]);
    // Somebody may have changed the field meanwhile.
    const value = state.valueAt(keys);
    if (gone.length === 0 || !Array.isArray(value)) continue;
    const left = value.filter((item) =>
      gone.every((file) => !isPlainObject(item) || item['storageKey'] !== file.storageKey),
    );
    if (left.length === value.length) continue;
    state.change(keys, left.length === 0 ? undefined : left);
    const modelPath = `model${keys.map((key) => (typeof key === 'number' ? `[${key}]` : quoteName(key))).join('')}`;
    const { gone: text } = wordsOf('later', state.plan.locale).keptFiles;
    state.takeServerMessages(
      gone.map(({ name }) => ({ modelPath, message: fillText(text, [name]), type: 'warning', value: null })),
    );
    void state.leave(modelPath);
  }
}

/** Whether the service says that there is no such file. Where it cannot be asked, a submit will tell. */
async function hasGone({ url }: FileObject): Promise<boolean> {
  if (!isOwnFile(url)) return false;
  try {
    return (await fetch(url, { method: 'HEAD' })).status === 403;
  } catch {
    return false;
  }
}

function fileValuesIn(value: JsonValue | undefined, keys: DataKeys): { keys: DataKeys; files: FileObject[] }[] {
  if (Array.isArray(value)) {
    const files = value.flatMap((item) => (isFile(item) ? [item as unknown as FileObject] : []));
    return files.length > 0 ? [{ keys, files }] : value.flatMap((item, at) => fileValuesIn(item, [...keys, at]));
  }
  if (!isPlainObject(value)) return [];
  return Object.entries(value).flatMap(([name, item]) => fileValuesIn(item, [...keys, name]));
}

function isFile(item: JsonValue): boolean {
  return isPlainObject(item) && typeof item['storageKey'] === 'string';
}
