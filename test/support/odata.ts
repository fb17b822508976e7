// What tests of OData tables share: a form with every kind of column, and requests as Excel sends them.
import { root } from './entries.ts';
import { type Reply, send, type TestService } from './service.ts';

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
