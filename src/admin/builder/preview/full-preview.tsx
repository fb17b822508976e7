// The form over the whole window, filled for real and not saved: at the widths of devices, light and dark, by somebody new
// or with sample answers; and what would follow when it is sent.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { FillerForm } from '../../../api-types/forms.ts';
import type { FormDefinition, JsonObject } from '../../../core/definition/form-definition.ts';
import { localeOf } from '../../../core/locale/locale.ts';
import { type FromPreview, type OpenPreview, previewMessages } from '../../../form-view/preview-messages.ts';
import { useApp } from '../../app-context.ts';
import { makeSample } from '../../sample/make-sample.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Notice } from '../../ui/notices.tsx';
import { useBuilder } from '../builder-context.ts';
import { Outcome } from './outcome.tsx';
import { type PreviewOutcome, previewOutcome } from './preview-outcome.ts';

const widths = { phone: 390, tablet: 768, desktop: undefined } as const;
type Width = keyof typeof widths;
type Start = 'fresh' | 'sample';
type Look = 'auto' | 'light' | 'dark';

export function FullPreview({ onClose }: { onClose: () => void }) {
  const { draft, formId } = useBuilder();
  const { page } = useApp();
  const t = useTexts('builder/preview');
  const id = useId();
  const box = useModal();
  // What is tried out is the form as it was when it was opened: nothing behind the preview can change it.
  const [definition] = useState(() => draft.get().definition);
  const [width, setWidth] = useState<Width>(() => (innerWidth < 800 ? 'desktop' : 'phone'));
  const [look, setLook] = useState<Look>(() => definition.page?.colorScheme ?? 'auto');
  const [start, setStart] = useState<Start>('fresh');
  const [turn, setTurn] = useState(0);
  const [outcome, setOutcome] = useState<PreviewOutcome>();
  const [leads, setLeads] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);

  // Before the frame begins to load: it says only once that it is ready.
  useLayoutEffect(() => {
    return previewMessages.hear<FromPreview>(
      () => frame.current?.contentWindow ?? null,
      (message) => {
        if (message.type === 'ready') setReady(true);
        else if (message.type === 'drawn') setBroken(false);
        else if (message.type === 'broken') setBroken(true);
        else if (message.type === 'escape') onClose();
        else if (message.type === 'leave') setLeads(message.url);
        else {
          const next = previewOutcome(definition, message.action, message.data, { formId, appUrl: page.appUrl });
          setOutcome(next);
          const entryId = '5f0000000000000000000001';
          const body = { entryId, uiActions: next.uiActions };
          previewMessages.send(frame.current!.contentWindow!, { type: 'response', ask: message.ask, body });
        }
      },
    );
  }, [definition, formId, page.appUrl, onClose]);
  useEffect(() => {
    if (!isReady) return;
    setOutcome(undefined);
    setLeads(undefined);
    const data = start === 'sample' ? makeSample(definition) : undefined;
    previewMessages.send(frame.current!.contentWindow!, openingOf(definition, formId, data, look));
  }, [isReady, definition, formId, start, look, turn]);

  return (
    <dialog
      ref={box}
      class="full-preview"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="preview-bar">
        <h2 id={id}>{t('title')}</h2>
        <p class="hint preview-note">{t('note')}</p>
        <fieldset class="segments preview-widths">
          <legend class="visually-hidden">{t('width')}</legend>
          {(Object.keys(widths) as Width[]).map((one) => (
            <Button key={one} icon={one} label={t(one)} isPressed={width === one} onPress={() => setWidth(one)} />
          ))}
        </fieldset>
        <SelectField
          label={t('look')}
          isLabelHidden
          value={look}
          choices={(['auto', 'light', 'dark'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setLook}
        />
        <SelectField
          label={t('start')}
          isLabelHidden
          value={start}
          choices={(['fresh', 'sample'] as const).map((value) => ({ value, label: t(value) }))}
          onChange={setStart}
        />
        <Button kind="quiet" icon="refresh" label={t('again')} onPress={() => setTurn(turn + 1)} />
        <Button kind="quiet" icon="close" label={t('close')} onPress={onClose} />
      </div>
      {isBroken && <Notice kind="warning">{t('broken')}</Notice>}
      <div class={outcome === undefined ? 'preview-body' : 'preview-body has-outcome'} data-width={width}>
        <iframe
          ref={frame}
          class="preview-frame"
          title={t('frame')}
          src={frameAddress(definition)}
          hidden={isBroken}
          style={widths[width] === undefined ? {} : { inlineSize: `${widths[width]}px` }}
        />
        {outcome !== undefined && <Outcome outcome={outcome} leads={leads} definition={definition} />}
      </div>
    </dialog>
  );
}

/** Opened over everything; the focus returns to where it was. */
function useModal() {
  const box = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    const dialog = box.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      before?.focus?.();
    };
  }, []);
  return box;
}

/** The frame's policy lets it show the form's own logo, and no other picture from elsewhere. */
function frameAddress({ theme }: FormDefinition): string {
  return theme?.logo === undefined ? '/admin/preview/' : `/admin/preview/?logo=${encodeURIComponent(theme.logo)}`;
}

function openingOf(definition: FormDefinition, id: string, data: JsonObject | undefined, look: Look): OpenPreview {
  const { name, publicName, timeZone, theme, display, page, formSchema = {} } = definition;
  const form: FillerForm = {
    id,
    locale: localeOf(definition.locale),
    formSchema,
    keepDraftOnDevice: false,
    ...(publicName ? { publicName } : { displayName: name || id }),
    ...(timeZone && { timeZone }),
    ...(theme && { theme }),
    ...(display && { display }),
    ...(page && { page }),
  };
  const title = publicName || name || id;
  return { type: 'open', form, title, data, theme: look === 'auto' ? undefined : look };
}
