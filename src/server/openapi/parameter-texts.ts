// What parameters and properties of request bodies mean, in plain words. A name means the same everywhere, unless an operation has
// words of its own for it. [conventions.document]

/** By name. */
const texts: Readonly<Record<string, string>> = {
  // Paths
  session: 'The id of the session, from GET /auth/sessions.',
  entryId: 'The id of the entry.',
  progressId: 'The id that the export was asked for with.',
  factor: 'The id of the second factor.',
  userId: 'The id of the user.',
  formId: 'The id of the form.',
  apiKey: 'The `_id` of the key, never its token.',
  noteId: 'The id of the note.',
  n: 'The place of the email in `sentEmails`, from 0.',
  setId: 'The id of the options set.',
  uploadId: 'The id of the upload.',
  part: 'The number of the part, from 1.',
  number: 'The number of the list, from GET /optionsSet/{setId}/lists.',
  invitation: 'The id of the invitation.',
  viewId: 'The id of the view.',
  // Lists
  query: 'Which ones, as JSON. Without it all of them.',
  fields: 'Only these properties, as a JSON array of names; `data.city` is a value inside. Without it whole objects.',
  limit: 'At most this many on a page. The Link header leads to the next page.',
  after: 'The cursor of the next page, from the Link header.',
  reopened:
    'true: with a query that matches submitted entries, those that were submitted once and are saved again are listed too.',
  deleteMarkers: 'true: entries that were deleted are listed too, as `{_id, deletedAt}`.',
  sort: 'Ignored: entries come oldest first.',
  idx: 'The entry with this number.',
  search: 'Words to find in any answer.',
  where: 'A condition on answers, as JSON: `{"path": "city", "op": "eq", "value": "Haifa"}`.',
  // Language
  locale: 'The language of `message`. English where it is missing.',
  fallbackLocales: 'Further languages, tried in order for a message that has no translation.',
  // Time
  from: 'From this moment or day on.',
  to: 'Up to this moment (not included) or day (included).',
  timeZone: 'An IANA name such as Asia/Jerusalem. Without it the time zone of the form, else UTC.',
  since: 'The version of the form that the person has filled in so far.',
  // Insight
  statuses: 'Entries of these statuses are counted.',
  compare: 'Other entries to count beside them, as JSON with `search` and `where`.',
  rows: 'The path of a field whose answers are the rows of a table; together with `columns`.',
  columns: 'The path of a field whose answers are the columns of a table; together with `rows`.',
  // Filling in
  bewit: 'The signature of a fill link, instead of a credential.',
  form: 'The id of the form.',
  formVersion:
    'The version of the form that the answers were given to, from x-service-form-version. Where another version would drop some of them, nothing is stored and the response is a 412.',
  data: 'The answers, by the names of the fields.',
  skipEmails: 'true: no emails are sent.',
  skipRenders: 'true: no PDFs are archived.',
  skipUiActions: 'true: `uiActions` is empty.',
  testEmailAddress: 'All emails go to this address instead. Counts only with a credential of the account of the form.',
  clonedFrom: 'The entry that the filler started from.',
  status: 'The status that the entry becomes.',
  updateMode: 'How the data that is sent and the data that is there come together.',
  createShortUrl: 'false: without a short link.',
  num: 'How many.',
  email: 'An email address.',
  // Exports and PDFs
  format: 'The format of the file.',
  labels: 'true: a table for people, with labels instead of codes.',
  flatten: 'Where the rows of repeats go: into cells, or sheets of their own.',
  choices: 'Several options and matrices: in one column, or a column for each.',
  files: 'Uploaded files: as links, or inside a ZIP file.',
  pdfName: 'The path of the answer that PDFs are named by.',
  template: 'The place of the layout in `templates`, from 0. Without it the first.',
  // Files
  name: 'A name.',
  size: 'The size of the file in bytes.',
  type: 'The MIME type of the file; may be empty.',
  entry: 'The draft that the file is for, where its form was closed meanwhile.',
  // People
  password: 'The password.',
  newPassword: 'The new password, at least 8 characters.',
  code: 'Six digits of the authenticator app, or a recovery code; for people who have a second factor.',
  setUp: 'What POST /me/factors/totp returned as `setUp`.',
  credential: 'The credential of the browser, as JSON.',
  token: 'The token of the link, which is after `token=`.',
  settings: 'Settings; those that are not sent stay as they are.',
  expireTime: 'From then on the key no longer works.',
  replaces: 'The `_id` of the key that the new one is to take the place of.',
  // Audit
  user: 'Only what this user did.',
  action: 'Only this action.',
  object: 'Only what was done to objects of this kind.',
  objectId: 'Only what was done to this object.',
  // Teams and views
  text: 'The text of the note.',
  assignee: 'The id of a user of the account; null: nobody.',
  tags: 'Words to find the entry by.',
  isShared: 'true: for everybody of the account.',
  state: 'Which entries, in what order and in which columns.',
  // Options sets
  options: 'The options.',
  changes: 'The changes, all of which are made or none.',
  parts: 'How many parts were sent.',
  current: 'The number of the list that is current now; another one is a 409.',
  term: 'What the value of an option contains.',
  order: 'The order of the list, or that of a search.',
  near: 'true: the places that are left are filled with near matches.',
  value: 'The value to check.',
  force: 'true: also a set that forms use.',
  as: 'sent: what may be sent; stored: what is returned.',
};

