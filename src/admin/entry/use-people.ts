// The people of the account, for names beside what they did.
import type { User } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { useLoad } from '../use-load.ts';

/** Empty until they are there: what is shown without names is better than nothing. */
export function usePeople(isNeeded = true): readonly User[] {
  const { api } = useApp();
  const load = useLoad(
    async (signal) => {
      if (!isNeeded) return none;
      try {
        return (await api.call<ApiList<User>>('/user', { signal })).data;
      } catch (error) {
        if (error instanceof ApiError) return [];
        throw error;
      }
    },
    [isNeeded],
  );
  return load.value ?? none;
}

const none: readonly User[] = [];
