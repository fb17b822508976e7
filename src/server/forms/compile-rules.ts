// The after-action rules of a form, compiled once with it. [after-actions.conditions] [after-actions.triggers]

import type { AfterActions, Condition, EmailAttach, FormDefinition } from '../../core/definition/form-definition.ts';
import type { Steps } from '../../core/definition/steps.ts';
import { budgetKey, hasRunOut, openBudget } from '../../core/expression/budget.ts';
import { compileExpression, type Scope } from '../../core/expression/compile.ts';
import { evaluateOr } from '../../core/plan/evaluate.ts';
import { compileAddress } from '../../core/text/address-template.ts';
import type { Template } from '../../core/text/literal-template.ts';
import { compileMessage, type MessageTemplate } from '../../core/text/message-template.ts';
import { compileTemplate } from '../../core/text/template.ts';

export type RuleSet = 'postSave' | 'postSubmit' | 'postEdit' | 'postTemplate';

export interface CompiledUiRule {
  readonly applies: (scope: Scope) => boolean;
  readonly type: 'message' | 'redirect';
  /** The message, or the address. */
  readonly text: Template;
  /** The message as HTML. */
  readonly html: MessageTemplate | undefined;
}

export interface CompiledEmailRule {
  readonly applies: (scope: Scope) => boolean;
  readonly to: readonly Template[];
  readonly replyTo: readonly Template[];
  readonly subject: Template;
  readonly text: MessageTemplate | undefined;
  readonly html: MessageTemplate | undefined;
  readonly attach: EmailAttach | undefined;
}

export interface CompiledRules {
  readonly ui: readonly CompiledUiRule[];
  readonly emails: readonly CompiledEmailRule[];
  readonly renders: readonly ((scope: Scope) => boolean)[];
}

export type CompiledRuleSets = Readonly<Record<RuleSet, CompiledRules>>;

/** In steps: the rules of the largest form take most of a second. */
export function* compileRules(definition: FormDefinition): Steps<CompiledRuleSets> {
  return {
    postSave: yield* compileSet(definition.postSave),
    postSubmit: yield* compileSet(definition.postSubmit),
    postEdit: yield* compileSet(definition.postEdit),
    postTemplate: yield* compileSet(definition.postTemplate),
  };
}

function* compileSet(rules: AfterActions = {}): Steps<CompiledRules> {
  return {
    ui: yield* compileEach(rules.ui, (rule) => ({
      applies: compileCondition(rule.if),
      type: rule.type === 'redirect' ? 'redirect' : 'message',
      text:
        rule.type === 'redirect' ? compileAddress(rule.redirectOptions?.url ?? '') : message(rule.text ?? '', 'text'),
      html: rule.html === undefined ? undefined : message(rule.html, 'html'),
    })),
    emails: yield* compileEach(rules.emails, (rule) => ({
      applies: compileCondition(rule.if),
      to: (rule.to ?? []).map(plain),
      replyTo: (rule.replyTo ?? []).map(plain),
      subject: plain(rule.subject),
      text: rule.text === undefined ? undefined : message(rule.text, 'text'),
      html: rule.html === undefined ? undefined : message(rule.html, 'html'),
      attach: rule.attach,
    })),
    renders: yield* compileEach(rules.renders, (rule) => compileCondition(rule.if)),
  };
}

function* compileEach<Rule, Compiled>(
  rules: readonly Rule[] | undefined,
  compile: (rule: Rule) => Compiled,
): Steps<Compiled[]> {
  const compiled: Compiled[] = [];
  for (const rule of rules ?? []) {
    yield;
    compiled.push(compile(rule));
  }
  return compiled;
}

function message(source: string, mode: 'text' | 'html'): MessageTemplate {
  return compileMessage(source, { mode });
}

function plain(source = ''): Template {
  return compileTemplate(source, { mode: 'text' });
}

/** No condition applies always; one that runs out of its bounds does not apply. */
function compileCondition(condition: Condition | undefined): (scope: Scope) => boolean {
  if (condition === undefined || condition === '') return () => true;
  if (typeof condition === 'boolean') return () => condition;
  const expression = compileExpression(condition);
  if (expression.isConstant) {
    // An archive rule without a condition is stored as `true`: it applies whatever is left of the budget.
    const budget = { ...openBudget(), work: maxConstantWork };
    const isTrue = Boolean(evaluateOr(expression, { [budgetKey]: budget }, false));
    if (!hasRunOut(budget)) return () => isTrue;
  }
  return (scope) => Boolean(evaluateOr(expression, scope, false));
}

const maxConstantWork = 1000;

/** Whether a PDF may be wanted when somebody fills the form. */
export function mayArchive({ postSave, postSubmit, postEdit, postTemplate }: FormDefinition): boolean {
  return [postSave, postSubmit, postEdit, postTemplate].some((rules) => (rules?.renders?.length ?? 0) > 0);
}
