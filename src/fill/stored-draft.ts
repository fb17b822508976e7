// What was typed, kept on this device until it is sent: it survives a reload, a closed tab and a dead network. A form that
// is opened with other data (another prefill, a draft that changed elsewhere) does not get it.
// [fill-links.kept] [forms.keep-draft-on-device]
import type { JsonObject } from '../core/form-definition.ts';
import { isPlainObject } from '../core/values/value-type.ts';

export interface StoredDraft {
  readonly data: JsonObject;
  /** Sends whose response never came: what is sent with their key makes no second entry. */
  readonly attempt?: SendAttempt;
}

export interface SendAttempt {
  readonly key: string;
  /** When the last of them left. */
  readonly time: number;
  /** What was sent under the key, each a path and a body as text, the last one last. */
  readonly requests: readonly string[];
}

const prefix = 'formstead.draft.';
const maxAgeMs = 30 * 24 * 60 * 60 * 1000;

/** `link` names the page (`f/<form>`, `e/<entry>`), `opened` is the data it opens with. Without `keeps` what was kept before is forgotten. */
export function openStoredDraft({ link, opened, keeps }: { link: string; opened: JsonObject; keeps: boolean }) {
  const place = prefix + link;
  const openedText = JSON.stringify(opened);
  return {
    read(): StoredDraft | undefined {
      try {
        if (!keeps) this.clear();
        const kept: unknown = JSON.parse(localStorage.getItem(place) ?? 'null');
        if (!isPlainObject(kept) || kept['opened'] !== openedText || !isPlainObject(kept['data'])) return undefined;
        return Date.now() - Number(kept['time']) < maxAgeMs ? (kept as unknown as StoredDraft) : undefined;
      } catch {
        // No storage, or not ours: there is nothing kept.
        return undefined;
      }
    },
    /** Whether it is kept. */
    write(draft: StoredDraft): boolean {
      try {
        if (keeps) localStorage.setItem(place, JSON.stringify({ ...draft, opened: openedText, time: Date.now() }));
        return keeps;
      } catch {
        // Full, or switched off: the page warns before it is left.
        return false;
      }
    },
    clear(): void {
      try {
        localStorage.removeItem(place);
      } catch {
        // Without storage nothing was kept.
      }
    },
  };
}
