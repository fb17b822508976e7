// What the engine needs to compile this form beyond itself: most forms need nothing, so a page loads it only then.

import type { FormDefinition } from '../core/form-definition.ts';
import type { CompileTools } from '../core/form-plan.ts';
import { usesPatterns } from '../core/uses-patterns.ts';
import { importPart } from './import-part.ts';

export async function loadCompileTools(form: FormDefinition): Promise<CompileTools> {
  const [pattern, hebrew] = await Promise.all([
    usesPatterns(form) ? importPart(() => import('../core/pattern.ts')) : undefined,
    form.locale === 'he' ? importPart(() => import('./hebrew.ts')) : undefined,
  ]);
  return {
    ...(pattern && { compilePattern: pattern.compilePattern }),
    ...(hebrew && { hebrewItemTexts: hebrew.hebrewItemTexts }),
  };
}
