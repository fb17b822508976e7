// The filter on `_id` that lists of forms and options sets take. [forms.list] [options-sets.read]
import Joi from 'joi';
import { filterValue, idCheck, membership } from './checks.ts';

/** Only `_id`; any other key is not allowed. */
export const idFilterCheck = Joi.object({ _id: filterValue(membership(idCheck), idCheck) }).meta({
  schemaName: 'IdFilter',
});

export interface IdOperators {
  readonly $eq?: string;
  readonly $ne?: string;
  readonly $in?: string[];
  readonly $nin?: string[];
}

export function readIdFilter(filter: string | IdOperators | undefined): {
  in?: string[] | undefined;
  notIn?: string[] | undefined;
} {
  if (filter === undefined) return {};
  if (typeof filter === 'string') return { in: [filter] };
  const wanted = [filter.$eq === undefined ? undefined : [filter.$eq], filter.$in].filter((ids) => ids !== undefined);
  const [first, ...others] = wanted;
  const inAll = first?.filter((id) => others.every((ids) => ids.includes(id)));
  const notIn = [...(filter.$ne === undefined ? [] : [filter.$ne]), ...(filter.$nin ?? [])];
  return { in: inAll, notIn: notIn.length === 0 ? undefined : notIn };
}
