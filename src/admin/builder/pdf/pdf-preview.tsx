// A real PDF of the unsaved form on sample data: made by the server, shown from memory. It is made when asked for, since it
// takes a moment, and says when it is no longer up to date.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApiLink } from '../../../api-types/lists.ts';
import { ApiError } from '../../../client/call-api.ts';
import type { Layout } from '../../../core/definition/form-definition.ts';
import { useSlice } from '../../../web/store.ts';
import { useApp } from '../../app-context.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice, Notice } from '../../ui/notices.tsx';
import { SamplePicker, useSample } from '../after/sample-picker.tsx';
import type { FormDraft } from '../draft/form-draft.ts';
import { definitionOf } from '../draft/saved-form.ts';
import { errorLine } from './typst-starter.ts';

export interface PdfPreviewProps {
  readonly draft: FormDraft;
  readonly formId: string;
  readonly layouts: readonly Layout[];
  readonly onGoToLine: (layout: number, line: number) => void;
}

interface Made {
  /** Where it is stored for some days, open to whoever has the link. */
  readonly url: string;
  /** Of the copy in memory; storage on another host may not let pages read it. */
  readonly shown: string | undefined;
  /** What it was made from. */
  readonly from: readonly unknown[];
}

type State =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'making'; readonly before: Made | undefined }
  | { readonly kind: 'made'; readonly made: Made }
  | { readonly kind: 'failed'; readonly error: unknown; readonly layout: number };

const all = 'all';

export function PdfPreview({ draft, formId, layouts, onGoToLine }: PdfPreviewProps) {
  const t = useTexts('builder/pdf');
  const definition = useSlice(draft, () => draft.get().definition);
  const hasProblems = useSlice(draft, () => draft.get().problems.length > 0);
  const sample = useSample(definition, formId);
  const [chosen, setChosen] = useState(all);
  const which = Number(chosen) < layouts.length ? chosen : all;
  const { state, make } = usePdf();
  const from = [definition, sample.sample, which];
  const start = () => {
    const template = which === all ? undefined : Number(which);
    void make(from, { form: definitionOf(definition), data: sample.sample.data, template });
  };
  const made = state.kind === 'made' ? state.made : state.kind === 'making' ? state.before : undefined;
  const isStale = made?.from.some((part, at) => part !== from[at]) === true;
  const choices = layouts.map((layout, at) => ({
    value: String(at),
    label: `${at + 1}. ${layout.label || layout.name || t(kindOf(layout))}`,
  }));
  return (
    <section class="card stack pdf-preview">
      <h2>{t('preview')}</h2>
      <SamplePicker {...sample} />
      {layouts.length > 1 && (
        <SelectField
          label={t('which')}
          value={which}
          choices={[{ value: all, label: t('all') }, ...choices]}
          onChange={setChosen}
        />
      )}
      {hasProblems && <Notice kind="warning">{t('problems')}</Notice>}
      <div class="buttons">
        <Button kind="primary" icon="file" isBusy={state.kind === 'making'} isOff={hasProblems} onPress={start}>
          {t(made === undefined ? 'make' : 'again')}
        </Button>
        {made !== undefined && (
          <>
            <a class="button secondary" href={made.shown ?? made.url} target="_blank" rel="noopener">
              <Icon name="external" />
              {t('open')}
            </a>
            <a class="button secondary" href={made.shown ?? made.url} download={`${definition.name || 'preview'}.pdf`}>
              <Icon name="download" />
              {t('download')}
            </a>
          </>
        )}
      </div>
      <p role="status" class="quiet-text">
        {state.kind === 'making' ? t('making') : state.kind === 'made' && !isStale ? t('made') : ''}
        {isStale && state.kind !== 'making' && <span class="badge warning">{t('stale')}</span>}
      </p>
      {state.kind === 'failed' && (
        <PdfError error={state.error} onGoToLine={(line) => onGoToLine(state.layout, line)} onRetry={start} />
      )}
      {state.kind === 'nothing' && <p class="pdf-nothing">{t('nothing')}</p>}
      {made !== undefined && made.shown === undefined && <p class="pdf-nothing">{t('elsewhere')}</p>}
      {made?.shown !== undefined && (
        <iframe class={isStale ? 'pdf-frame is-stale' : 'pdf-frame'} title={t('frame')} src={made.shown} />
      )}
    </section>
  );
}

function kindOf({ type }: Layout): 'auto' | 'typst' | 'remote' {
  return type === 'typst' || type === 'remote' ? type : 'auto';
}

interface RenderBody {
  readonly form: object;
  readonly data: object;
  readonly template: number | undefined;
}

/** One PDF at a time; what was in memory is given back. */
function usePdf() {
  const { api } = useApp();
  const [state, setState] = useState<State>({ kind: 'nothing' });
  const kept = useRef<string>();
  const turn = useRef(0);
  const keep = (address: string | undefined) => {
    if (kept.current !== undefined) URL.revokeObjectURL(kept.current);
    kept.current = address;
  };
  useEffect(() => () => keep(undefined), []);
  const make = async (from: readonly unknown[], body: RenderBody) => {
    const mine = ++turn.current;
    setState((now) => ({ kind: 'making', before: now.kind === 'made' ? now.made : undefined }));
    try {
      const { url } = await api.call<ApiLink>('/form/render', { body });
      const content = await fetchPdf(url);
      if (mine !== turn.current) return;
      const shown = content && URL.createObjectURL(content);
      keep(shown);
      setState({ kind: 'made', made: { url, shown, from } });
    } catch (error) {
      if (mine === turn.current) setState({ kind: 'failed', error, layout: body.template ?? 0 });
    }
  };
  return { state, make };
}

async function fetchPdf(url: string): Promise<Blob | undefined> {
  try {
    const answer = await fetch(url);
    // The type decides that the browser shows it instead of saving it.
    return answer.ok ? new Blob([await answer.arrayBuffer()], { type: 'application/pdf' }) : undefined;
  } catch {
    // The PDF is made: the link still opens it.
    return undefined;
  }
}

interface PdfErrorProps {
  readonly error: unknown;
  readonly onGoToLine: (line: number) => void;
  readonly onRetry: () => void;
}

/** Why no PDF was made is the layout's fault more often than the server's: then its own words say where. */
function PdfError({ error, onGoToLine, onRetry }: PdfErrorProps) {
  const t = useTexts('builder/pdf');
  if (!(error instanceof ApiError) || error.status !== 500 || error.message === '') {
    return <ErrorNotice error={error} onRetry={onRetry} />;
  }
  const line = errorLine(error.message);
  return (
    <Notice kind="error">
      <p class="mono" dir="auto">
        {error.message}
      </p>
      {line !== undefined && (
        <Button kind="quiet" icon="code" onPress={() => onGoToLine(line)}>
          {t('toLine', { line })}
        </Button>
      )}
    </Notice>
  );
}
