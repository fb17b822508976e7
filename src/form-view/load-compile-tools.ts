// What the engine needs to compile this form beyond itself: most forms need nothing, so a page loads it only then.

import type { FormDefinition } from '../core/definition/form-definition.ts';
import { mayUseExpressions, usesPatterns, usesQuestionKinds, usesRemotes } from '../core/definition/mentions.ts';
import { usesExpressions } from '../core/definition/uses-expressions.ts';
import { localeOf } from '../core/locale/locale.ts';
import type { CompileTools } from '../core/plan/form-plan.ts';
import type { CompilePattern } from '../core/text/pattern.ts';
import { importPart } from './import-part.ts';
import type { ViewTools } from './view-node.ts';
import { loadItemTexts } from './words.ts';

export async function loadCompileTools(form: FormDefinition): Promise<CompileTools & ViewTools> {
  const json = JSON.stringify(form.formSchema ?? '');
  const [engine, remote, compilePattern, itemTexts, kinds] = await Promise.all([
    mayUseExpressions(json) && usesExpressions(form)
      ? importPart(() => import('../core/expression/page-engine.ts'))
      : undefined,
    usesRemotes(json) ? importPart(() => import('../core/validation/remote.ts')) : undefined,
    usesPatterns(json) ? loadPatterns(form) : undefined,
    loadItemTexts(localeOf(form.locale)),
    usesQuestionKinds(json) ? importPart(() => import('./question-kinds.ts')) : undefined,
  ]);
  return {
    expressions: engine && { ...engine.pageExpressions, compileRemote: remote?.compileRemote },
    ...(await kinds?.loadKinds(form)),
    ...(compilePattern && { compilePattern }),
    itemTexts,
  };
}

/** The browser's own engine does for most patterns. */
async function loadPatterns(form: FormDefinition): Promise<CompilePattern> {
  const { needsPatternEngine, withSimplePatterns } = await importPart(() => import('../core/text/simple-pattern.ts'));
  const engine = needsPatternEngine(form) ? await importPart(() => import('../core/text/pattern.ts')) : undefined;
  return withSimplePatterns(engine?.compilePattern);
}
