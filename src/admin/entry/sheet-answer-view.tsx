// One answer of a sheet, drawn: text, list, rich text, files with small pictures, signature, stars, questions of a matrix.
import { useState } from 'preact/hooks';
import { isOwnFile } from '../../client/own-file.ts';
import type { FileObject } from '../../core/definition/form-definition.ts';
import { fileNameText } from '../../core/text/file-name-text.ts';
import type { Answer, Pair } from '../../fields/answer.ts';
import { isPicture } from '../../fields/file/view/file-facts.ts';
import { HtmlText } from '../../form-view/html-text.tsx';
import { answerLine, answerLines } from '../../print/line.ts';
import { useApp } from '../app-context.ts';
import { isPlainColor, readerStyle } from '../entries/cell-text.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Icon } from '../ui/icon.tsx';
import { SignatureView } from './signature-view.tsx';
import { hrefOf } from './text-link.ts';

export function AnswerView({ answer }: { answer: Answer | undefined }) {
  const t = useTexts('entries/sheet');
  const style = readerStyle(useApp().locale);
  if (answer === undefined) {
    return (
      <span class="sheet-empty">
        <span aria-hidden="true">–</span>
        <span class="visually-hidden">{t('empty')}</span>
      </span>
    );
  }
  switch (answer.kind) {
    case 'list':
      return (
        <ul class="sheet-choices">
          {answerLines(answer, style).map((line, at) => (
            <li key={at}>
              <bdi>{line}</bdi>
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
    case 'drawing':
      return <SignatureView value={String(answer.value)} words={answerLine(answer, style)} />;
    case 'pairs':
      return <Matrix pairs={answer.pairs} />;
    case 'stored':
      return (
        <code class="sheet-stored" dir="auto">
          {typeof answer.value === 'object' ? JSON.stringify(answer.value, null, 2) : String(answer.value)}
        </code>
      );
  }
  const text = answerLine(answer, style);
  if (answer.kind === 'color' && isPlainColor(text)) {
    return (
      <bdi>
        <span class="sheet-swatch" style={{ background: text }} aria-hidden="true" />
        {text}
      </bdi>
    );
  }
  if (answer.kind === 'rating' && answer.isStars) {
    return (
      <span class="sheet-rate">
        <span class="sheet-stars" aria-hidden="true">
          {'★'.repeat(answer.value)}
          <span class="sheet-stars-left">{'★'.repeat(answer.max - answer.value)}</span>
        </span>
        <bdi>{text}</bdi>
      </span>
    );
  }
  return <Text text={text} href={hrefOf(answer)} />;
}

/** From here on a text is read in its own direction; a few words stay in line with those of other answers. */
const longText = 80;

function Text({ text, href }: { text: string; href: string | undefined }) {
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

function Matrix({ pairs }: { pairs: readonly Pair[] }) {
  return (
    <table class="sheet-matrix">
      <tbody>
        {pairs.map(({ key, question, answer }) => (
          <tr key={key}>
            <th scope="row">
              <bdi>{question}</bdi>
            </th>
            <td>
              <AnswerView answer={answer} />
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
        <bdi>{fileNameText(file.name) || t('unnamed')}</bdi>
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
