// A line under the toolbar for what needs more than a press: a link, a button, a picture.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type Squire from 'squire-rte';
import type { AddedPicture } from '../../../../api-types/forms.ts';
import { fetchJson } from '../../../../client/call-api.ts';
import { linkAddress } from '../../../../form-view/fields/clean-doc.ts';
import { findAround } from '../../../../form-view/fields/doc-commands.ts';
import { useApp } from '../../../app-context.ts';
import { useTexts } from '../../../texts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Notice, useErrorText } from '../../../ui/notices.tsx';
import { ChipLine } from './chip-line.tsx';
import type { ChipNames } from './chip-names.ts';
import { insertInline } from './insert-in-editor.ts';
import { buttonClass, type MessageWords, makePicture } from './message-html.ts';
import { messageTexts } from './message-texts.ts';

export type InsertKind = 'link' | 'button' | 'picture';

export interface MessageInsertProps {
  readonly editor: Squire;
  readonly kind: InsertKind;
  readonly formId: string;
  readonly chips: ChipNames;
  readonly words: MessageWords;
  readonly onClose: () => void;
}

export function MessageInsert({ editor, kind, formId, chips, words, onClose }: MessageInsertProps) {
  const t = useTexts(messageTexts);
  const around = kind === 'picture' ? undefined : findAround(editor, 'a');
  const range = useRef(editor.getSelection().cloneRange());
  const [address, setAddress] = useState(around?.getAttribute('href') ?? 'https://');
  const [text, setText] = useState(kind === 'picture' ? '' : (around?.textContent ?? range.current.toString()));
  const [hasFault, setFault] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>('input, [role=textbox]')?.focus(), []);
  const leave = () => {
    onClose();
    editor.focus();
  };
  const put = () => {
    const checked = kind === 'picture' ? pictureAddress(address) : addressOf(address);
    setFault(checked === undefined);
    if (checked === undefined) return;
    editor.setSelection(range.current);
    editor.focus();
    if (kind === 'picture') insertInline(editor, makePicture(checked, text, words));
    else insertLink(editor, { around, address: checked, text: text || checked, isButton: kind === 'button' });
    onClose();
  };
  const remove = () => {
    editor.focus();
    editor.removeLink();
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape leads back from every box in it.
    <div
      ref={box}
      class="message-insert"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        leave();
      }}
    >
      <TextField label={t(kind === 'picture' ? 'alt' : 'words')} value={text} onChange={setText} />
      {kind === 'picture' && <PictureUpload formId={formId} onAdded={setAddress} />}
      <ChipLine
        label={t('address')}
        isAddress
        chips={chips}
        hint={t(kind === 'picture' ? 'pictureHint' : 'addressHint')}
        error={hasFault ? t(kind === 'picture' ? 'badPicture' : 'badAddress') : undefined}
        value={address}
        onChange={setAddress}
      />
      <div class="buttons">
        <Button kind="primary" onPress={put}>
          {t('put')}
        </Button>
        {around !== undefined && (
          <Button kind="quiet" onPress={remove}>
            {t('removeLink')}
          </Button>
        )}
        <Button kind="quiet" onPress={leave}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  );
}

function PictureUpload({ formId, onAdded }: { formId: string; onAdded: (address: string) => void }) {
  const t = useTexts(messageTexts);
  const { page } = useApp();
  const errorText = useErrorText();
  const [state, setState] = useState<{ isBusy: boolean; error?: string }>({ isBusy: false });
  const input = useRef<HTMLInputElement>(null);
  const send = async (file: File) => {
    setState({ isBusy: true });
    const headers = { 'content-type': file.type, 'x-formstead-app': 'admin' };
    try {
      const request = { method: 'POST', headers, body: file };
      onAdded((await fetchJson<AddedPicture>(`${page.api}/form/${formId}/pictures`, request)).url);
      setState({ isBusy: false });
    } catch (error) {
      setState({ isBusy: false, error: errorText(error) });
    }
  };
  return (
    <div>
      <input
        ref={input}
        type="file"
        class="visually-hidden"
        tabIndex={-1}
        aria-label={t('pictureFile')}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file !== undefined) void send(file);
        }}
      />
      <Button icon="upload" isBusy={state.isBusy} onPress={() => input.current?.click()}>
        {t(state.isBusy ? 'pictureBusy' : 'pictureFile')}
      </Button>
      {state.error !== undefined && <Notice kind="error">{state.error}</Notice>}
    </div>
  );
}

/** One that begins with an answer is known only when it is sent. */
function addressOf(typed: string): string | undefined {
  const text = typed.trim();
  if (/^\{\{.*\}\}/.test(text) || (/^https?:\/\/./i.test(text) && text.includes('{{'))) return text;
  return linkAddress(text);
}

function pictureAddress(typed: string): string | undefined {
  return /^https?:\/\/[^\s{]+$/i.test(typed.trim()) ? typed.trim() : undefined;
}

interface LinkToInsert {
  readonly around: Element | undefined;
  readonly address: string;
  readonly text: string;
  readonly isButton: boolean;
}

function insertLink(editor: Squire, { around, address, text, isButton }: LinkToInsert): void {
  const link = document.createElement('a');
  link.setAttribute('href', address);
  if (isButton) link.className = buttonClass;
  link.textContent = text;
  if (around === undefined) {
    insertInline(editor, link);
    return;
  }
  editor.saveUndoState();
  around.replaceWith(link);
}
