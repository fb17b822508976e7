import { expect, test } from 'vitest';
import { createRunner, type Query, type Row, type Rows } from './sql.ts';
import { createStatementTexts } from './statement-texts.ts';

/** A runner whose statements are sent nowhere: each finds one row that says what was sent. */
function openRunner({ label, prepares = true }: { label?: string; prepares?: boolean } = {}) {
  const sent: Omit<Query, 'resolve' | 'reject'>[] = [];
  const texts = createStatementTexts({ prepares });
  const sql = createRunner({
    texts,
    label: () => label,
    send({ resolve, reject: _, ...query }) {
      sent.push(query);
      const rows = Object.defineProperty([{ place: sent.length }], 'count', { value: 1 });
      resolve(rows as Row[] as Rows);
    },
  });
  return { sql, sent, texts };
}

test('[house] sql: values travel as parameters, in the order of the whole text, wherever the piece is that has them', async () => {
  const { sql, sent } = openRunner();
  const inner = sql`b = ${2} and ${sql('odd "name"')} = ${'3'}`;
  await sql`select ${sql.unsafe('e.id')} from e where a = ${1} and (${inner}) ${sql``} limit ${4}`;
  expect(sent).toMatchObject([
    {
      text: 'select e.id from e where a = $1 and (b = $2 and "odd ""name""" = $3)  limit $4',
      parameters: ['1', '2', '3', '4'],
    },
  ]);
});

test('[house] sql: values of every kind are text, NULL or bytes', async () => {
  const { sql, sent } = openRunner();
  const bytes = Buffer.from('a\0b');
  await sql`${null} ${true} ${12n} ${1.5} ${new Date(0)} ${bytes} ${['a"\\', null, 'null', '']} ${[1, null]}`;
  expect(sent[0]?.parameters).toEqual([
    ...[null, 'true', '12', '1.5', '1970-01-01T00:00:00.000Z', bytes],
    ...['{"a\\"\\\\",null,"null",""}', '{1,null}'],
  ]);
});

test('[house] sql: a statement runs once, however often it is awaited, and a piece never does', async () => {
  const { sql, sent } = openRunner();
  const statement = sql`select 1`;
  expect(sent).toEqual([]);
  expect(await Promise.all([statement, statement])).toEqual([[{ place: 1 }], [{ place: 1 }]]);
  expect((await statement).count).toBe(1);
  expect(sent).toHaveLength(1);
});

test('[house] sql: a value that is missing fails its statement', async () => {
  const { sql, sent } = openRunner();
  await expect(sql`select ${undefined as unknown as string}`).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' });
  await expect(sql`select ${{} as unknown as string}`).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' });
  expect(sent).toEqual([]);
});

test('[house] sql: a text has one name, templates and prepared texts alike; another one once it is out of date', async () => {
  const { sql, sent, texts } = openRunner();
  const ask = (id: string) => sql`select * from e where id = ${id}`;
  await ask('a');
  await ask('b');
  await sql.prepared({ text: 'select * from e where id = $1', parameters: ['c'] });
  await sql.unsafe('select * from e where id = $1', ['d']);
  await sql`select * from e ${sql``}`;
  expect(sent.map(({ name }) => name)).toEqual(['s1', 's1', 's1', undefined, 's2']);
  texts.forget('select * from e where id = $1');
  await ask('e');
  texts.stopPreparing();
  await ask('f');
  expect(sent.slice(-2).map(({ name }) => name)).toEqual(['s3', undefined]);
});

test('[running.log.sql] a label is a comment before the statement, which then has no name', async () => {
  const { sql, sent } = openRunner({ label: 'abc' });
  await sql`select ${1}`;
  expect(sent).toEqual([{ text: '/* request abc */ select $1', parameters: ['1'], name: undefined }]);
});
