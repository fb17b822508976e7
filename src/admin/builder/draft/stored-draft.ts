// Unsaved changes, kept on the device until they are saved or thrown away: a reload, a crash or an ended session loses none.
import type { FormDefinition } from '../../../core/definition/form-definition.ts';

export interface StoredDraft {
  readonly definition: FormDefinition;
  /** What the changes were made to: somebody else may have saved since. */
  readonly saved: FormDefinition;
  readonly etag: string | undefined;
}

/** Each person on a device has their own. */
export interface DraftOwner {
  readonly user: string;
  readonly form: string;
}

export function findStoredDraft(place: DraftOwner): StoredDraft | undefined {
  try {
    const stored = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as StoredDraft | null;
    return typeof stored?.definition === 'object' && typeof stored.saved === 'object' ? stored : undefined;
  } catch {
    // Storage is shut off, or holds something of another version: there is nothing to restore.
    return undefined;
  }
}

/** undefined takes away what was kept. */
export function storeDraft(place: DraftOwner, stored: StoredDraft | undefined): void {
  try {
    if (stored === undefined) localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), JSON.stringify(stored));
  } catch {
    // Storage is full or shut off. The changes are still on the page, and leaving it asks.
  }
}

function keyOf({ user, form }: DraftOwner): string {
  return `formstead-draft:${user}:${form}`;
}
