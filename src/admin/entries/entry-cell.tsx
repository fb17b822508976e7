// One value in the table or on a card. Whatever it holds is text, files are links that a person may follow.
import { isOwnFile } from '../../client/own-file.ts';
import type { FileObject } from '../../core/definition/form-definition.ts';
import type { Formats } from '../formats.ts';
import type { CellContent } from './cell-text.ts';
import { StatusBadge } from './status-badge.tsx';
import { type FactName, isTeamFact, type TableEntry, type TeamFact } from './table-columns.ts';

export function EntryCell({ cell }: { cell: CellContent }) {
  if (cell.files !== undefined) return <FileLinks files={cell.files} />;
  return (
    <bdi>
      {cell.color !== undefined && <span class="swatch" style={{ background: cell.color }} aria-hidden="true" />}
      {cell.text}
    </bdi>
  );
}

export function FileLinks({ files }: { files: readonly FileObject[] }) {
  return (
    <>
      {files.map((file, at) => (
        <bdi key={file.storageKey ?? at} class="file-link">
          {isOwnFile(file.url) ? (
            <a href={file.url} target="_blank" rel="noopener">
              {file.name}
            </a>
          ) : (
            file.name
          )}
        </bdi>
      ))}
    </>
  );
}

export function FactCell({ entry, name, formats }: { entry: TableEntry; name: FactName; formats: Formats }) {
  if (name === 'status') return <StatusBadge status={entry.status} />;
  if (isTeamFact(name)) return <TeamCell entry={entry} name={name} />;
  const value = entry[name];
  if (value === undefined) return null;
  if (name === 'id') return <span class="mono">{value}</span>;
  if (name === 'name') return <bdi>{value}</bdi>;
  if (typeof value === 'number') return <>{formats.number(value)}</>;
  return <time dateTime={value}>{formats.dateTime(value)}</time>;
}

function TeamCell({ entry: { team }, name }: { entry: TableEntry; name: TeamFact }) {
  if (team === undefined) return null;
  if (name === 'team.assignee') return <bdi>{team.assigneeName}</bdi>;
  const words = name === 'team.status' ? [team.status] : team.tags;
  return (
    <>
      {words
        .filter((word) => word !== '')
        .map((word) => (
          <bdi key={word} class="badge">
            {word}
          </bdi>
        ))}
    </>
  );
}
