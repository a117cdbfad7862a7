import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

type PageRules = Readonly<Record<string, readonly string[]>>;

/**
 * Pages may only load content of this service, because the console keeps its session in the
 * browser. Inline styles are allowed: the console's components write measured sizes there, so no hash can be known in
 * advance, and a static file cannot have a nonce.
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

/** The browser turns text into HTML only if the console's Trusted Types policy (its trusted-types.ts) allows it. */
export const CONSOLE_RULES: PageRules = {
  ...RULES,
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default'],
};

/** Without Trusted Types: the viewer of the API documentation turns text into HTML, but all of the text is ours. */
export const VIEWER_RULES: PageRules = RULES;

/** Registers a scope with security headers for pages. Other responses do not need them. */
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
      // Subdomains may belong to other services, which must not be forced to HTTPS.
      strictTransportSecurity: { includeSubDomains: false },
    });
    await serve(scope);
  };
  await http.register(pages);
}
