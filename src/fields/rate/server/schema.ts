export { schema } from '../../number/server/schema.ts';
