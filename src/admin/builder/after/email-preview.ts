// An email as it would go out for a sample, rendered by core's templates as the server does it; what cannot be made says why.
// [after-actions.emails]

import type { Condition, EmailRule } from '../../../core/definition/form-definition.ts';
import { compileExpression, type Scope } from '../../../core/expression/compile.ts';
import { ExpressionLimitError, ExpressionSyntaxError } from '../../../core/expression/errors.ts';
import { compileAddress } from '../../../core/text/address-template.ts';
import { compileMessage } from '../../../core/text/message-template.ts';
import { isEmail } from '../../../core/validation/text-formats.ts';

export interface EmailPreview {
  /** Whether the rule's condition holds for the sample. */
  readonly applies: boolean;
  readonly to: readonly PreviewAddress[];
  readonly replyTo: readonly PreviewAddress[];
  readonly subject: string;
  readonly text: string | undefined;
  readonly html: string | undefined;
  /** A template cannot be read, or asks for too much: its part is empty. */
  readonly isBroken: boolean;
}

export interface PreviewAddress {
  readonly text: string;
  readonly isGood: boolean;
}

export function previewEmail(rule: EmailRule, scope: Scope): EmailPreview {
  let isBroken = false;
  const render = (source: string, mode: 'text' | 'html' = 'text'): string => {
    const text = tryRender(source, mode, scope);
    isBroken ||= text === undefined;
    return text ?? '';
  };
  const addresses = (sources: readonly string[] | undefined) =>
    (Array.isArray(sources) ? sources : []).flatMap((source) => readAddresses(source, render(source)));
  const parts = {
    to: addresses(rule.to),
    replyTo: addresses(rule.replyTo),
    subject: render(rule.subject ?? '')
      .replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
    text: rule.text === undefined ? undefined : render(rule.text),
    html: rule.html === undefined ? undefined : render(rule.html, 'html'),
  };
  return { ...parts, applies: conditionHolds(rule.if, scope), isBroken };
}

/** undefined when the template cannot be read or rendered. */
export function tryRender(source: string, mode: 'text' | 'html', scope: Scope): string | undefined {
  try {
    return compileMessage(source, { mode }).render(scope);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError || error instanceof ExpressionLimitError) return undefined;
    throw error;
  }
}

/** The address of a redirect, as the server makes it. */
export function tryAddress(source: string, scope: Scope): string | undefined {
  try {
    return compileAddress(source).render(scope);
  } catch (error) {
    if (error instanceof ExpressionSyntaxError || error instanceof ExpressionLimitError) return undefined;
    throw error;
  }
}

/** No condition holds always; one that cannot be read or evaluated does not. */
export function conditionHolds(condition: Condition | undefined, scope: Scope): boolean {
  if (condition === undefined || condition === null || condition === '') return true;
  if (typeof condition === 'boolean') return condition;
  try {
    return Boolean(compileExpression(condition).evaluate(scope));
  } catch (error) {
    if (error instanceof ExpressionSyntaxError || error instanceof ExpressionLimitError) return false;
    throw error;
  }
}

// What an expression gives is one address or none: a comma in an answer must not add recipients. What the author typed may
// be several.
function readAddresses(source: string, rendered: string): PreviewAddress[] {
  const texts = source.includes('{{') ? [rendered] : rendered.split(/[,;]/);
  return texts
    .map((text) => text.trim())
    .filter((text) => text !== '' || source.includes('{{'))
    .map((text) => ({ text, isGood: isEmail(/^[^<>]*<([^<>]*)>$/.exec(text)?.[1]?.trim() ?? text) }));
}
