export { search } from '../../number/server/search.ts';
