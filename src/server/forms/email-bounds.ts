// How much mail a form may cause. The bounds of a form are checked when it is saved (400) and once more when it sends, since a
// form may have been saved before there were bounds. docs/limits.md "Emails". [after-actions.emails.bounds]

/** Email rules of one trigger (postSave, postSubmit, postEdit or postTemplate), so also emails of one request. */
export const maxEmailRules = 50;
/** Recipients of one email. */
export const maxRecipients = 50;
/** Recipients of all emails of one request together. */
export const maxRecipientsPerRequest = 500;
/** Characters of all emails of one entry that its record keeps, so also of the emails of one request. */
export const maxEmailCharacters = 5_000_000;
/** So much more of a record takes short items; after that nothing is added. */
export const maxShortItemCharacters = 500_000;
export const maxReplyTo = 10;
/** Characters of one item of `to` or `replyTo`. */
export const maxAddressSource = 2000;

/** How many addresses the items of `to` name: one without expressions may be several, parted by commas or semicolons. */
export function countAddresses(items: readonly string[]): number {
  return items.reduce((count, item) => count + (item.includes('{{') ? 1 : item.split(/[,;]/).length), 0);
}

/** Addresses that the owner wrote into an item of `to`, on their own or as texts in an expression; in lower case. */
export function writtenAddresses(source: string): ReadonlySet<string> {
  if (source.length > maxAddressSource) return new Set();
  const words = source.toLowerCase().split(/[\s"'<>(),;{}[\]|:?=]+/);
  return new Set(words.filter((word) => word.includes('@')));
}
