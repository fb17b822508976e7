// Unsaved changes, kept on the device until they are saved or thrown away: a reload, a crash or an ended session loses none.
import type { FormDefinition } from '../../core/form-definition.ts';

export interface KeptDraft {
  readonly definition: FormDefinition;
  /** What the changes were made to: somebody else may have saved since. */
  readonly saved: FormDefinition;
  readonly etag: string | undefined;
}

/** Each person on a device has their own. */
export interface KeptPlace {
  readonly user: string;
  readonly form: string;
}

export function findKept(place: KeptPlace): KeptDraft | undefined {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(place)) ?? 'null') as KeptDraft | null;
    return typeof kept?.definition === 'object' && typeof kept.saved === 'object' ? kept : undefined;
  } catch {
    // Storage is shut off, or holds something of another version: there is nothing to restore.
    return undefined;
  }
}

/** undefined takes away what was kept. */
export function keep(place: KeptPlace, kept: KeptDraft | undefined): void {
  try {
    if (kept === undefined) localStorage.removeItem(keyOf(place));
    else localStorage.setItem(keyOf(place), JSON.stringify(kept));
  } catch {
    // Storage is full or shut off. The changes are still on the page, and leaving it asks.
  }
}

function keyOf({ user, form }: KeptPlace): string {
  return `formstead-draft:${user}:${form}`;
}
