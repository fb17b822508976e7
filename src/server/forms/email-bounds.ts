// How much mail a form may cause. The bounds of a form are checked when it is saved (400) and once more when it sends, since a
// form may have been saved before there were bounds. docs/limits.md "Emails". [after-actions.emails.bounds]
import type { ExpressionNode } from '../../core/expression/expression-node.ts';
import { readParts } from '../../core/text/template.ts';

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

/**
 * Addresses that the owner wrote into an item of `to`, in lower case: on their own, as texts in an expression, or put together from
 * texts of the item alone (`{{ model.at == 'a' ? 'north' : 'south' }}@example.org`). Nothing of them comes from filled-in data.
 */
export function writtenAddresses(source: string): ReadonlySet<string> {
  if (source.length > maxAddressSource) return new Set();
  const words = source.toLowerCase().split(/[\s"'<>(),;{}[\]|:?=]+/);
  const composed = source.includes('{{') ? constantTexts(source).map((text) => text.trim().toLowerCase()) : [];
  return new Set([...words, ...composed].filter((word) => word.includes('@')));
}

/** Texts that one item of `to` may be put together to; of more than these some count as filled in. */
const maxTexts = 200;

/** Every text that the template can give without a value from outside: which one is chosen may depend on such a value. */
function constantTexts(source: string): string[] {
  const { parts, nodes } = readParts(source);
  let at = 0;
  return parts.reduce<string[]>(
    (texts, part) => join(texts, typeof part === 'string' ? [part] : textsOf(nodes[at++]!)),
    [''],
  );
}

function join(starts: readonly string[], ends: readonly string[]): string[] {
  return starts
    .slice(0, Math.floor(maxTexts / Math.max(1, ends.length)))
    .flatMap((start) => ends.map((end) => start + end));
}

/** Of one expression; an operand that is not constant gives none, and so does whatever is put together with it. */
function textsOf(node: ExpressionNode): string[] {
  switch (node.type) {
    case 'literal':
      return [String(node.value ?? '')];
    case 'conditional':
      return either(node.whenTrue, node.whenFalse);
    case 'binary':
      if (node.operator === '+') return join(textsOf(node.left), textsOf(node.right));
      if (node.operator === '||') return either(node.left, node.right);
      return node.operator === '&&' ? textsOf(node.right) : [];
    // One of the values of a list that is written into the item: `{ north: 'a', south: 'b' }[model.at]`.
    case 'index':
    case 'member':
      if (node.object.type === 'object') return either(...node.object.properties.map(({ value }) => value));
      return node.object.type === 'array' ? either(...node.object.items) : [];
    default:
      return [];
  }
}

function either(...nodes: readonly ExpressionNode[]): string[] {
  return nodes.flatMap(textsOf).slice(0, maxTexts);
}
