// An edit of an entry that is not saved yet, kept on the device: a reload, a crash or an ended session loses nothing. Answers are
// people's own: they are kept for a week at most, gone with signing out, and not at all for a form that is filled on shared devices.
import type { ApiEntry } from '../../api-types/entries.ts';
import type { ApiForm } from '../../api-types/forms.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';

export interface KeptEdit {
  /** What the changes were made to: somebody else may have saved since. */
  readonly before: Pick<ApiEntry, 'data' | 'modifyTime'>;
  readonly data: JsonObject;
  readonly time: string;
}

/** Each person on a device has their own. */
export interface EditPlace {
  readonly user: string;
  readonly entry: string;
}

const maxAgeMs = 7 * 24 * 60 * 60 * 1000;

export function mayKeepEdits(form: ApiForm): boolean {
  return form.access?.keepDraftOnDevice !== false;
}

export function findKeptEdit(place: EditPlace): KeptEdit | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as KeptEdit | null;
    if (typeof kept?.data !== 'object' || typeof kept.before?.data !== 'object') return undefined;
    if (Date.now() - Date.parse(kept.time) < maxAgeMs) return kept;
    keepEdit(place, undefined);
  } catch {
    // Storage is shut off, or holds something of another version: there is nothing to go on with.
  }
  return undefined;
}

/** undefined takes away what was kept. */
export function keepEdit(place: EditPlace, kept: KeptEdit | undefined): void {
  try {
    if (kept === undefined) localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), JSON.stringify(kept));
  } catch {
    // Storage is full or shut off. The changes are still on the page, and leaving it asks.
  }
}

export function forgetKeptEdits(user: string): void {
  try {
    const start = keyOf({ user, entry: '' });
    for (const key of Object.keys(localStorage)) if (key.startsWith(start)) localStorage.removeItem(key);
  } catch {
    // Nothing was kept then.
  }
}

function keyOf({ user, entry }: EditPlace): string {
  return `formstead-edit:${user}:${entry}`;
}
