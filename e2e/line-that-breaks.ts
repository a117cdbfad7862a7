import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A line between browser and service that can be cut: then nothing listens at its address. */
export interface Line extends AsyncDisposable {
  readonly url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
}

export async function openLine(serviceUrl: string): Promise<Line> {
  const { hostname, port } = new URL(serviceUrl);
  const sockets = new Set<Socket>();
  let server = await listen(0);
  const own = (server.address() as AddressInfo).port;

  async function listen(at: number) {
    const made = createServer((browser) => {
      const service = connect(Number(port), hostname);
      for (const [one, other] of [
        [browser, service],
        [service, browser],
      ] as const) {
        sockets.add(one);
        one.pipe(other);
        one.on('error', () => other.destroy());
        one.on('close', () => {
          sockets.delete(one);
          other.destroy();
        });
      }
    });
    made.listen(at, '127.0.0.1');
    await once(made, 'listening');
    return made;
  }

  async function cut() {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    url: `http://127.0.0.1:${own}`,
    cut,
    async mend() {
      server = await listen(own);
    },
    [Symbol.asyncDispose]: cut,
  };
}
