import type { FastifyInstance } from 'fastify';

const REQUESTS_END_WITHIN_MS = 10_000;
const IDLE_CHECK_MS = 50;

/** Stops accepting requests and waits up to 10 s for those in progress, but not for idle keep-alive connections. */
export async function closeServer(http: FastifyInstance): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_MS);
  const patience = setTimeout(() => http.server.closeAllConnections(), REQUESTS_END_WITHIN_MS);
  await http.close();
  clearInterval(idle);
  clearTimeout(patience);
}
