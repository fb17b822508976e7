import type { KindOData } from '../../../server/odata/edm.ts';

export const odata: KindOData = { isOfOption: true, finds: 'option' };
