import { describeError } from '@comporta/client-core/describe-error';
import type { Trouble } from '@comporta/client-core/follow-snapshot';
import { LONGEST_MS } from '@comporta/client-core/pause';
import type { ClientState, ClientStatus } from './client-status.ts';
import { createListeners } from './listeners.ts';
import type { Logger } from './logger.ts';

const COMPLAINTS: Readonly<Record<Trouble, { level: 'warn' | 'error'; words: string }>> = {
  STREAM_LOST: { level: 'warn', words: 'the stream is lost, changes are fetched by polling' },
  UNREACHABLE: { level: 'warn', words: 'the service is unreachable' },
  REFUSED: { level: 'error', words: 'the service refuses the key' },
  UNUSABLE: { level: 'error', words: 'the new values cannot be used, the previous ones stay' },
};

/** Holds the state of a client and its listeners, and logs its trouble. */
export function createClientState(logger: Logger, onListenerError: (error: unknown) => void) {
  const listeners = createListeners<ClientState>(onListenerError);
  let state: ClientState = 'STARTING';
  let lastError: ClientStatus['lastError'];
  let lastComplaint: string | undefined;

  function enter(next: ClientState): void {
    if (state === next || state === 'CLOSED') return;
    state = next;
    listeners.tell(next);
  }

  return {
    current: () => state,
    lastError: () => lastError,
    enter,
    onChange: listeners.add,

    /** Logs a trouble only when it differs from the one logged last. */
    complain(trouble: Trouble, error: unknown): void {
      const { level, words } = COMPLAINTS[trouble];
      const message = describeError(error);
      lastError = { message, at: new Date() };
      const complaint = `Comporta: ${words}: ${message}`;
      if (complaint !== lastComplaint) logger[level](complaint);
      lastComplaint = complaint;
    },

    /** After this call the same trouble is logged again. */
    forgetComplaint(): void {
      lastComplaint = undefined;
    },

    /** Resolves as soon as `mayPass` is false for the state, or after `timeoutMs`. */
    async settle(timeoutMs: number, mayPass: (state: ClientState) => boolean): Promise<void> {
      if (!mayPass(state)) return;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, Math.min(timeoutMs, LONGEST_MS));
        const stop = listeners.add((next) => {
          if (!mayPass(next)) done();
        });
        function done(): void {
          clearTimeout(timer);
          stop();
          resolve();
        }
      });
    },
  };
}
