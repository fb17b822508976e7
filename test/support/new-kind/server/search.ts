export { search } from '../../text/server/search.ts';
