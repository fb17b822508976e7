// A line under the toolbar for what needs more than a press: a link, a button, a picture.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type Squire from 'squire-rte';
import { pictureAddress } from '../../../../core/definition/picture-address.ts';
import { linkAddress } from '../../../../fields/doc/view/clean-doc.ts';
import { findAround } from '../../../../fields/doc/view/doc-commands.ts';
import { pathOfPicture } from '../../../../form-view/picture-path.ts';
import { useTexts } from '../../../texts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { FileButton } from '../../../ui/file-button.tsx';
import { Notice } from '../../../ui/notices.tsx';
import { pictureTypes, type SentPicture, useSendPicture } from '../../properties/use-send-picture.ts';
import { chipBefore } from './chip-dom.ts';
import { ChipLine } from './chip-line.tsx';
import type { ChipNames } from './chip-names.ts';
import { insertInline } from './insert-in-editor.ts';
import { buttonClass, type MessageStyle, type MessageWords, makePicture } from './message-html.ts';

export type InsertKind = 'link' | 'button' | 'picture';

export interface MessageInsertProps {
  readonly editor: Squire;
  readonly kind: InsertKind;
  readonly formId: string;
  readonly chips: ChipNames;
  readonly words: MessageWords;
  readonly style: MessageStyle;
  readonly onClose: () => void;
}

export function MessageInsert({ editor, kind, formId, chips, words, style, onClose }: MessageInsertProps) {
  const t = useTexts('builder/message');
  const around = kind === 'picture' ? undefined : findAround(editor, 'a');
  const [before] = useState(() =>
    kind === 'picture' ? chipBefore(editor.getRoot(), editor.getSelection(), '[data-picture]') : undefined,
  );
  const { picture: src = 'https://', alt = '', width = '', height = '' } = before?.dataset ?? {};
  const range = useRef(editor.getSelection().cloneRange());
  const [address, setAddress] = useState(around?.getAttribute('href') ?? src);
  const [size, setSize] = useState({ url: src, width, height });
  const [text, setText] = useState(kind === 'picture' ? alt : (around?.textContent ?? range.current.toString()));
  const [hasFault, setFault] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector<HTMLElement>('input, [role=textbox]')?.focus(), []);
  const { isOfForm = false } = style;
  const leave = () => {
    onClose();
    editor.focus();
  };
  const put = () => {
    const checked = kind === 'picture' ? addressOfPicture(address, isOfForm) : addressOf(address);
    setFault(checked === undefined);
    if (checked === undefined) return;
    editor.setSelection(range.current);
    editor.focus();
    if (kind === 'picture') {
      const { width, height } = size.url === checked ? size : noSize;
      const made = makePicture({ src: checked, alt: text, width, height }, words);
      if (before === undefined) insertInline(editor, made);
      else replaceIn(editor, before, made);
    } else insertLink(editor, { around, address: checked, text: text || checked, isButton: kind === 'button' });
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
      {kind === 'picture' && (
        <PictureUpload
          {...{ formId, address }}
          onAdded={(picture) => {
            setAddress(picture.url);
            setSize(picture);
            setFault(false);
          }}
        />
      )}
      {kind === 'picture' && isOfForm ? (
        hasFault && <p class="field-error">{t('noPicture')}</p>
      ) : (
        <ChipLine
          label={t('address')}
          isAddress
          chips={chips}
          hint={t(kind === 'picture' ? 'pictureHint' : 'addressHint')}
          error={hasFault ? t(kind === 'picture' ? 'badPicture' : 'badAddress') : undefined}
          value={address}
          onChange={setAddress}
        />
      )}
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

const noSize = { width: '', height: '' };

interface PictureUploadProps {
  readonly formId: string;
  /** Its address, once it is sent. */
  readonly address: string;
  readonly onAdded: (picture: SentPicture) => void;
}

function PictureUpload({ formId, address, onAdded }: PictureUploadProps) {
  const t = useTexts('builder/message');
  const { isBusy, error, send } = useSendPicture(formId);
  const add = async (file: File) => {
    const sent = await send(file);
    if (sent !== undefined) onAdded(sent);
  };
  const isSent = pictureAddress.test(address);
  return (
    <div class="message-upload">
      {isSent && <img class="message-thumb" src={pathOfPicture(address)} alt="" />}
      <FileButton
        icon="upload"
        isBusy={isBusy}
        label={t('pictureFile')}
        accept={pictureTypes}
        onFile={(file) => void add(file)}
      >
        {t(isBusy ? 'pictureBusy' : isSent ? 'pictureOther' : 'pictureFile')}
      </FileButton>
      {error !== '' && <Notice kind="error">{error}</Notice>}
    </div>
  );
}

/** One that begins with an answer is known only when it is sent. */
function addressOf(typed: string): string | undefined {
  const text = typed.trim();
  if (/^\{\{.*\}\}/.test(text) || (/^https?:\/\/./i.test(text) && text.includes('{{'))) return text;
  return linkAddress(text);
}

/** A form shows pictures that were sent for it alone; an email any on the web. */
function addressOfPicture(typed: string, isOfForm: boolean): string | undefined {
  const text = typed.trim();
  return pictureAddress.test(text) || (!isOfForm && /^https?:\/\/[^\s{]+$/i.test(text)) ? text : undefined;
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
  replaceIn(editor, around, link);
}

function replaceIn(editor: Squire, before: Element, after: Element): void {
  editor.saveUndoState();
  before.replaceWith(after);
}
