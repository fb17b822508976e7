// Which forms use a set, and which of their fields. [options-sets.forms]
import type { SetForm } from '../../api-types/options-sets.ts';
import { useTexts } from '../texts.ts';
import { Loaded } from '../ui/notices.tsx';
import type { Load } from '../use-load.ts';

export function UsedIn({ forms }: { forms: Load<readonly SetForm[]> }) {
  const t = useTexts('options-sets/usedIn');
  return (
    <section class="card stack tight">
      <h2>{t('title')}</h2>
      <Loaded load={forms}>
        {(list) =>
          list.length === 0 ? (
            <p class="quiet-text">{t('none')}</p>
          ) : (
            <ul class="set-forms">
              {list.map(({ id, name, fields }) => (
                <li key={id}>
                  <a href={`/admin/forms/${id}/`}>
                    <bdi>{name}</bdi>
                  </a>
                  <span class="quiet-text">
                    {fields.length === 0
                      ? t('somewhere')
                      : fields.map((field, at) => (
                          <span key={at}>
                            {at > 0 && ' · '}
                            <bdi>
                              {t(field.uses.length > 1 ? 'both' : (field.uses[0] ?? 'options'), { field: field.label })}
                            </bdi>
                          </span>
                        ))}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
