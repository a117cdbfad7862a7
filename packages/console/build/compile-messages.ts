import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

type Catalogue = { readonly [key: string]: string | Catalogue };
type Compiled = ReturnType<typeof compile>;
type CompiledCatalogue = { readonly [key: string]: Compiled | CompiledCatalogue };

/** Reads the messages here, so that browsers need not load a parser for them. */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/messages\/src\/\w+\.json$/ },
      handler: (json) => ({
        code: JSON.stringify(compileAll(JSON.parse(json))),
        map: { mappings: '' }, // A catalogue has no lines worth stopping at.
      }),
    },
  };
}

function compileAll(catalogue: Catalogue): CompiledCatalogue {
  return Object.fromEntries(
    Object.entries(catalogue).map(([key, text]) => [
      key,
      typeof text === 'string' ? compile(text) : compileAll(text),
    ]),
  );
}
