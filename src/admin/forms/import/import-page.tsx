// /admin/forms/import/: a form of another program, read on this device, looked at, and made a form when the person says so.
// [forms.import.app]
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ImportedForm } from '../../../import-forms/import-form.ts';
import { useApp } from '../../app-context.ts';
import type { Locale } from '../../page-data.ts';
import { useTexts } from '../../texts.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { ImportResult } from './import-result.tsx';
import { type ImportProblem, ImportSource } from './import-source.tsx';
import { readImport } from './read-import.ts';
import { useFileDrop } from './use-file-drop.ts';

interface Read {
  readonly source: File | string;
  readonly imported: ImportedForm;
}

export function ImportPage() {
  const { locale: appLocale } = useApp();
  const t = useTexts('forms/import');
  const [read, setRead] = useState<Read>();
  const [reading, setReading] = useState<File | string>();
  const [problem, setProblem] = useState<ImportProblem>();
  const [pasted, setPasted] = useState('');
  const stop = useRef<AbortController>();
  const cancel = () => {
    stop.current?.abort();
    setReading(undefined);
  };
  useEffect(() => () => stop.current?.abort(), []);

  const take = async (source: File | string, locale?: Locale) => {
    cancel();
    const own = new AbortController();
    stop.current = own;
    setReading(source);
    setProblem(undefined);
    try {
      const reply = await readImport({ source, locale, appLocale }, own.signal);
      if (reply === 'failed') setProblem({ text: t('failed'), isOwn: false });
      else if ('imported' in reply) setRead({ source, imported: reply.imported });
      else setProblem({ text: reply.problem, isOwn: reply.isOwn });
    } catch (error) {
      if (own.signal.aborted) return;
      setProblem({ error, retry: () => void take(source, locale) });
    }
    setReading(undefined);
  };
  const isOver = useFileDrop((file) => void take(file));
  return (
    <>
      <PageHeader title={t('title')} back={{ href: '/admin/forms/new/', label: t('back') }} note={t('note')} />
      {read === undefined ? (
        <ImportSource
          pasted={pasted}
          onPasted={setPasted}
          onTake={(source) => void take(source)}
          reading={reading}
          onCancel={cancel}
          problem={problem}
          onForget={() => setProblem(undefined)}
          isOver={isOver}
        />
      ) : (
        <ImportResult
          {...read}
          isReading={reading !== undefined}
          problem={problem}
          onLanguage={(locale) => void take(read.source, locale)}
          onOther={() => {
            cancel();
            setProblem(undefined);
            setRead(undefined);
          }}
        />
      )}
    </>
  );
}
