import type { KindOData } from '../../../server/odata/edm.ts';

export const odata: KindOData = { finds: 'options' };
