// The form as it will look, at phone or full width, in either direction. What is typed into it is kept while the form
// changes; a press on a field selects it. A broken definition leaves the last good drawing.
import { type MutableRef, useEffect, useRef, useState } from 'preact/hooks';
import type { JsonObject } from '../../core/form-definition.ts';
import { useSlice } from '../../web/store.ts';
import { FormFrame, type FormFrameHandle } from '../form-frame/form-frame.tsx';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { SelectField } from '../ui/fields.tsx';
import { Notice } from '../ui/notices.tsx';
import { useBuilder } from './builder-context.ts';
import { builderTexts } from './builder-texts.ts';
import { findByModelPath, modelPathOf } from './tree/data-keys.ts';

const phoneWidth = 375;
/** Typing is not followed letter by letter. */
const settleMilliseconds = 250;

/** `typed` outlives the preview: it is drawn only while it can be seen. */
export function Preview({ typed }: { typed: MutableRef<JsonObject | undefined> }) {
  const { draft, formId, ui } = useBuilder();
  const t = useTexts(builderTexts);
  const [width, setWidth] = useState<'phone' | 'desktop'>('desktop');
  const [direction, setDirection] = useState<'auto' | 'ltr' | 'rtl'>('auto');
  const [isBroken, setBroken] = useState(false);
  const [start, setStart] = useState(0);
  const form = useSettledForm();
  const frame = useRef<FormFrameHandle>();
  const selected = useSlice(draft, () => draft.get().selected);
  useEffect(() => {
    const { definition } = draft.get();
    frame.current?.mark(selected === undefined ? undefined : modelPathOf(definition, selected));
  }, [draft, selected]);

  return (
    <div class="preview">
      <div class="preview-tools">
        <fieldset class="segments">
          <legend class="visually-hidden">{t('width')}</legend>
          <Button icon="phone" label={t('phone')} isPressed={width === 'phone'} onPress={() => setWidth('phone')} />
          <Button
            icon="desktop"
            label={t('desktop')}
            isPressed={width === 'desktop'}
            onPress={() => setWidth('desktop')}
          />
        </fieldset>
        <SelectField
          label={t('direction')}
          isLabelHidden
          value={direction}
          choices={(['auto', 'ltr', 'rtl'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setDirection}
        />
        <Button
          kind="quiet"
          icon="refresh"
          label={t('clear')}
          onPress={() => {
            typed.current = undefined;
            setStart(start + 1);
          }}
        />
      </div>
      {isBroken && <Notice kind="warning">{t('brokenPreview')}</Notice>}
      <div class={`preview-page ${width}`}>
        <FormFrame
          key={start}
          title={t('previewTitle')}
          form={form}
          mode="preview"
          data={typed.current}
          direction={direction === 'auto' ? undefined : direction}
          width={width === 'phone' ? phoneWidth : undefined}
          onReady={(handle) => {
            frame.current = handle;
          }}
          onChange={(data) => {
            typed.current = data;
          }}
          onDrawn={() => setBroken(false)}
          onBroken={() => setBroken(true)}
          onPress={(path) => {
            const found = findByModelPath(draft.get().definition, path);
            if (found !== undefined) draft.select(found);
            ui.set({ focus: undefined });
          }}
        />
      </div>
    </div>
  );

  function useSettledForm() {
    const definition = useSlice(draft, () => draft.get().definition);
    const [settled, setSettled] = useState(() => ({ id: formId, definition }));
    useEffect(() => {
      if (settled.definition === definition) return;
      const timer = setTimeout(() => setSettled({ id: formId, definition }), settleMilliseconds);
      return () => clearTimeout(timer);
    }, [definition, settled]);
    return settled;
  }
}
