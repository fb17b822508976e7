import type { KindAutofill } from '../../../server/web/kind-autofill.ts';

export const autofill: KindAutofill = ({ typeValidator }, purpose) => typeValidator === undefined && purpose !== 'bday';
