import { marked } from 'marked';
import type { Plugin } from 'vite';

/**
 * Parses the help pages at build time: the module of a page is its list of tokens. Browsers then load no
 * parser, and nothing turns text into HTML.
 */
export function readHelp(): Plugin {
  return {
    name: 'read-help',
    transform: {
      filter: { id: /\/messages\/help\/\w+\/[\w-]+\.md$/ },
      handler: (markdown) => ({
        code: `export const tokens = ${JSON.stringify(marked.lexer(markdown), withoutSource)};`,
        map: { mappings: '' }, // A page has no code to debug.
      }),
    },
  };
}

/** Drops the source text of each token: nothing reads it. */
function withoutSource(key: string, value: unknown): unknown {
  return key === 'raw' ? undefined : value;
}
