// The content policy of the pages that people open: no inline script, no foreign script, no eval.
import type { Config } from '../config.ts';

export interface PagePolicy {
  /** Who may put the page into a frame. */
  readonly ancestors: string;
  /** What the page itself shows in frames. */
  readonly frames?: string;
}

export function contentPolicy(config: Pick<Config, 'apiUrl' | 'storageUrl'>, page: PagePolicy): string {
  const origins = [...new Set([config.apiUrl, config.storageUrl].map((url) => new URL(url).origin))].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    ...(page.frames === undefined ? [] : [`frame-src ${page.frames}`]),
    `connect-src 'self' ${origins}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${page.ancestors}`,
  ].join('; ');
}
