// An example request for each operation, in an order in which they can be run. A test runs all of them against a service and keeps
// what it responds as the examples of responses (example-responses.json). The reference page sends them with ids of the reader's own.
// [conventions.document.examples]

export interface Example {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

/** Ids in the examples stand for objects that the examples before have made. */
export const exampleIds = {
  account: '66f4a1b2c3d4e5f601234501',
  user: '66f4a1b2c3d4e5f601234502',
  form: '66f4a1b2c3d4e5f601234503',
  entry: '66f4a1b2c3d4e5f601234504',
  draft: '66f4a1b2c3d4e5f601234505',
  template: '66f4a1b2c3d4e5f601234506',
  set: '66f4a1b2c3d4e5f601234507',
  key: '66f4a1b2c3d4e5f601234508',
  colleague: '66f4a1b2c3d4e5f601234509',
  invitation: '66f4a1b2c3d4e5f60123450a',
  factor: '66f4a1b2c3d4e5f60123450b',
  note: '66f4a1b2c3d4e5f60123450c',
  view: '66f4a1b2c3d4e5f60123450d',
  upload: '66f4a1b2c3d4e5f60123450e',
  progress: '66f4a1b2c3d4e5f60123450f',
} as const;

/** What only the service knows and gives out: a run puts what it was given in their place. */
export const exampleSecrets = {
  session: 'Zk3v9QxT1aBc',
  setUp: 'eyJzZWNyZXQiOiJKQlNXWTNEUEVIUEszUFhQIn0.c2lnbmF0dXJl',
  code: '123456',
  linkToken: 'hK2vQ8mZ0xTn4cWbR7yLs1dGfPjE6uAa',
  place: '98765.4321',
  copyBewit: 'Q29weSBvZiBvbmUgZW50cnk',
} as const;

const { user, form, entry, draft, template, set, key, colleague, invitation, factor, note, view, upload, progress } =
  exampleIds;
const credentials = { email: 'dana@example.com', password: 'a calm and long phrase' };

const registration = {
  name: 'Conference registration',
  publicName: 'Join us in Haifa',
  formSchema: {
    rootElem: {
      type: 'cSection',
      name: 'root',
      children: [
        { type: 'fInput', name: 'name', label: 'Your name', reqValidator: true },
        { type: 'fInput', name: 'email', label: 'Email', reqValidator: true, validators: ['str/email'] },
        {
          type: 'fInput',
          name: 'seats',
          label: 'How many seats?',
          typeValidator: 'num',
          validators: [
            { type: 'num/min', value: 1 },
            { type: 'num/max', value: 5 },
          ],
        },
        {
          type: 'fRadio',
          name: 'meal',
          label: 'Lunch',
          options: [
            ['v', 'Vegetarian'],
            ['f', 'Fish'],
          ],
        },
        { type: 'fFile', name: 'badge', label: 'Picture for your badge', fileTypes: ['image/*'], fileMaxNum: 1 },
      ],
    },
  },
  page: { copy: 'pdf', emailLink: true },
  postSubmit: {
    emails: [
      { to: ['office@example.com'], subject: 'New registration of {{ model.name }}', text: '{{ model | json }}' },
    ],
    ui: [{ type: 'message', text: 'Thank you, {{ model.name }}.' }],
  },
};

const answers = { name: 'Ada Lovelace', email: 'ada@example.com', seats: 2, meal: 'v' };
const options = [
  { value: 'Haifa', score: 2, data: { district: 'north' } },
  { value: 'Jerusalem', score: 3, data: { district: 'center' } },
];
const where = { path: 'seats', op: 'gte', value: 2 };

const examples: Readonly<Record<string, Example>> = {
  logIn: { body: credentials },
  openSession: { body: credentials },
  closeSession: {},
  getMe: {},
  updateMe: { body: { name: 'Dana', settings: { locale: 'en' } } },
  getAccount: {},
  updateAccount: { body: { name: 'Acme', settings: { auditViews: true } } },
  createApiKey: { body: { name: 'Website' } },
  listApiKeys: {},
  updateApiKey: { params: { apiKey: key }, body: { name: 'Website and newsletter' } },
  listSessions: {},
  endSession: { params: { session: exampleSecrets.session } },
  endOtherSessions: {},
  listUsers: {},
  addUser: { body: { email: 'omer@example.com', password: 'green leaves in may', name: 'Omer' } },
  inviteUser: { body: { email: 'noa@example.com', name: 'Noa' } },
  listInvitations: {},
  showLink: { body: { token: exampleSecrets.linkToken } },
  acceptLink: { body: { token: exampleSecrets.linkToken, password: 'seven quiet rivers', name: 'Noa' } },
  withdrawInvitation: { params: { invitation } },
  listUserEmails: {},
  verifyEmail: {},
  forgotPassword: { body: { email: 'nobody@example.com' } },
  listFactors: {},
  beginTotp: {},
  addTotp: { body: { setUp: exampleSecrets.setUp, code: exampleSecrets.code, name: 'My phone' } },
  replaceRecoveryCodes: {},
  removeFactor: { params: { factor } },
  beginPasskey: {},
  beginPasskeySignIn: {},
  beginConfirmation: {},
  resetUserFactors: { params: { userId: colleague } },
  removeUser: { params: { userId: colleague } },

  createForm: { body: registration },
  listForms: { query: { fields: ['id', 'name', 'counts'], limit: 20 } },
  getForm: { params: { formId: form } },
  updateForm: { params: { formId: form }, body: { publicName: 'Join us in Haifa in May' } },
  getFormSchema: { params: { formId: form } },
  startForm: { params: { formId: form } },
  reportStart: { params: { formId: form } },
  createUploadPolicy: { params: { formId: form }, body: { name: 'ada.png', size: 68, type: 'image/png' } },
  submitEntry: { body: { form, data: answers } },
  copyEntry: { params: { entryId: entry }, query: { bewit: exampleSecrets.copyBewit } },
  saveEntry: { body: { form, data: { name: 'Grace Hopper' } } },
  saveDraft: { params: { entryId: draft }, body: { data: { name: 'Grace Hopper', seats: 1 } } },
  resumeEntry: { params: { entryId: draft } },
  sendDraftLink: { params: { entryId: draft }, body: { email: 'grace@example.com' } },
  submitDraft: {
    params: { entryId: draft },
    body: { data: { name: 'Grace Hopper', email: 'grace@example.com', seats: 1, meal: 'f' } },
  },
  createTemplate: { body: { form, data: { seats: 1 } } },
  renameTemplate: { params: { entryId: template }, body: { name: 'Members' } },
  cloneEntry: { params: { entryId: template } },
  generateEntries: { params: { formId: form }, body: { num: 1 } },
  listEntries: {
    query: { query: { form, status: 2 }, fields: ['id', 'data', 'changedAt'], limit: 100, deleteMarkers: true },
  },
  countEntries: { query: { query: { form, changedAt: { $gt: '2026-01-01T00:00:00.000Z' } } } },
  getEntry: { params: { entryId: entry } },
  editEntry: { params: { entryId: entry }, body: { data: { seats: 3 }, updateMode: 'assign' } },
  getEntryHistory: { params: { entryId: entry } },
  listFormEntries: { params: { formId: form }, query: { search: 'ada', where, sort: '-seats', limit: 50 } },
  countFormEntries: { params: { formId: form }, query: { where } },
  countFormFiles: { params: { formId: form } },
  getInsight: { params: { formId: form }, query: { statuses: ['submitted'], compare: { where } } },
  getDropOff: { params: { formId: form } },
  addNote: { params: { entryId: entry }, body: { text: 'Called back; wants an aisle seat.' } },
  listNotes: { params: { entryId: entry } },
  deleteNote: { params: { entryId: entry, noteId: note } },
  updateEntryTeam: { params: { entryId: entry }, body: { status: 'confirmed', assignee: user, tags: ['speaker'] } },
  getEntryTeam: { params: { entryId: entry } },
  getTeamWords: { params: { formId: form } },
  listEntryEmails: { params: { entryId: entry } },
  resendEmail: { params: { entryId: entry, n: 0 } },
  listFailedEmails: { query: { limit: 20 } },
  sendTestEmail: {
    params: { formId: form },
    body: { email: { to: ['office@example.com'], subject: 'Test', text: 'Hello {{ model.name }}' }, data: answers },
  },
  createView: {
    params: { formId: form },
    body: { name: 'Two seats and more', isShared: true, state: { status: 'submitted', where, sort: '-seats' } },
  },
  listViews: { params: { formId: form } },
  updateView: { params: { formId: form, viewId: view }, body: { name: 'Groups' } },
  deleteView: { params: { formId: form, viewId: view } },
  renderEntry: { params: { entryId: entry } },
  renderData: { body: { form, data: answers } },
  checkForm: { body: registration },
  renderForm: { body: { form: registration, data: answers } },
  exportEntries: { query: { format: 'csv', labels: true, progressId: progress }, body: { query: { form } } },
  getExportProgress: { params: { progressId: progress } },

  createOptionsSet: { body: { name: 'Cities' } },
  addOptions: { params: { setId: set }, body: { options } },
  searchOptions: { params: { setId: set }, query: { term: 'hai', query: { district: 'north' }, limit: 10 } },
  validateOption: { params: { setId: set }, query: { value: 'Haifa' } },
  listOptionsSets: { query: { query: { _id: set }, fields: ['id', 'name'] } },
  getOptionsSet: { params: { setId: set } },
  getOptionsSetSummary: { params: { setId: set } },
  fingerprintOptions: { params: { setId: set } },
  listSetLists: { params: { setId: set } },
  listOptions: { params: { setId: set }, query: { limit: 20 } },
  changeOptions: {
    params: { setId: set },
    body: { changes: [{ place: exampleSecrets.place, was: options[0], option: { ...options[0], score: 4 } }] },
  },
  replaceOptions: { params: { setId: set }, body: { options } },
  downloadOptions: { params: { setId: set }, query: { format: 'json' } },
  listFormsOfSet: { params: { setId: set } },
  beginOptionsUpload: { params: { setId: set } },
  uploadOptionsPart: { params: { setId: set, uploadId: upload, part: 1 }, body: { options } },
  finishOptionsUpload: { params: { setId: set, uploadId: upload }, body: { parts: 1 } },
  abandonOptionsUpload: { params: { setId: set, uploadId: upload } },
  renameOptionsSet: { params: { setId: set }, body: { name: 'Cities of the conference' } },
  duplicateOptionsSet: { params: { setId: set }, body: { name: 'A copy' } },
  deleteOptions: { params: { setId: set } },
  deleteOptionsSet: { params: { setId: set } },

  getUsage: {},
  listNotices: {},
  listActivity: { query: { limit: 5 } },
  listAuditEvents: { query: { object: 'form', limit: 5 } },
  exportAuditEvents: { query: { format: 'csv', object: 'form' } },
  deleteEntry: { params: { entryId: template } },
  deleteEntries: { body: { query: { form, status: 0 } } },
  deleteForm: { params: { formId: form } },
  revokeApiKey: { params: { apiKey: key } },
  changePassword: { body: { password: credentials.password, newPassword: 'another calm and long one' } },
};

export const exampleOrder: readonly string[] = Object.keys(examples);

export function findExample(operationId: string): Example | undefined {
  return Object.hasOwn(examples, operationId) ? examples[operationId] : undefined;
}
