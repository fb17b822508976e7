import { dateTypes, type KindOData } from '../../../server/odata/edm.ts';

export const odata: KindOData = { typeOf: (mode = 'd') => dateTypes[mode], bounds: 'date' };