/** By operation and name, where the words above say too little. */
const ownTexts: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listEntries: {
    query: 'Which entries, as JSON: `{"form": "...", "status": 2}`. Without it every entry of the account.',
  },
  listFormEntries: { sort: 'The path of a field to sort by, with a minus before it the other way round.' },
  exportEntries: {
    sort: 'The path of a field to sort by, with a minus before it the other way round.',
    query: 'Which entries; `form` must be in it.',
    fields: 'The columns: properties of entries, and fields such as `root≡address≡city`. Without it those of the form.',
    where: 'A condition on answers.',
    progressId: '24 hexadecimal digits of your choice, to ask for the progress with.',
  },
  deleteEntries: { query: 'Which entries. An empty object is every entry of the account.' },
  searchOptions: {
    query: 'Only options whose `data` has these values, as JSON: `{"city": "Haifa"}`.',
    limit: 'At most this many.',
  },
  validateOption: { query: 'Only options whose `data` has these values, as JSON.' },
  listOptions: { term: 'What the value or the data of an option contains.' },
  renderForm: { form: 'A form as POST /form takes it.' },
  updateEntryTeam: { status: 'A word of the team; an empty text: none.' },
  createApiKey: { name: 'What the key is for.' },
  updateApiKey: {
    name: 'What the key is for; null: no name.',
    expireTime: 'From then on the key no longer works; null: it does not expire.',
  },
  sendTestEmail: {
    email: 'The rule of the email.',
    form: 'A form that is not saved, as POST /form takes it.',
    entry: 'The entry whose answers it has.',
  },
  createUploadPolicy: { name: 'The name of the file.' },
  addTotp: { name: 'What the app is called in lists.', code: 'Six digits of the authenticator app.' },
  addPasskey: { name: 'What the passkey is called in lists.' },
  renameTemplate: { name: 'The name; null or an empty text: none.' },
  listAuditEvents: { to: 'Up to this moment, which is not included.' },
  exportAuditEvents: { to: 'Up to this moment, which is not included.' },
};

export function findText(operationId: string, name: string): string | undefined {
  return ownTexts[operationId]?.[name] ?? texts[name];
}

export function textOf(operationId: string, name: string): string {
  return findText(operationId, name) ?? `The ${name.replace(/([A-Z])/g, ' $1').toLowerCase()}.`;
}
