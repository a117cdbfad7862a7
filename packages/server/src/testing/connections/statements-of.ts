import pg from 'pg';
import { vi } from 'vitest';

const BEGIN = /^begin isolation level read committed *(; .*)?$/;

/**
 * The statements of each transaction that this process begins to write in meanwhile, also in the background, without
 * the test of a connection that was idle.
 */
export async function transactionsOf(work: () => Promise<unknown>): Promise<readonly string[][]> {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const transactions: string[][] = [];
  const open = new Map<unknown, string[]>();
  try {
    await work();
    for (const [index, [asked]] of query.mock.calls.entries()) {
      const connection = query.mock.contexts[index];
      const text = textOf(asked);
      if (BEGIN.test(text)) {
        const begun: string[] = [];
        open.set(connection, begun);
        transactions.push(begun);
      } else if (text === 'commit' || text === 'rollback') open.delete(connection);
      else if (text !== 'select 1') open.get(connection)?.push(text);
    }
  } finally {
    query.mockRestore();
  }
  return transactions;
}

function textOf(asked: unknown): string {
  return typeof asked === 'string' ? asked : `${Object(asked).text}`;
}
