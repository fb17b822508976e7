// Where a page and the service worker leave things for each other: pages under their own paths, and in the outbox under addresses
// that lead nowhere.

export const pagesName = 'formstead-pages';
export const outboxName = 'formstead-outbox';

export const waitingPlace = (key: string) => `/outbox/waiting/${encodeURIComponent(key)}`;

/** Of what became of it; undefined for what does not wait. */
export function sentPlace(waiting: string): string | undefined {
  return waiting.startsWith('/outbox/waiting/') ? waiting.replace('waiting', 'sent') : undefined;
}
