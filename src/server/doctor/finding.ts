// What a check of `formstead doctor` found: all is well, something to look at, or something that does not work. [running.doctor]

export type FindingState = 'ok' | 'warning' | 'problem';

export interface Finding {
  /** Stable, for scripts: `database.connections`. */
  readonly check: string;
  readonly state: FindingState;
  /** What is so. */
  readonly message: string;
  /** How to mend it; missing where nothing has to be done. */
  readonly remedy?: string;
}

export function ok(check: string, message: string): Finding {
  return { check, state: 'ok', message: plain(message) };
}

/** It works, but not as it should, or not for long. */
export function warning(check: string, message: string, remedy: string): Finding {
  return { check, state: 'warning', message: plain(message), remedy };
}

/** The service, or this part of it, does not work. */
export function problem(check: string, message: string, remedy: string): Finding {
  return { check, state: 'problem', message: plain(message), remedy };
}

/** Words of other programs reach a terminal: nothing in them may steer it. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ');
}

/** In one line, without the dot at its end, to be put into a sentence. */
export function wordsOf(error: unknown): string {
  const { message, errors, code } = error as { message?: string; errors?: unknown[]; code?: string };
  // A name with several addresses fails with one error for each.
  const text = message || (errors === undefined ? undefined : errors.map(wordsOf).join('; ')) || code || String(error);
  return text.replace(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, maxWords);
}

const maxWords = 500;

export function gigabytes(bytes: number): string {
  if (bytes < 2 ** 20) return `${Math.round(bytes / 1024)} kB`;
  return bytes < 2 ** 30 ? `${Math.round(bytes / 2 ** 20)} MB` : `${(bytes / 2 ** 30).toFixed(1)} GB`;
}
