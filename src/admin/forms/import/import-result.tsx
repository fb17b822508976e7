// The form that a file becomes, before it is made: its name, what could not be brought over, and how people will see it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { languageChoices } from '../../../core/locale/locale-facts.ts';
import type { ImportedForm } from '../../../import-forms/import-form.ts';
import { useApp } from '../../app-context.ts';
import { FormFrame } from '../../form-frame/form-frame.tsx';
import { useFormats } from '../../formats.ts';
import type { Locale } from '../../page-data.ts';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice } from '../../ui/notices.tsx';
import { useMakeForm } from '../use-make-form.ts';
import { maxNameLength } from '../writable-form.ts';
import { ImportNotes } from './import-notes.tsx';
import { ImportOutline } from './import-outline.tsx';
import { type ImportProblem, ProblemNotice } from './import-source.tsx';
import { type FormOutline, outlineForm } from './outline-form.ts';

export interface ImportResultProps {
  readonly source: File | string;
  readonly imported: ImportedForm;
  /** Again, in another language. */
  readonly isReading: boolean;
  readonly problem: ImportProblem | undefined;
  readonly onLanguage: (locale: Locale) => void;
  readonly onOther: () => void;
}

/** A page that draws more than this at once keeps people waiting; the builder does not draw what is out of sight. */
const maxPreviewed = 300;

export function ImportResult(props: ImportResultProps) {
  const { source, imported } = props;
  const { locale: appLocale } = useApp();
  const t = useTexts('forms/import');
  const { bytes } = useFormats();
  const [name, setName] = useState<string>();
  const [isTried, setTried] = useState(false);
  const { make, isBusy, error } = useMakeForm();
  const title = useRef<HTMLHeadingElement>(null);
  // Of another file: its own name, and the focus at the beginning.
  useLayoutEffect(() => {
    setName(undefined);
    setTried(false);
    title.current?.focus();
  }, [source]);
  const outline = useMemo(() => outlineForm(imported.form), [imported]);
  const chosenName = (name ?? imported.form.name ?? '').trim();
  const [wanted, setWanted] = useState<{ readonly path: string }>();
  const submit = () => {
    setTried(true);
    if (chosenName !== '' && !props.isReading) void make({ ...imported.form, name: chosenName });
  };
  return (
    <div class="import-result">
      <div class="stack import-side">
        <form
          class="card stack"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <div class="stack tight">
            <h2 tabIndex={-1} ref={title}>
              {t('result')}
            </h2>
            <p class="import-from">
              <span class="badge good">{t(imported.kind)}</span>
              {typeof source === 'string' ? (
                <span class="quiet-text">{t('pasted')}</span>
              ) : (
                <span class="quiet-text">
                  <bdi>{source.name}</bdi> · <bdi>{bytes(source.size)}</bdi>
                </span>
              )}
            </p>
            <Counts outline={outline} />
          </div>
          <TextField
            label={t('name')}
            value={name ?? imported.form.name ?? ''}
            onChange={setName}
            maxLength={maxNameLength}
            error={isTried && chosenName === '' ? t('nameMissing') : undefined}
          />
          <SelectField<Locale>
            label={t('language')}
            value={imported.form.locale ?? appLocale}
            choices={languageChoices}
            onChange={props.onLanguage}
          />
          {error !== undefined && <ErrorNotice error={error} />}
          {props.problem !== undefined && <ProblemNotice problem={props.problem} />}
          <div class="buttons">
            <Button kind="primary" type="submit" isBusy={isBusy || props.isReading}>
              {t('make')}
            </Button>
            <Button onPress={props.onOther}>{t('other')}</Button>
          </div>
          <p class="hint">{t('makeHint')}</p>
        </form>
        <ImportNotes imported={imported} outline={outline} name={chosenName} onShow={(path) => setWanted({ path })} />
      </div>
      <Views {...{ imported, outline, wanted }} name={chosenName} />
    </div>
  );
}

function Counts({ outline: { counts, conditions } }: { outline: FormOutline }) {
  const t = useTexts('forms/import');
  const said = [
    t('questions', { count: counts.questions }),
    ...(['sections', 'repeats'] as const).flatMap((key) => (counts[key] > 0 ? [t(key, { count: counts[key] })] : [])),
    ...(conditions > 0 ? [t('conditions', { count: conditions })] : []),
  ];
  return (
    <ul class="import-counts">
      {said.map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  );
}

interface ViewsProps {
  readonly imported: ImportedForm;
  readonly outline: FormOutline;
  readonly name: string;
  /** The element that somebody wants to see; the same one again is another object. */
  readonly wanted: { readonly path: string } | undefined;
}

function Views({ imported, outline, name, wanted }: ViewsProps) {
  const t = useTexts('forms/import');
  const isLong = outline.rows.length > maxPreviewed;
  const [view, setView] = useState<'preview' | 'outline'>('preview');
  const shownView = isLong ? 'outline' : view;
  useEffect(() => {
    if (wanted !== undefined) setView('outline');
  }, [wanted]);
  const shown = useMemo(() => ({ id: undefined, definition: imported.form }), [imported]);
  return (
    <section class="stack import-views" aria-label={t('view')}>
      <div class="import-view-line">
        {!isLong && (
          <fieldset class="import-switch">
            <legend class="visually-hidden">{t('view')}</legend>
            {(['preview', 'outline'] as const).map((one) => (
              <Button key={one} isPressed={shownView === one} onPress={() => setView(one)}>
                <Icon name={one === 'preview' ? 'eye' : 'list'} size={18} />
                {t(one)}
              </Button>
            ))}
          </fieldset>
        )}
        <p class="quiet-text">{t(isLong ? 'tooLong' : shownView === 'preview' ? 'previewHint' : 'outlineHint')}</p>
      </div>
      {shownView === 'preview' ? (
        <div class="preview-box">
          <FormFrame title={t('previewOf', { name })} form={shown} mode="preview" />
        </div>
      ) : (
        <ImportOutline imported={imported} outline={outline} wanted={wanted} />
      )}
    </section>
  );
}
