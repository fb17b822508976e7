// What a page of the management app is given.
import type { Params } from './router.ts';

export interface PageProps {
  /** Ids in the address, by name. */
  readonly params: Params;
}
