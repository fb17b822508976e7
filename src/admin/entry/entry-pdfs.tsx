// The PDFs that the service archived for an entry. Uploaded files are at their questions.
import type { ApiArchivedRender, ApiEntry } from '../../api-types/entries.ts';
import { isOwnFile } from '../../client/own-file.ts';
import type { FileObject } from '../../core/definition/form-definition.ts';
import { useFormats } from '../formats.ts';
import { useTexts } from '../texts.ts';
import { Icon } from '../ui/icon.tsx';

export function EntryPdfs({ entry }: { entry: ApiEntry }) {
  const t = useTexts('entries/entry');
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
