// Whether any file field of a form could take a file: by its own limits on type and size, as at a submit.
// [files.policy.form]
import type { FormPlan } from '../../core/plan/form-plan.ts';
import { isOfType } from '../../core/validation/file-limits.ts';

export function fitsForm(plan: FormPlan, file: { name: string; size: number; type: string }): boolean {
  return plan.shapes.some(({ steps }) =>
    steps.some((step) => {
      if (step.kind !== 'field' || step.value.hasFiles !== true) return false;
      const { fileTypes = [], fileMaxSize = Number.POSITIVE_INFINITY, fileMaxNum } = step.element;
      const types = fileTypes.map((type) => type.toLowerCase());
      return file.size <= fileMaxSize && fileMaxNum !== 0 && (types.length === 0 || isOfType(file, types));
    }),
  );
}
