import { AsyncLocalStorage } from 'node:async_hooks';
import type { ConnectionWatch } from '../../platform/database/database.ts';

interface Transaction {
  readonly isOpen: boolean;
}

export interface SecondConnections extends ConnectionWatch {
  /** Runs code of the service. A test may do what it likes in a transaction of its own. */
  watched<Result>(work: () => Result): Result;
}

/**
 * Finds code that asks for a second connection inside a transaction. Beside enough calls that hold a connection and
 * wait for what this transaction has locked, it would wait for itself. Work that a transaction began and that goes on
 * after it is not meant. Source: FAIR-44.
 */
export function refuseSecondConnections(): SecondConnections {
  const current = new AsyncLocalStorage<Transaction>();
  return {
    watched: (work) => current.run({ isOpen: false }, work),
    asked() {
      if (current.getStore()?.isOpen === true)
        throw new Error('FAIR-44: a second connection inside a transaction');
    },
    async during(work) {
      if (current.getStore() === undefined) return work();
      const transaction = { isOpen: true };
      try {
        // The query that it returns is asked for when it is awaited, so this must happen here.
        return await current.run(transaction, async () => work());
      } finally {
        transaction.isOpen = false;
      }
    },
  };
}
