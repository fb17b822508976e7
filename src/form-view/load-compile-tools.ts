// What the engine needs to compile this form beyond itself: most forms need nothing, so a page loads it only then.

import type { FormDefinition } from '../core/form-definition.ts';
import type { CompileTools } from '../core/form-plan.ts';
import { mayUseExpressions, usesPatterns, usesQuestionKinds, usesRemotes } from '../core/mentions.ts';
import type { CompilePattern } from '../core/pattern.ts';
import { usesExpressions } from '../core/uses-expressions.ts';
import { importPart } from './import-part.ts';
import type { ViewTools } from './view-node.ts';

export async function loadCompileTools(form: FormDefinition): Promise<CompileTools & ViewTools> {
  const json = JSON.stringify(form.formSchema ?? '');
  const [engine, remote, compilePattern, hebrew, kinds] = await Promise.all([
    mayUseExpressions(json) && usesExpressions(form)
      ? importPart(() => import('../core/expression/page-engine.ts'))
      : undefined,
    usesRemotes(json) ? importPart(() => import('../core/validation/remote.ts')) : undefined,
    usesPatterns(json) ? loadPatterns(form) : undefined,
    form.locale === 'he' ? importPart(() => import('./hebrew.ts')) : undefined,
    usesQuestionKinds(json) ? importPart(() => import('./question-kinds.ts')) : undefined,
  ]);
  return {
    expressions: engine && { ...engine.pageExpressions, compileRemote: remote?.compileRemote },
    ...(await kinds?.loadKinds(form)),
    ...(compilePattern && { compilePattern }),
    ...(hebrew && { hebrewItemTexts: hebrew.hebrewItemTexts }),
  };
}

/** The browser's own engine does for most patterns. */
async function loadPatterns(form: FormDefinition): Promise<CompilePattern> {
  const { needsPatternEngine, withSimplePatterns } = await importPart(() => import('../core/simple-pattern.ts'));
  const engine = needsPatternEngine(form) ? await importPart(() => import('../core/pattern.ts')) : undefined;
  return withSimplePatterns(engine?.compilePattern);
}
