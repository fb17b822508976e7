// fFile: files chosen, dropped or taken with the camera, sent at once, each with its own progress. [fill-links.files] [fill-links.files.unsent]

import type { JSX, RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { FieldProps } from '../../../form-view/field-props.ts';
import { richTexts } from '../../../form-view/rich-texts.ts';
import { droppedFiles, hasFiles, keepPage } from './dropped-files.ts';
import { StoredFileRow, UploadRow } from './file-rows.tsx';
import { FileZone } from './file-zone.tsx';
import { useFieldFiles } from './use-field-files.ts';

export function FileField(props: FieldProps): JSX.Element {
  const { labelId, isReadonly, locale } = props;
  const texts = richTexts(props);
  const [isOver, setIsOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const files = useFieldFiles(props, texts);
  useEffect(keepPage, []);
  const isClosed = isReadonly || files.isFull;

  // The window of the file chooser takes the focus too, and a file on its way is not an empty field: nobody has left it yet.
  const onFocusOut = (event: FocusEvent) => {
    if (!document.hasFocus() || files.isOnWay) event.stopPropagation();
  };
  const zone = {
    onDragOver(event: DragEvent) {
      if (isClosed || !hasFiles(event)) return;
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!(event.currentTarget as HTMLElement).contains(event.relatedTarget as Node | null)) setIsOver(false);
    },
    onDrop(event: DragEvent) {
      setIsOver(false);
      if (isReadonly || event.dataTransfer === null || !hasFiles(event)) return;
      event.preventDefault();
      files.add(droppedFiles(event.dataTransfer));
    },
  };

  return (
    <div class="file-field" onFocusOut={onFocusOut} {...zone}>
      {!isClosed && <FileZone {...props} input={input} isOver={isOver} onFiles={files.add} texts={texts} />}
      {files.list.length > 0 && (
        // biome-ignore lint/a11y/noRedundantRoles: without markers, some screen readers take it for no list.
        <ul class="file-list" role="list" aria-labelledby={labelId}>
          {files.list.map((one) => {
            const onRemove = (button: HTMLElement) => leaveRow(button, input, () => files.remove(one));
            return 'storageKey' in one ? (
              <StoredFileRow
                key={one.storageKey}
                file={one}
                preview={files.previewOf(one.storageKey)}
                onRemove={isReadonly ? undefined : onRemove}
                locale={locale}
                texts={texts}
              />
            ) : (
              <UploadRow
                key={one.id}
                upload={one}
                onDrop={onRemove}
                onRetry={() => files.retry(one.id)}
                locale={locale}
                texts={texts}
              />
            );
          })}
        </ul>
      )}
      <div class="visually-hidden" role="status">
        {files.said}
      </div>
    </div>
  );
}

/** The row goes with the button that has the focus: the focus moves to a neighbour, or back to the input. */
function leaveRow(button: HTMLElement, input: RefObject<HTMLElement>, act: () => void): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const target = neighbour?.querySelector<HTMLElement>('button');
  act();
  // The input may come only with the drawing that follows.
  requestAnimationFrame(() => (target?.isConnected ? target : input.current)?.focus());
}
