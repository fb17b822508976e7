// Markers of removed entries are listed by id, page by page: a deleted form may leave hundreds of thousands.
export const markersById = {
  number: 14,
  name: 'markers-by-id',
  sql: `
create index entry_markers_by_id on entry_markers (account, id);
`,
};
