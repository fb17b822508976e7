export { opaqueColumn as column } from '../column.ts';
