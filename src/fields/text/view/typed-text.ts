// What a page says below a text while it is typed: how much of its length is used, and the whole of a web address that lacks its
// beginning.

import type { Validator } from '../../../core/definition/form-definition.ts';
import { lazyPart } from '../../../form-view/lazy-part.tsx';
import type { FieldNode } from '../../../form-view/view-node.ts';

export const Counter = lazyPart(() => import('./counter.tsx'));

export const LinkOffer = lazyPart(() => import('./link-offer.tsx'));

export function isLink(node: FieldNode): boolean {
  return !!rulesOf(node)?.some((one) => (one as unknown) === 'str/url' || one.type === 'str/url');
}

/** Where it is written out. */
export function maxLengthOf(node: FieldNode): number | undefined {
  const value = rulesOf(node)?.find(({ type }) => type === 'str/maxLength')?.value;
  return typeof value === 'number' ? value : undefined;
}

function rulesOf({ element, step }: FieldNode) {
  return step.value.kind === 'text' ? (element.validators as readonly Partial<Validator>[] | undefined) : undefined;
}
