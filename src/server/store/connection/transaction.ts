// One transaction on a connection that nobody else has. Statements of it that come after its end, or after its connection was lost, run
// nowhere: least of all outside of it.

import type { Connection } from './connection.ts';
import { ConnectionError } from './database-errors.ts';
import { createRunner, type Query, type Runner, type Sender } from './sql.ts';

export interface Session extends Runner {
  readonly connection: Connection;
}

export async function runTransaction<T>(
  session: Session,
  {
    begin,
    work,
    texts,
    label,
  }: Pick<Sender, 'texts' | 'label'> & { readonly begin: string; readonly work: (tx: Session) => PromiseLike<T> },
): Promise<T> {
  const { connection } = session;
  let failure: { readonly error: unknown } | undefined;
  let isOver = false;

  function send(query: Query): void {
    if (isOver) {
      const over = new ConnectionError('TRANSACTION_OVER', 'The transaction of this statement is over');
      query.reject(connection.lost() ?? over);
      return;
    }
    connection.send({
      ...query,
      reject(error) {
        failure ??= { error };
        query.reject(error);
      },
    });
  }

  await session.unsafe(begin);
  try {
    const result = await work(Object.assign(createRunner({ send, texts, label }), { connection }));
    // Whatever caught the error: the server has given up the transaction.
    if (failure !== undefined) throw failure.error;
    isOver = true;
    await session.unsafe('commit');
    return result;
  } catch (error) {
    isOver = true;
    if (connection.lost() === undefined) {
      await session.unsafe('rollback').catch(() => {
        // Lost meanwhile: the server rolls back by itself.
      });
    }
    throw error;
  }
}
