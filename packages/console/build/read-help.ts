import { marked } from 'marked';
import type { Plugin } from 'vite';

/**
 * Reads the pages of the help here, so that browsers load neither a parser nor anything that becomes
 * HTML by itself: the module of a page is its tokens.
 */
export function readHelp(): Plugin {
  return {
    name: 'read-help',
    transform: {
      filter: { id: /\/messages\/help\/\w+\/[\w-]+\.md$/ },
      handler: (markdown) => ({
        code: `export const tokens = ${JSON.stringify(marked.lexer(markdown), withoutSource)};`,
        map: { mappings: '' }, // A page has no lines worth stopping at.
      }),
    },
  };
}

/** A token says the same as its source, which nobody reads. */
function withoutSource(key: string, value: unknown): unknown {
  return key === 'raw' ? undefined : value;
}
