export { cell } from '../number/cell.ts';
