// The files of an entry, those that people uploaded and the PDFs that the service archived.
import { useMemo } from 'preact/hooks';
import type { ApiArchivedRender, ApiEntry } from '../../api-types/entries.ts';
import type { ApiForm } from '../../api-types/forms.ts';
import { isOwnFile } from '../../client/own-file.ts';
import { fieldReaders } from '../../core/columns.ts';
import { expressions } from '../../core/expression/engine.ts';
import type { FileObject } from '../../core/form-definition.ts';
import { readForm } from '../../core/form-plan.ts';
import { invalid } from '../../core/values/value-type.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Icon } from '../ui/icon.tsx';
import { entryTexts } from './entry-texts.ts';

export function EntryFiles({ form, entry }: { form: ApiForm; entry: ApiEntry }) {
  const t = useTexts(entryTexts);
  const columns = useMemo(() => {
    return fieldReaders(readForm(form, [], { expressions })).filter(({ step }) => step.value.kind === 'file');
  }, [form]);
  if (columns.length === 0) return null;
  const rows = columns.flatMap(({ title, step, values }) =>
    values(entry.data).flatMap((value) => {
      const files = step.value.read(value ?? null, { cleanHtml: (html) => html });
      if (files === invalid || !Array.isArray(files)) return [];
      return (files as unknown as FileObject[]).map((file) => ({ title, file }));
    }),
  );
  return (
    <section class="card">
      <h2>{t('files')}</h2>
      {rows.length === 0 && <p class="quiet-text">{t('noFiles')}</p>}
      <ul class="file-list">
        {rows.map(({ title, file }) => (
          <FileRow key={file.storageKey} file={file} note={title} />
        ))}
      </ul>
    </section>
  );
}

export function EntryPdfs({ entry }: { entry: ApiEntry }) {
  const t = useTexts(entryTexts);
  const formats = useFormats();
  const timeOf = ({ action }: ApiArchivedRender) => entry.actions.find(({ id }) => id === action)?.time;
  const noteOf = (item: ApiArchivedRender) => {
    const layout = item.type === 'concatenation' ? t('combined') : (item.template.label ?? item.template.name ?? '');
    const time = timeOf(item);
    return [layout, time === undefined ? '' : formats.dateTime(time)].filter((text) => text !== '').join(' · ');
  };
  return (
    <section class="card">
      <h2>{t('pdfs')}</h2>
      {entry.archivedRenders.length === 0 && <p class="quiet-text">{t('noPdfs')}</p>}
      <ul class="file-list">
        {[...entry.archivedRenders].reverse().map((item) => (
          <FileRow key={item.id} file={item.file} note={noteOf(item)} />
        ))}
      </ul>
    </section>
  );
}

function FileRow({ file, note }: { file: FileObject; note: string }) {
  const formats = useFormats();
  return (
    <li>
      <Icon name="file" />
      <div>
        {isOwnFile(file.url) ? (
          <a href={file.url} target="_blank" rel="noopener">
            <bdi>{file.name}</bdi>
          </a>
        ) : (
          <bdi>{file.name}</bdi>
        )}
        <p class="quiet-text">
          <bdi>{note}</bdi> · {formats.bytes(file.size)}
        </p>
      </div>
    </li>
  );
}
