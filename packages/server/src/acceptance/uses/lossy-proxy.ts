import { once } from 'node:events';
import { createServer, request } from 'node:http';

/** Stands between a program and the service, and loses answers. */
export interface LossyProxy {
  readonly url: string;
  /** How many answers to stored reports are still to be lost. */
  toLose: number;
  /** Reports that were stored, and whose senders did not hear of it. */
  readonly lost: number;
  /** Reports that had been stored before. */
  readonly repeated: number;
  close(): void;
}

/** Passes everything on to the service at that port, and the answers back, but for those of reports that are to be lost. */
export async function openLossyProxy(port: number): Promise<LossyProxy> {
  const counts = { toLose: 0, lost: 0, repeated: 0 };
  const server = createServer((asked, answer) => {
    const { method, url: path, headers } = asked;
    const isReport = path?.startsWith('/api/events') === true;
    const passed = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      if (!isReport) {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
        response.on('error', () => answer.destroy());
        return;
      }
      const parts: Buffer[] = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', () => answer.destroy());
      response.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const { accepted = 0, duplicates = 0 } =
          response.statusCode === 200 ? JSON.parse(text) : {};
        counts.repeated += duplicates;
        if (accepted > 0 && counts.toLose > 0) {
          counts.toLose -= 1;
          counts.lost += 1;
          answer.destroy();
          return;
        }
        answer.writeHead(response.statusCode ?? 502, response.headers).end(text);
      });
    });
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const own = typeof address === 'object' ? address?.port : undefined;
  return Object.assign(counts, {
    url: `http://127.0.0.1:${own}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
}
