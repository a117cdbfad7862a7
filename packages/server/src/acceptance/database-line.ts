import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** The way of one node to its database: it can be cut, while other nodes still reach theirs. */
export interface DatabaseLine extends AsyncDisposable {
  readonly url: string;
  /** Ends all connections, and refuses new ones. */
  cut(): void;
  mend(): void;
}

export async function openDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const { hostname, port, pathname, searchParams, username, password } = new URL(databaseUrl);
  const folder = searchParams.get('host');
  const place =
    folder === null
      ? { host: hostname, port: Number(port) }
      : { path: `${folder}/.s.PGSQL.${port}` };
  const ends = new Set<Socket>();
  let isCut = false;
  const line = createServer((near) => {
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(place);
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end);
      end
        .on('error', () => {})
        .on('close', () => {
          ends.delete(end);
          other.destroy();
        });
      end.pipe(other);
    }
  });
  line.listen(0, '127.0.0.1');
  await once(line, 'listening');
  const address = line.address() as AddressInfo; // It listens on a port.
  const cut = () => {
    isCut = true;
    for (const end of ends) end.destroy();
  };
  return {
    url: `postgres://${username}:${password}@127.0.0.1:${address.port}${pathname}`,
    cut,
    mend() {
      isCut = false;
    },
    async [Symbol.asyncDispose]() {
      cut();
      line.close();
    },
  };
}
