// A text to take along: shown whole, copied by a press.
import { useRef, useState } from 'preact/hooks';
import { useTexts } from '../texts.ts';
import { Button } from './button.tsx';
import { copyText } from './copy-text.ts';
import { Labelled } from './fields.tsx';

export interface CopyFieldProps {
  readonly label: string;
  readonly text: string;
  readonly rows?: number;
  readonly onCopied?: () => void;
}

export function CopyField({ label, text, rows, onCopied }: CopyFieldProps) {
  const t = useTexts('shell/ui');
  const [isCopied, setCopied] = useState(false);
  const box = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  const copy = async () => {
    if (await copyText(text, box.current ?? undefined)) onCopied?.();
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <Labelled label={label}>
      {(control) => (
        <div class="copy-field">
          {rows === undefined ? (
            <input {...control} ref={box} class="control mono" readOnly value={text} dir="ltr" />
          ) : (
            <textarea {...control} ref={box} class="control mono" readOnly rows={rows} value={text} dir="ltr" />
          )}
          <Button icon={isCopied ? 'check' : 'copy'} onPress={() => void copy()}>
            {t(isCopied ? 'copied' : 'copy')}
          </Button>
          <span class="visually-hidden" role="status">
            {isCopied && t('copied')}
          </span>
        </div>
      )}
    </Labelled>
  );
}
