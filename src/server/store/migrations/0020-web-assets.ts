// Files of the web apps, kept for pages that were opened before an update.
export const webAssets = {
  number: 20,
  name: 'web-assets',
  sql: `
create table web_assets (
  name text collate "C" primary key,
  -- Compressed with brotli.
  content bytea not null,
  -- When a process last had it in its build.
  last_built timestamptz(3) not null
);
`,
};
