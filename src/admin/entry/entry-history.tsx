// Who did what with an entry, newest first. There is no other history. [entries.actions]
import type { ApiEntry } from '../../api-types/entries.ts';
import type { User } from '../../api-types/identity.ts';
import type { ApiList } from '../../api-types/lists.ts';
import { ApiError } from '../../client/call-api.ts';
import { useApp } from '../app-context.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { useLoad } from '../use-load.ts';
import { actionTexts, entryTexts } from './entry-texts.ts';

export function EntryHistory({ entry }: { entry: ApiEntry }) {
  const t = useTexts(entryTexts);
  const action = useTexts(actionTexts);
  const formats = useFormats();
  const nameOf = usePeople();
  return (
    <section class="card">
      <h2>{t('history')}</h2>
      {entry.actions.length === 0 && <p class="quiet-text">{t('noHistory')}</p>}
      <ol class="history">
        {[...entry.actions].reverse().map((one) => (
          <li key={one.id}>
            <p>
              <strong>{action(one.type)}</strong> · <time dateTime={one.time}>{formats.dateTime(one.time)}</time>
            </p>
            <p>
              <bdi>{one.user === undefined ? t('filler') : nameOf(one.user)}</bdi>
              {one.ip !== undefined && (
                <>
                  {' '}
                  <span class="quiet-text">{t('from', { ip: one.ip })}</span>
                </>
              )}
            </p>
            {one.userAgent !== undefined && (
              <p class="quiet-text agent" dir="auto">
                {one.userAgent}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

function usePeople(): (id: string) => string {
  const { api, user } = useApp();
  const t = useTexts(entryTexts);
  const people = useLoad(async (signal) => {
    try {
      return (await api.call<ApiList<User>>('/user', { signal })).data;
    } catch (error) {
      // A history without names is better than none.
      if (error instanceof ApiError) return [];
      throw error;
    }
  }, []);
  return (id) => {
    if (id === user.id) return t('you', { name: user.name || user.email });
    const found = people.value?.find((one) => one.id === id);
    return found === undefined ? t('person') : found.name || found.email;
  };
}
