// Forms that other programs made, as definitions of Formstead. [conventions.packages]

export type { FormDefinition } from '../../../src/core/definition/form-definition.ts';
export {
  type ImportedForm,
  type ImportKind,
  type ImportSource,
  importForm,
  importKinds,
  maxImportBytes,
  type Note,
} from '../../../src/import-forms/import-form.ts';
export { ImportFormError } from '../../../src/import-forms/import-problem.ts';
