// What tests of OData tables share: a form with every kind of column, and requests as Excel sends them.
import { asAlice, makeForm, root } from './entries.ts';
import { type Reply, send, startService, type TestService } from './service.ts';

export interface ODataTest {
  readonly service: TestService;
  /** The API as alice. */
  readonly alice: ReturnType<typeof asAlice>;
  readonly get: ReturnType<typeof readOData>;
  /** Of `tableForm`, with one entry. */
  readonly form: string;
  readonly entry: string;
  submit(form: string, data: object): Promise<string>;
  close(): Promise<void>;
}

export async function startODataTest(): Promise<ODataTest> {
  const service = await startService();
  const alice = asAlice(service);
  const submit: ODataTest['submit'] = async (form, data) => {
    const reply = await alice('POST', '/entry/submit', { form, data });
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body.entryId;
  };
  const form = await makeForm(service, tableForm);
  const entry = await submit(form, answers);
  return { service, alice, get: readOData(service), form, entry, submit, close: () => service.close() };
}

/** What an error says it is. */
export const error = (reply: Reply) => [reply.status, reply.body?.error?.code];

export const ids = (reply: Reply): string[] => reply.body.value.map((row: { id: string }) => row.id);

export const basic = (key: string, user = 'anybody') => `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;

/** GET below /odata, with Basic credentials of alice's key. `path` begins with the form's id. */
export function readOData(service: TestService) {
  const { key } = service.people.alice;
  return (path: string, query: Record<string, string> = {}, headers: Record<string, string> = {}): Promise<Reply> =>
    send('GET', `${service.url}/odata/${path}`, { query, headers: { authorization: basic(key), ...headers } });
}

/** Follows next links, which are of the public address, to the end. */
export async function readAll(
  service: TestService,
  path: string,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<{ rows: Record<string, unknown>[]; pages: number[] }> {
  const rows: Record<string, unknown>[] = [];
  const pages: number[] = [];
  const auth = { authorization: basic(service.people.alice.key), ...headers };
  let reply = await readOData(service)(path, query, headers);
  for (;;) {
    if (reply.status !== 200) throw new Error(reply.text);
    rows.push(...reply.body.value);
    pages.push(reply.body.value.length);
    const next = reply.body['@odata.nextLink'] as string | undefined;
    if (next === undefined) return { rows, pages };
    reply = await send('GET', next.replace(service.services.config.publicUrl, service.url), { headers: auth });
  }
}

export const tableForm = {
  name: 'Visits',
  formSchema: {
    rootElem: root(
      { type: 'fInput', name: 'name', label: 'Full name' },
      { type: 'fInput', name: 'age', label: 'Age', typeValidator: 'num' },
      { type: 'fBool', name: 'agrees', label: 'Agrees' },
      { type: 'fDate', name: 'born', label: 'Born' },
      { type: 'fDate', name: 'seen', label: 'Seen', typeValidator: { type: 'date', mode: 'dt' } },
      { type: 'fDate', name: 'from', label: 'From', typeValidator: { type: 'date', mode: 't' } },
      {
        type: 'fRadio',
        name: 'kind',
        label: 'Kind',
        options: [
          ['s', 'Short & <quick>'],
          ['l', 'Long'],
        ],
      },
      {
        type: 'fCheckbox',
        name: 'topics',
        label: 'Topics',
        options: [
          ['n', 'News'],
          ['m', 'Music'],
          ['x|y', 'Odd'],
        ],
      },
      { type: 'fRate', name: 'stars', label: 'Stars' },
      {
        type: 'fMatrix',
        name: 'grid',
        label: 'Grid',
        matrixQuestions: [
          ['q1', 'First?'],
          ['שאלה 2', 'Second?'],
        ],
        options: [
          ['1', 'Bad'],
          ['2', 'Good'],
        ],
      },
      { type: 'fInput', name: 'status', label: 'Marital status' },
      { type: 'fInput', name: 'שם מלא', label: 'שם' },
      { type: 'fInput', name: '1st-"place"', label: 'Odd "name"' },
      {
        type: 'cSection',
        name: 'address',
        secFlat: false,
        children: [{ type: 'fInput', name: 'city', label: 'City' }],
      },
      {
        type: 'cRepeat',
        name: 'guests',
        label: 'Guests',
        children: [
          { type: 'fInput', name: 'id', label: 'Guest' },
          { type: 'fInput', name: 'age', typeValidator: 'num' },
          {
            type: 'cRepeat',
            name: 'pets',
            label: 'Pets',
            children: [{ type: 'fInput', name: 'pet', label: 'Pet' }],
          },
        ],
      },
    ),
  },
};

const answers = {
  name: 'Ada',
  age: 5.5,
  agrees: false,
  born: '2020-01-02',
  seen: '2024-05-17T10:00:00.5Z',
  from: '1970-01-01T09:30:00Z',
  kind: 's',
  topics: ['n', 'x|y'],
  stars: 4,
  grid: { q1: '1', 'שאלה 2': '2' },
  status: 'single',
  'שם מלא': 'עדה',
  '1st-"place"': 'x',
  address: { city: 'Haifa' },
  guests: [
    { id: 'g1', age: 3, pets: [{ pet: 'cat' }, { pet: 'dog' }] },
    { id: 'g2' },
    { id: 'g3', pets: [{ pet: 'cow' }] },
  ],
};
