// What would follow a save or submit of the form as it is now, told by its own rules: what the page says or where it leads,
// and which emails would go. [after-actions.screen]
import type { UiAction } from '../../../api-types/entries.ts';
import type { EmailRule, FormDefinition, JsonObject, UiRule } from '../../../core/definition/form-definition.ts';
import type { Scope } from '../../../core/expression/compile.ts';
import { conditionHolds, tryAddress, tryRender } from '../after/email-preview.ts';
import { type SamplePlace, sampleScope } from '../after/sample-scope.ts';

export interface PreviewOutcome {
  readonly action: 'save' | 'submit';
  readonly data: JsonObject;
  readonly scope: Scope;
  readonly uiActions: readonly UiAction[];
  /** Those that would go. */
  readonly emails: readonly EmailRule[];
  /** How many would not: their conditions do not hold. */
  readonly held: number;
}

export function previewOutcome(
  definition: FormDefinition,
  action: 'save' | 'submit',
  data: JsonObject,
  place: SamplePlace,
): PreviewOutcome {
  const scope = sampleScope(definition, { data, entry: undefined }, place);
  const { ui = [], emails = [] } = definition[action === 'save' ? 'postSave' : 'postSubmit'] ?? {};
  const going = emails.filter((rule) => conditionHolds(rule.if, scope));
  return {
    action,
    data,
    scope,
    uiActions: ui.flatMap((rule) => (conditionHolds(rule.if, scope) ? uiActionOf(rule, scope) : [])),
    emails: going,
    held: emails.length - going.length,
  };
}

function uiActionOf({ type, text, html, redirectOptions }: UiRule, scope: Scope): UiAction[] {
  const written = (source: string | undefined, mode: 'text' | 'html') =>
    source === undefined ? undefined : tryRender(source, mode, scope);
  if (type === 'redirect') {
    const url = redirectOptions?.url === undefined ? undefined : tryAddress(redirectOptions.url, scope);
    return url === undefined ? [] : [{ type: 'redirect', redirectOptions: { url } }];
  }
  if (type !== 'message') return [];
  const page = written(html, 'html');
  return [{ type: 'message', text: written(text, 'text') ?? '', ...(page !== undefined && { html: page }) }];
}
