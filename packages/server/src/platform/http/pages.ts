import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

type PageRules = Readonly<Record<string, readonly string[]>>;

/**
 * Nothing but this service may run or be shown in its pages, because the console keeps its session in the
 * browser. Styles in the page are allowed: the console's components write theirs there, with sizes that
 * they measured, so that no hash could be known before, and a file has no nonce.
 */
const RULES: PageRules = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** What the console's own policy does not let through (trusted-types.ts there) never becomes HTML. */
export const CONSOLE_RULES: PageRules = {
  ...RULES,
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'],
};

/** The viewer of the API's documentation makes HTML of texts; they are all ours. */
export const VIEWER_RULES: PageRules = RULES;

/** A scope for what browsers open as pages. Elsewhere these headers only cost time. */
export async function servePages(
  http: FastifyInstance,
  rules: PageRules,
  serve: (scope: FastifyInstance) => Promise<void>,
): Promise<void> {
  const pages: FastifyPluginAsync = async (scope) => {
    await scope.register(helmet, {
      contentSecurityPolicy: {
        useDefaults: false,
        directives: Object.fromEntries(
          Object.entries(rules).map(([directive, sources]) => [directive, [...sources]]),
        ),
      },
      frameguard: { action: 'deny' },
      // Other services under the same name are not ours to force to https.
      strictTransportSecurity: { includeSubDomains: false },
    });
    await serve(scope);
  };
  await http.register(pages);
}
