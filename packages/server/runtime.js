import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// JavaScript, because Node takes 18 MB to read the first file with types. With the cache on, files
// with types are read once per version; where it cannot be written, every start reads them again.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/comporta', import.meta.url)));

// Drizzle's ES modules export each other in circles, which takes V8 half a second and 150 MB to
// resolve. Its CommonJS files are the same code, at a tenth of both.
registerHooks({
  resolve: (specifier, context, resolveNext) =>
    resolveNext(
      specifier,
      specifier.startsWith('drizzle-orm')
        ? { ...context, conditions: ['node', 'require'] }
        : context,
    ),
});
