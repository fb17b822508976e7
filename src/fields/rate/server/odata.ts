export { odata } from '../../number/server/odata.ts';
