import type { KindOData } from '../../../server/odata/edm.ts';

/** Yes and no are a type of their own: words for them would only be in the way. */
export const odata: KindOData = { typeOf: () => 'Edm.Boolean', hasNoWords: true };
