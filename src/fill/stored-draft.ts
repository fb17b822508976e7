// What was typed, kept on this device until it is sent: it survives a reload, a closed tab and a dead network. A form that
// is opened with other data (another prefill, a draft that changed elsewhere) does not get it.
// [fill-links.kept] [forms.keep-draft-on-device]
import type { JsonObject } from '../core/definition/form-definition.ts';
import { isPlainObject } from '../core/values/value-type.ts';
import { importPart } from '../form-view/import-part.ts';

export interface StoredDraft {
  readonly data: JsonObject;
  /** Of the form that was filled in. */
  readonly formVersion?: number | undefined;
  /** Sends whose response never came: what is sent with their key makes no second entry. */
  readonly attempt?: SendAttempt;
  /** What was begun in fields and is in no value, by path. */
  readonly unfinished?: readonly (readonly [path: string, texts: readonly string[]])[];
  /** It belongs to a page that opened with other data: the draft was saved elsewhere since. */
  readonly isOther?: boolean;
  /** As text, the data that the page had opened with. */
  readonly opened?: string;
  /** The step that was open. */
  readonly step?: string;
}

export interface SendAttempt {
  readonly key: string;
  /** When the first of them left. */
  readonly time: number;
  /** What was sent under the key, each a path and a body as text, the last one last. */
  readonly requests: readonly string[];
}

/** The server knows a key for 24 hours; after that a repeated request would be a new one. */
export const keyMs = 23 * 60 * 60 * 1000;

const prefix = 'formstead.draft.';
const dayMs = 24 * 60 * 60 * 1000;
const maxDays = 30;
const maxSlots = 20;

export interface DraftPlace {
  /** Names the page: `f/<form>`, `e/<entry>`. */
  readonly link: string;
  /** The data it opens with. What is typed on top of other data has a slot of its own. */
  readonly opened: JsonObject;
  /** The data in the query of the link to a draft; its own changes with every save, on any device. */
  readonly query?: string | null;
  /** Without it what was kept before is forgotten. */
  readonly keeps: boolean;
  /** Days since 1970 by the service's clock, or in a page that was opened without a network, as it was before. */
  readonly day: number | undefined;
}

export function openStoredDraft({ link, opened, query, keeps, day }: DraftPlace) {
  const here = Math.floor(Date.now() / dayMs);
  const today = day ?? here;
  const openedText = JSON.stringify(opened);
  const brought = link[0] === 'e' ? (query ?? '') : openedText === '{}' ? '' : openedText;
  const place = prefix + link + (brought && `?${digest(brought)}`);
  /** Earlier versions of this page had one slot for all data. */
  const takeOld = (): string | null => {
    const old = localStorage.getItem(prefix + link);
    if (!old?.includes(JSON.stringify(openedText))) return null;
    localStorage.removeItem(prefix + link);
    localStorage.setItem(place, old);
    return old;
  };
  return {
    place,
    read(): StoredDraft | undefined {
      try {
        if (!keeps) this.forget();
        const kept: unknown = JSON.parse(localStorage.getItem(place) ?? takeOld() ?? 'null');
        if (!isPlainObject(kept) || !isPlainObject(kept['data'])) return undefined;
        const isOther = kept['opened'] !== openedText;
        const since = Number(kept['day'] ?? Number(kept['time']) / dayMs);
        if ((isOther && link[0] !== 'e') || today - since > maxDays) return undefined;
        return { ...(kept as unknown as StoredDraft), isOther };
      } catch {
        // No storage, or not ours: there is nothing kept.
        return undefined;
      }
    },
    /** Whether it is kept. */
    write(draft: StoredDraft): boolean {
      try {
        const times = { time: Date.now(), day: Math.max(today, here) };
        if (keeps) localStorage.setItem(place, JSON.stringify({ ...draft, opened: openedText, ...times }));
        if (slots().length > maxSlots)
          void importPart(() => import('./drop-old-drafts.ts')).then(
            (part) => part.dropOldDrafts(slots(), maxSlots),
            () => {},
          );
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
    /** All that was typed at this link, whatever data it brought; and at the form's own, with what was saved there. */
    forget(form = ''): void {
      const places = [link, form && `f/${form}`].filter(Boolean);
      for (const slot of slots())
        if (places.some((one) => slot.startsWith(prefix + one))) localStorage.removeItem(slot);
    },
  };
}

/** Where links to drafts that were saved here are kept: saved-here.ts. */
export const savedSlot = (form: string) => `${prefix}f/${form}#saved`;

export function hasSaved(form: string): boolean {
  return slots().includes(savedSlot(form));
}

/** Two that are alike by chance are told apart by the data itself. */
function digest(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) sum = (sum * 31 + text.charCodeAt(at)) | 0;
  return sum;
}

function slots(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    // Without storage nothing was kept.
    return [];
  }
}
