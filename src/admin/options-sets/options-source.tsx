// Where new options come from: a box to paste into, or a file, whose encoding can be chosen when it was guessed wrong.
import { useState } from 'preact/hooks';
import { ApiError } from '../../client/call-api.ts';
import type { TextRow } from '../../tables/read-delimited.ts';
import type { XlsxProblem } from '../../tables/read-xlsx.ts';
import { useFormats } from '../formats.ts';
import { loadPart } from '../load-part.ts';
import { useTexts } from '../texts.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, TextField } from '../ui/fields.tsx';
import { FileButton } from '../ui/file-button.tsx';
import { Icon } from '../ui/icon.tsx';
import { decodeFile, type Encoding, encodings, findEncoding } from './decode-file.ts';
import { readJsonOptions } from './read-json-options.ts';
import { runSteps } from './run-steps.ts';
import type { SourceText } from './use-reading.ts';

/** A set holds at most 256 MB. */
const maxFileBytes = 300_000_000;

export interface OptionsSource extends SourceText {
  readonly mode: 'paste' | 'file';
  readonly file?: {
    readonly name: string;
    readonly bytes: Uint8Array;
    /** Of text. */
    readonly encoding?: Encoding;
  };
}

export const noSource: OptionsSource = { mode: 'paste', kind: 'paste', text: '' };

export function OptionsSourceFields(props: {
  source: OptionsSource;
  onChange: (source: OptionsSource, isOther: boolean) => void;
}) {
  const { source, onChange } = props;
  const t = useTexts('options-sets/optionsSource');
  const switchTo = (mode: 'paste' | 'file') => {
    if (mode !== source.mode) onChange({ mode, kind: mode === 'paste' ? 'paste' : 'other', text: '' }, true);
  };
  return (
    <div class="stack">
      <fieldset class="set-modes">
        <legend class="visually-hidden">{t('from')}</legend>
        <Button isPressed={source.mode === 'paste'} icon="copy" onPress={() => switchTo('paste')}>
          {t('paste')}
        </Button>
        <Button isPressed={source.mode === 'file'} icon="file" onPress={() => switchTo('file')}>
          {t('file')}
        </Button>
      </fieldset>
      {source.mode === 'paste' ? (
        <TextField
          label={t('text')}
          hint={t('textHint')}
          rows={7}
          value={source.text}
          onChange={(text) => onChange({ ...source, text }, false)}
        />
      ) : (
        <FileFields source={source} onChange={onChange} />
      )}
    </div>
  );
}

function FileFields({
  source,
  onChange,
}: {
  source: OptionsSource;
  onChange: (source: OptionsSource, isOther: boolean) => void;
}) {
  const t = useTexts('options-sets/optionsSource');
  const { bytes: sizeText } = useFormats();
  const [problem, setProblem] = useState<string>();
  const [isOver, setOver] = useState(false);
  const [isReading, setReading] = useState(false);
  const { file } = source;
  const take = async (chosen: File | undefined) => {
    setOver(false);
    if (chosen === undefined) return;
    setProblem(undefined);
    if (chosen.size > maxFileBytes) return setProblem(t('tooLarge', { size: sizeText(maxFileBytes) }));
    let bytes: Uint8Array<ArrayBuffer>;
    try {
      bytes = new Uint8Array(await chosen.arrayBuffer());
    } catch {
      return setProblem(t('notRead'));
    }
    const file = { name: chosen.name, bytes };
    if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
      setReading(true);
      const rows = await openXlsx(bytes);
      setReading(false);
      if (typeof rows === 'string') return setProblem(t(rows, { size: sizeText(maxFileBytes) }));
      return onChange({ mode: 'file', kind: 'other', text: '', rows, file }, true);
    }
    const encoding = findEncoding(bytes);
    if (/\.json$/i.test(chosen.name)) {
      const read = readJsonOptions(decodeFile(bytes, encoding));
      if (typeof read === 'string') return setProblem(t(read));
      return onChange({ mode: 'file', kind: 'other', text: '', ...read, file }, true);
    }
    if (!encoding.startsWith('utf-16') && bytes.subarray(0, 4000).includes(0)) return setProblem(t('noText'));
    const kind = /\.csv$/i.test(chosen.name) ? 'csv' : 'other';
    onChange(
      { mode: 'file', kind, text: decodeFile(bytes, encoding), file: { name: chosen.name, bytes, encoding } },
      true,
    );
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button inside is the other. */}
      <div
        class={isOver ? 'set-drop over' : 'set-drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          void take(event.dataTransfer?.files[0]);
        }}
      >
        {file !== undefined && (
          <p class="set-file">
            <Icon name="file" /> <bdi>{file.name}</bdi> <span class="quiet-text">{sizeText(file.bytes.length)}</span>
          </p>
        )}
        <div class="buttons">
          <FileButton
            icon="upload"
            label={t('choose')}
            accept=".xlsx,.csv,.tsv,.tab,.txt,.json,text/csv,text/plain,text/tab-separated-values,application/json"
            onFile={(chosen) => void take(chosen)}
          >
            {t(file === undefined ? 'choose' : 'other')}
          </FileButton>
          <span class="quiet-text">{t('drop')}</span>
        </div>
        <p class="field-error" role="alert">
          {problem}
        </p>
        <p class="quiet-text" role="status">
          {isReading && t('readingFile')}
        </p>
      </div>
      {file?.encoding !== undefined && (
        <SelectField<Encoding>
          label={t('encoding')}
          hint={t('encodingHint')}
          value={file.encoding}
          choices={encodings.map((value) => ({ value, label: t(value) }))}
          onChange={(encoding) =>
            onChange({ ...source, text: decodeFile(file.bytes, encoding), file: { ...file, encoding } }, false)
          }
        />
      )}
    </>
  );
}

/** What reads workbooks is loaded when somebody brings one. */
async function openXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<readonly TextRow[] | XlsxProblem | 'notRead'> {
  const { signal } = new AbortController();
  try {
    const { readXlsx } = await loadPart(() => import('../../tables/read-xlsx.ts'));
    return await readXlsx(bytes, (steps) => runSteps(steps, { signal }));
  } catch (error) {
    if (error instanceof ApiError) return 'notRead';
    throw error;
  }
}
