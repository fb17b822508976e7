import type { KindAutofill } from '../../../server/web/kind-autofill.ts';

export const autofill: KindAutofill = ({ type, options }, purpose) =>
  type === 'fSelect' && options !== undefined && purpose === 'country-name';
