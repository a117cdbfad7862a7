import type { FastifyInstance } from 'fastify';

const REQUESTS_END_WITHIN_MS = 10_000;
const IDLE_CHECK_MS = 50;

/** Takes no more requests, waits for those under way, and does not wait for clients that stay connected. */
export async function closeServer(http: FastifyInstance): Promise<void> {
  const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_CHECK_MS);
  const patience = setTimeout(() => http.server.closeAllConnections(), REQUESTS_END_WITHIN_MS);
  await http.close();
  clearInterval(idle);
  clearTimeout(patience);
}
