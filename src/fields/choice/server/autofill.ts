import type { KindAutofill } from '../../../server/web/guess-autofill.ts';

export const autofill: KindAutofill = ({ type, options }, purpose) =>
  type === 'fSelect' && options !== undefined && purpose === 'country-name';
