// Makes a link that fills fields in: the form itself is where the values are given, so every kind of field works.
import { useMemo, useState } from 'preact/hooks';
import type { ApiForm } from '../../api-types/forms.ts';
import type { JsonObject } from '../../core/definition/form-definition.ts';
import { FormFrame } from '../form-frame/form-frame.tsx';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { CopyField } from '../ui/copy-field.tsx';
import { Notice } from '../ui/notices.tsx';
import { longLink, prefillLink } from './prefill-link.ts';

export function PrefillCard({ form, link }: { form: ApiForm; link: string }) {
  const t = useTexts('forms/share');
  const [isOpen, setOpen] = useState(false);
  const [turn, setTurn] = useState(0);
  const [data, setData] = useState<JsonObject>({});
  const shown = useMemo(() => ({ id: undefined, definition: form }), [form]);
  const filled = prefillLink(link, data);
  const startOver = () => {
    setData({});
    setTurn(turn + 1);
  };
  return (
    <section class="card stack whole">
      <h2>{t('prefill')}</h2>
      <p class="quiet-text">{t('prefillText')}</p>
      {isOpen ? (
        <>
          {filled === undefined ? (
            <p role="status">{t('prefillNothing')}</p>
          ) : (
            <>
              <CopyField label={t('prefillLink')} text={filled} />
              {filled.length > longLink && <Notice kind="warning">{t('prefillLong', { count: filled.length })}</Notice>}
              <div class="buttons">
                <Button icon="undo" onPress={startOver}>
                  {t('prefillClear')}
                </Button>
              </div>
            </>
          )}
          <div class="preview-box">
            <FormFrame
              key={turn}
              title={t('prefillFrame')}
              form={shown}
              mode="preview"
              data={nothing}
              onChange={setData}
            />
          </div>
        </>
      ) : (
        <div class="buttons">
          <Button icon="edit" onPress={() => setOpen(true)}>
            {t('prefillStart')}
          </Button>
        </div>
      )}
    </section>
  );
}

/** Not even initial values: the form sets those by itself. */
const nothing: JsonObject = {};
