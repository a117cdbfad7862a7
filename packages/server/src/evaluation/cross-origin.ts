import type { FastifyInstance } from 'fastify';

const PREFLIGHT_SECONDS = 86_400;

/** Lets pages of these origins, or of any (`*`), ask and read the answers. The key decides, not cookies. */
export function allowOrigins(http: FastifyInstance, origins: readonly string[]): void {
  const isOpen = origins.includes('*');

  http.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers;
    if (origin !== undefined && (isOpen || origins.includes(origin))) {
      reply.header('access-control-allow-origin', isOpen ? '*' : origin);
      reply.header('access-control-expose-headers', 'ETag, Retry-After, X-Request-Id');
    }
    done();
  });
  // Nobody is known yet, so no body is read.
  http.options('/ofrep/*', { bodyLimit: 1 }, (_request, reply) =>
    reply
      .code(204)
      .headers({
        'access-control-allow-methods': 'GET, POST, OPTIONS',
        'access-control-allow-headers': 'Authorization, X-API-Key, Content-Type, If-None-Match',
        'access-control-max-age': `${PREFLIGHT_SECONDS}`,
        vary: 'Origin',
      })
      .send(),
  );
}
