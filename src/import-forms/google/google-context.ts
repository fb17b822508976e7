// What the parts of a Google form are read with.
import type { DraftForm, Names } from '../draft-form.ts';

export interface GoogleContext {
  readonly form: DraftForm;
  readonly names: Names;
  readonly texts: string[];
}
