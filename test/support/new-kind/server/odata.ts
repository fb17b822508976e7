export { odata } from '../../text/server/odata.ts';
