import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

// JavaScript, because Node takes 18 MB to read the first file with types. With the cache on, files
// with types are read once per version; where it cannot be written, every start reads them again.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/comporta', import.meta.url)));

registerHooks({
  resolve(specifier, context, resolveNext) {
    // Drizzle's ES modules export each other in circles, which takes V8 half a second and 150 MB to
    // resolve. Its CommonJS files are the same code, at a tenth of both.
    if (specifier.startsWith('drizzle-orm')) {
      return resolveNext(specifier, { ...context, conditions: ['node', 'require'] });
    }
    // Zod brings its own texts in 50 languages, 2 MB of them. Ours are in the messages package.
    if (specifier === '../locales/index.js' && context.parentURL?.includes('/node_modules/zod/')) {
      return resolveNext('../locales/en.js', context);
    }
    return resolveNext(specifier, context);
  },
});
