// What the screen does after a save, submit or edit. [after-actions.screen] [after-actions.screen.redirect]
import type { UiAction } from '../../api-types/entries.ts';
import type { Scope } from '../../core/expression/compile.ts';
import { ExpressionLimitError } from '../../core/expression/errors.ts';
import type { Template } from '../../core/text/literal-template.ts';
import { pagesWords } from '../../words/all/server/pages.ts';
import type { CompiledUiRule, RuleSet } from '../forms/compile-rules.ts';
import type { LoadedForm } from '../forms/load-form.ts';
import { cleanOwnerHtml, cleanOwnerHtmlInSteps } from '../html/clean-html.ts';
import { largeDataLength, runInSlices } from '../scheduling/run-in-slices.ts';

/** The form's rules that apply; without any, the default of the operation. */
export async function uiActions(
  form: LoadedForm,
  rules: Exclude<RuleSet, 'postTemplate'>,
  scope: () => Scope,
): Promise<UiAction[]> {
  const compiled = form.rules[rules].ui;
  const applying = compiled.length === 0 ? [] : compiled.filter((rule) => rule.applies(scope()));
  if (applying.length > 0) {
    const actions: UiAction[] = [];
    for (const rule of applying) actions.push(await makeAction(rule, form, scope()));
    return actions;
  }
  if (rules === 'postSave') return [{ type: 'continueLater' }];
  return rules === 'postSubmit' ? [{ type: 'message', text: pagesWords[form.plan.locale].fill.thanks }] : [];
}

async function makeAction(rule: CompiledUiRule, form: LoadedForm, scope: Scope): Promise<UiAction> {
  const text = renderOrEmpty(rule.text, scope);
  if (rule.type === 'message') {
    // [after-actions.screen.html] Cleaned here and once more on the page; what is too large to be cleaned leaves the text.
    const html = rule.html === undefined ? undefined : await cleaned(renderOrEmpty(rule.html, scope));
    return { type: 'message', text, ...(html && { html }) };
  }
  // A redirect happens only to an address of the web that a browser can open; anything else shows the thank-you message.
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return { type: 'redirect', redirectOptions: { url: text } };
  return { type: 'message', text: pagesWords[form.plan.locale].fill.thanks };
}

async function cleaned(html: string): Promise<string | undefined> {
  return html.length < largeDataLength ? cleanOwnerHtml(html) : runInSlices(cleanOwnerHtmlInSteps(html));
}

/** A template that runs out of its bounds must not undo a submit that is already stored: it gives nothing. */
function renderOrEmpty(template: Template, scope: Scope): string {
  try {
    return template.render(scope);
  } catch (error) {
    if (error instanceof ExpressionLimitError) return '';
    throw error;
  }
}
