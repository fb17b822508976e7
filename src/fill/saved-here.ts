// Drafts that were saved from this device and not sent yet: the form's own link leads to them too. [fill-links.saved-here]
import { isPlainObject } from '../core/values/value-type.ts';
import { savedSlot } from './stored-draft.ts';

export interface SavedHere {
  /** The path of the link to continue. */
  readonly path: string;
  readonly time: number;
}

const maxPerForm = 5;

/** Newest first. */
export function listSaved(form: string): SavedHere[] {
  try {
    const { saved } = JSON.parse(localStorage.getItem(savedSlot(form)) ?? '{}') as { saved?: SavedHere[] };
    return Array.isArray(saved) ? saved.filter((one) => isPlainObject(one) && typeof one.path === 'string') : [];
  } catch {
    // No storage, or not ours: there is nothing saved.
    return [];
  }
}

/** `entry` is the start of its path; without `path` the draft is forgotten. */
export function noteSaved(form: string, entry: string, path?: string): void {
  const others = listSaved(form).filter((one) => !one.path.startsWith(entry));
  const time = Date.now();
  const saved = path === undefined ? others : [{ path, time }, ...others].slice(0, maxPerForm);
  try {
    if (saved.length > 0) localStorage.setItem(savedSlot(form), JSON.stringify({ saved, time }));
    else localStorage.removeItem(savedSlot(form));
  } catch {
    // No storage, or full: the link that is shown after the save is the only one.
  }
}
