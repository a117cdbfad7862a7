import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

/**
 * A scope for what browsers open as pages. Nothing but this service may run or be shown in them,
 * because the console keeps its session in the browser. Elsewhere these headers only cost time.
 */
export async function servePages(
  http: FastifyInstance,
  serve: (scope: FastifyInstance) => Promise<void>,
): Promise<void> {
  const pages: FastifyPluginAsync = async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          'default-src': ["'none'"],
          'script-src': ["'self'"],
          'style-src': ["'self'", "'unsafe-inline'"], // The components of the console measure themselves.
          'img-src': ["'self'", 'data:'],
          'font-src': ["'self'"],
          'connect-src': ["'self'"],
          'manifest-src': ["'self'"],
          'form-action': ["'self'"],
          'base-uri': ["'none'"],
          'frame-ancestors': ["'none'"],
        },
      },
      // Other services under the same name are not ours to force to https.
      strictTransportSecurity: { includeSubDomains: false },
    });
    await serve(scope);
  };
  await http.register(pages);
}
