export { numberColumn as column } from '../column.ts';
