// Where the form comes from: a file, chosen or dropped, or a text that is pasted; and where people find it in the other program.
import { useEffect, useRef, useState } from 'preact/hooks';
import { useTexts } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ErrorNotice, Notice, Progress } from '../../ui/notices.tsx';

/** What is wrong with the file, or why it could not be looked at. */
export type ImportProblem =
  | { readonly text: string; readonly isOwn: boolean }
  | { readonly error: unknown; readonly retry: () => void };

export interface ImportSourceProps {
  readonly pasted: string;
  readonly onPasted: (text: string) => void;
  readonly onTake: (source: File | string) => void;
  readonly reading: File | string | undefined;
  readonly onCancel: () => void;
  readonly problem: ImportProblem | undefined;
  /** The problem is about something that is not there any more. */
  readonly onForget: () => void;
  readonly isOver: boolean;
}

export function ImportSource(props: ImportSourceProps) {
  const { pasted, reading } = props;
  // Who comes back finds what was pasted.
  const [isPasting, setPasting] = useState(pasted !== '');
  const box = useRef<HTMLDivElement>(null);
  const wasReading = useRef(false);
  // What had the focus while a file was read is gone.
  useEffect(() => {
    if (wasReading.current && reading === undefined)
      box.current?.querySelector<HTMLElement>('textarea, button')?.focus();
    wasReading.current = reading !== undefined;
  }, [reading]);
  const choose = (wanted: boolean) => {
    setPasting(wanted);
    props.onForget();
  };
  return (
    <div class="stack">
      <div ref={box} class={props.isOver ? 'import-drop import-over' : 'import-drop'}>
        {reading !== undefined ? (
          <Reading reading={reading} onCancel={props.onCancel} />
        ) : isPasting && !props.isOver ? (
          <PasteFields {...props} onBack={() => choose(false)} />
        ) : (
          <FileFields {...props} onPaste={() => choose(true)} />
        )}
      </div>
      {props.problem !== undefined && <ProblemNotice problem={props.problem} />}
      <Finding />
    </div>
  );
}

export function ProblemNotice({ problem }: { problem: ImportProblem }) {
  const t = useTexts('forms/import');
  if ('error' in problem) return <ErrorNotice error={problem.error} onRetry={problem.retry} />;
  return (
    <Notice kind="error">
      <p dir="auto">{problem.text}</p>
      {problem.isOwn && <a href="/admin/forms/new/">{t('ownLink')}</a>}
    </Notice>
  );
}

function Reading({ reading, onCancel }: { reading: File | string; onCancel: () => void }) {
  const t = useTexts('forms/import');
  const box = useRef<HTMLDivElement>(null);
  // What had the focus is gone.
  useEffect(() => box.current?.querySelector('button')?.focus(), []);
  return (
    <div class="import-reading" role="status" ref={box}>
      <Progress
        done={0}
        label={typeof reading === 'string' ? t('readingText') : t('reading', { name: `\u2068${reading.name}\u2069` })}
      />
      <Button onPress={onCancel}>{t('cancel')}</Button>
    </div>
  );
}

function FileFields({ isOver, onTake, onPaste }: ImportSourceProps & { onPaste: () => void }) {
  const t = useTexts('forms/import');
  return (
    <>
      <span class="import-picture">
        <Icon name="upload" size={28} />
      </span>
      <p class="import-say">{t(isOver ? 'dropNow' : 'drop')}</p>
      <p class="quiet-text import-or">{t('or')}</p>
      <div class="buttons">
        <FileButton
          kind="primary"
          icon="file"
          label={t('choose')}
          accept=".xlsx,.json,.txt,application/json,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          onFile={onTake}
        >
          {t('choose')}
        </FileButton>
        <Button icon="copy" onPress={onPaste}>
          {t('paste')}
        </Button>
      </div>
      <p class="quiet-text">{t('limit')}</p>
    </>
  );
}

function PasteFields({ pasted, onPasted, onTake, onBack, onForget }: ImportSourceProps & { onBack: () => void }) {
  const t = useTexts('forms/import');
  const box = useRef<HTMLFormElement>(null);
  useEffect(() => box.current?.querySelector('textarea')?.focus(), []);
  const isEmpty = pasted.trim() === '';
  return (
    <form
      class="stack import-paste"
      ref={box}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isEmpty) onTake(pasted);
      }}
    >
      <TextField
        label={t('pasteLabel')}
        rows={9}
        dir="ltr"
        isMono
        value={pasted}
        onChange={(text) => {
          onPasted(text);
          onForget();
        }}
      />
      <div class="buttons">
        <Button kind="primary" type="submit" isOff={isEmpty}>
          {t('read')}
        </Button>
        <Button icon="file" onPress={onBack}>
          {t('useFile')}
        </Button>
      </div>
    </form>
  );
}

const googleAddress = 'https://developers.google.com/workspace/forms/api/reference/rest/v1/forms/get';

function Finding() {
  const t = useTexts('forms/import');
  return (
    <section class="stack" aria-labelledby="import-where">
      <h2 id="import-where">{t('where')}</h2>
      <ul class="import-kinds">
        {(['google', 'xlsform', 'formio', 'surveyjs'] as const).map((kind) => (
          <li key={kind} class="card stack tight">
            <h3>{t(kind)}</h3>
            <p class="quiet-text">{t(`${kind}Help`)}</p>
            {kind === 'google' && (
              <a class="import-away" href={googleAddress} target="_blank" rel="noopener">
                {t('googleLink')} <Icon name="external" size={16} />
              </a>
            )}
          </li>
        ))}
      </ul>
      <p class="quiet-text">
        {t('others')} <a href="/admin/forms/new/">{t('back')}</a>
      </p>
    </section>
  );
}
