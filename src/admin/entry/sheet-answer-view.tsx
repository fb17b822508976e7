// One answer of a sheet, drawn: text, list, rich text, files with small pictures, signature, stars, questions of a matrix.
import { useState } from 'preact/hooks';
import { isOwnFile } from '../../client/own-file.ts';
import type { FileObject } from '../../core/definition/form-definition.ts';
import { isPicture, nameText } from '../../form-view/fields/file-facts.ts';
import { HtmlText } from '../../form-view/html-text.tsx';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Icon } from '../ui/icon.tsx';
import type { MatrixAnswer, SheetAnswer } from './sheet-answer.ts';
import { SignatureView } from './signature-view.tsx';

export function AnswerView({ answer }: { answer: SheetAnswer | undefined }) {
  const t = useTexts('entries/sheet');
  if (answer === undefined) {
    return (
      <span class="sheet-empty">
        <span aria-hidden="true">–</span>
        <span class="visually-hidden">{t('empty')}</span>
      </span>
    );
  }
  switch (answer.kind) {
    case 'text':
      return <Text {...answer} />;
    case 'list':
      return (
        <ul class="sheet-choices">
          {answer.items.map((item, at) => (
            <li key={at}>
              <bdi>{item}</bdi>
            </li>
          ))}
        </ul>
      );
    case 'html':
      return (
        <div class="sheet-html" dir="auto">
          <HtmlText html={answer.html} />
        </div>
      );
    case 'files':
      return <Files files={answer.files} />;
    case 'signature':
      return <SignatureView value={answer.value} />;
    case 'color':
      return (
        <bdi>
          <span class="sheet-swatch" style={{ background: answer.color }} aria-hidden="true" />
          {answer.text}
        </bdi>
      );
    case 'rate':
      return (
        <span class="sheet-rate">
          <span class="sheet-stars" aria-hidden="true">
            {'★'.repeat(answer.value)}
            <span class="sheet-stars-left">{'★'.repeat(answer.max - answer.value)}</span>
          </span>
          <bdi>{answer.text}</bdi>
        </span>
      );
    case 'matrix':
      return <Matrix rows={answer.rows} />;
    case 'stored':
      return (
        <code class="sheet-stored" dir="auto">
          {answer.text}
        </code>
      );
  }
}

/** From here on a text is read in its own direction; a few words stay in line with those of other answers. */
const longText = 80;

function Text({ text, href }: { text: string; href?: string }) {
  if (href !== undefined) {
    return (
      <a dir="ltr" href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    );
  }
  const isLong = text.length > longText || text.includes('\n');
  return isLong ? (
    <p class="sheet-text" dir="auto">
      {text}
    </p>
  ) : (
    <bdi class="sheet-text">{text}</bdi>
  );
}

function Matrix({ rows }: { rows: readonly MatrixAnswer[] }) {
  return (
    <table class="sheet-matrix">
      <tbody>
        {rows.map(({ question, answer }, at) => (
          <tr key={at}>
            <th scope="row">
              <bdi>{question}</bdi>
            </th>
            <td>
              <AnswerView answer={answer === undefined ? undefined : { kind: 'text', text: answer }} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Files({ files }: { files: readonly FileObject[] }) {
  return (
    <ul class="sheet-files">
      {files.map((file, at) => (
        <li key={file.storageKey ?? at}>
          <FileView file={file} />
        </li>
      ))}
    </ul>
  );
}

function FileView({ file }: { file: FileObject }) {
  const t = useTexts('entries/sheet');
  const formats = useFormats();
  const [isBroken, setBroken] = useState(false);
  const link = isOwnFile(file.url) ? file.url : undefined;
  const hasPicture = link !== undefined && isPicture(file.type) && !isBroken;
  const inside = (
    <>
      <span class="sheet-thumb">
        {hasPicture ? (
          <img
            src={link}
            alt=""
            loading="lazy"
            decoding="async"
            referrerpolicy="no-referrer"
            onError={() => setBroken(true)}
          />
        ) : (
          <Icon name="file" />
        )}
      </span>
      <span class="sheet-file-name">
        <bdi>{nameText(file.name) || t('unnamed')}</bdi>
        <span class="quiet-text">{formats.bytes(file.size)}</span>
      </span>
    </>
  );
  const look = hasPicture ? 'sheet-file has-picture' : 'sheet-file';
  return link === undefined ? (
    <span class={look}>{inside}</span>
  ) : (
    <a class={look} href={link} target="_blank" rel="noopener">
      {inside}
    </a>
  );
}
