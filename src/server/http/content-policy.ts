// Builds the Content-Security-Policy of pages: no inline script, no script from elsewhere, no eval. [files.page-pictures]
// [fill-links.hostile]
import type { Config } from '../base/config.ts';

export interface PagePolicy {
  /** Who may put the page into a frame. */
  readonly ancestors: string;
  /** What the page itself shows in frames. */
  readonly frames?: string;
  /** A picture from elsewhere that the page shows: the owner's logo. */
  readonly logo?: string | undefined;
}

export function contentPolicy(config: Pick<Config, 'apiUrl' | 'storageUrl' | 's3'>, page: PagePolicy): string {
  // Links in entry data are not trusted: no page that shows an entry loads a picture from elsewhere by itself. Storage may send
  // its own pictures on to the store.
  const pictures = [config.storageUrl, config.s3?.publicEndpoint, page.logo]
    .filter((url) => url !== undefined)
    .map((url) => new URL(url).origin);
  const store = config.s3?.takesUploads === true ? [config.s3.publicEndpoint as string] : [];
  const reached = [config.apiUrl, config.storageUrl, ...store].map((url) => new URL(url).origin);
  const origins = [...new Set(reached)].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data: blob: ${[...new Set(pictures)].join(' ')}`,
    "font-src 'self'",
    ...(page.frames === undefined ? [] : [`frame-src ${page.frames}`]),
    `connect-src 'self' ${origins}`,
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${page.ancestors}`,
  ].join('; ');
}
