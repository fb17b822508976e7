export { choiceColumn as column } from '../column.ts';
