// Which forms use a set, and which of their fields. [options-sets.forms]
import type { SetForm } from '../../api-types/options-sets.ts';
import { useTexts } from '../texts.ts';
import { Loaded } from '../ui/notices.tsx';
import type { Load } from '../use-load.ts';

const texts = {
  en: {
    title: 'Used in',
    none: 'No form uses this set yet. In the form builder, choose it as the options of a field.',
    options: 'options of {field}',
    validator: 'checks {field}',
    both: 'options of {field}, and checks it',
    somewhere: 'somewhere in the form',
  },
  he: {
    title: 'בשימוש אצל',
    none: 'אף טופס עדיין אינו משתמש ברשימה. בבונה הטפסים בוחרים אותה כאפשרויות של שדה.',
    options: 'האפשרויות של {field}',
    validator: 'בודקת את {field}',
    both: 'האפשרויות של {field}, וגם בודקת אותו',
    somewhere: 'במקום כלשהו בטופס',
  },
} as const;

export function UsedIn({ forms }: { forms: Load<readonly SetForm[]> }) {
  const t = useTexts(texts);
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
