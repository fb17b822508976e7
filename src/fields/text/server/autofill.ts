import type { KindAutofill } from '../../../server/web/guess-autofill.ts';

export const autofill: KindAutofill = ({ typeValidator }, purpose) => typeValidator === undefined && purpose !== 'bday';
