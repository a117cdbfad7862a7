import pg from 'pg';
import type { Pulse } from '../platform/base/pulse.ts';
import { waitAtMost } from '../platform/base/wait-at-most.ts';
import { CHANGES_CHANNEL } from '../platform/changes/changes.ts';
import { connectionOptions } from '../platform/database/connection.ts';
import { LISTENER_NAME } from '../platform/database/older-nodes.ts';

const RECONNECT_MS = 1_000;
/** A frozen database does not answer the disconnect, and must not keep a node from stopping. */
const GOODBYE_MS = 1_000;

export interface ChangeListener {
  close(): Promise<void>;
}

/**
 * Listens for the notifications of committed changes on a connection of its own, and reconnects forever.
 * Notifications while it is disconnected are lost, so `onConnected` is called after each connect.
 */
export function listenForChanges(
  { url: readUrl, pulse }: { readonly url: () => string; readonly pulse: Pulse },
  { onChange, onConnected }: { onChange: (applicationId: string) => void; onConnected: () => void },
): ChangeListener {
  let closed = false;
  let client: pg.Client | undefined;
  let retry: NodeJS.Timeout | undefined;

  async function connect(): Promise<void> {
    const connection = new pg.Client({
      ...connectionOptions(readUrl()),
      keepAlive: true,
      application_name: LISTENER_NAME,
    });
    client = connection;
    connection.on('error', () => {
      connection.end().catch(() => {});
    });
    connection.on('end', () => {
      if (connection === client) again(new Error('the connection ended'));
    });
    connection.on('notification', ({ payload }) => {
      if (payload !== undefined) onChange(payload);
    });
    try {
      await connection.connect();
      await connection.query(`listen ${CHANGES_CHANNEL}`);
    } catch (error) {
      connection.end().catch(() => {});
      throw error;
    }
    pulse.follow(connection);
    onConnected();
  }

  function again(error: Error): void {
    if (closed) return;
    pulse.lost(error);
    clearTimeout(retry);
    retry = setTimeout(start, RECONNECT_MS);
    retry.unref();
  }

  function start(): void {
    connect().catch(again);
  }

  start();
  return {
    async close() {
      closed = true;
      clearTimeout(retry);
      await waitAtMost(
        GOODBYE_MS,
        Promise.resolve(client?.end()).catch(() => {}),
      );
    },
  };
}
