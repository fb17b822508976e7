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

const texts = {
  en: {
    paste: 'Paste',
    file: 'File',
    from: 'Source',
    text: 'Options, one per line',
    textHint:
      'Or columns copied from a spreadsheet, the first row naming them: the value, a score, and whatever the options should be filtered by.',
    choose: 'Choose a file',
    other: 'Choose another file',
    drop: 'or drop it here. Excel (.xlsx), CSV, TSV, JSON or plain text.',
    encoding: 'File encoding',
    encodingHint: 'Choose another if the words below look wrong.',
    'utf-8': 'UTF-8',
    'windows-1255': 'Hebrew (windows-1255)',
    'utf-16le': 'Unicode text (UTF-16)',
    'utf-16be': 'Unicode text (UTF-16, big-endian)',
    notRead: 'The file could not be read. It may have been moved or be open elsewhere; please choose it again.',
    tooLarge: 'The file is larger than {size}. Please split it into several files and add one after the other.',
    noText: 'This does not look like a list. Use an Excel workbook (.xlsx), CSV, JSON or plain text.',
    notWorkbook: 'This workbook could not be read. In the spreadsheet, choose “Save as” and CSV.',
    notJson: 'This is not valid JSON.',
    noList: 'This JSON holds no list of options. Expected is a list, or {"options": [...]}.',
    readingFile: 'Reading the file…',
  },
  he: {
    paste: 'הדבקה',
    file: 'קובץ',
    from: 'מניין',
    text: 'אפשרויות, אחת בכל שורה',
    textHint: 'או עמודות שהועתקו מגיליון, והשורה הראשונה נותנת להן שמות: הערך, ניקוד, וכל מה שלפיו יסננו את האפשרויות.',
    choose: 'בחירת קובץ',
    other: 'בחירת קובץ אחר',
    drop: 'או גרירה לכאן. Excel (‎.xlsx), CSV, TSV, JSON או טקסט רגיל.',
    encoding: 'קידוד הקובץ',
    encodingHint: 'אם המילים למטה נראות משובשות כדאי לבחור אחר.',
    'utf-8': 'UTF-8',
    'windows-1255': 'עברית (windows-1255)',
    'utf-16le': 'טקסט יוניקוד (UTF-16)',
    'utf-16be': 'טקסט יוניקוד (UTF-16, big-endian)',
    notRead: 'לא היה אפשר לקרוא את הקובץ. ייתכן שהועבר או שהוא פתוח במקום אחר; אפשר לבחור אותו שוב.',
    tooLarge: 'הקובץ גדול מ־{size}. כדאי לחלק אותו לכמה קבצים ולהוסיף אותם בזה אחר זה.',
    noText: 'זה לא נראה כמו רשימה. אפשר להשתמש בחוברת של Excel ‏(‎.xlsx), ב־CSV, ב־JSON או בטקסט רגיל.',
    notWorkbook: 'לא היה אפשר לקרוא את החוברת. בגיליון אפשר לבחור „שמירה בשם” ו־CSV.',
    notJson: 'זה אינו JSON תקין.',
    noList: 'ב־JSON הזה אין רשימת אפשרויות. צריכה להיות רשימה, או ‎{"options": [...]}‎.',
    readingFile: 'קורא את הקובץ…',
  },
} as const;

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
  const t = useTexts(texts);
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
  const t = useTexts(texts);
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
