import { LANGUAGES } from '@comporta/messages/languages';
import compile from 'icu-minify/compile';
import { type Plugin, runnerImport } from 'vite';

type Catalogue = { readonly [key: string]: string | Catalogue };
type Compiled = ReturnType<typeof compile>;
type CompiledCatalogue = { readonly [key: string]: Compiled | CompiledCatalogue };

/** The path of a module that holds texts of one language: those of every screen, or those of some screens. */
const TEXTS_MODULE = new RegExp(`/messages/src/([\\w-]+-)?(${LANGUAGES.join('|')})\\.ts$`);

/** The module that holds the texts of one language that are shown everywhere, or those of the screens before login. */
export const LANGUAGE_MODULE = new RegExp(
  `/messages/src/((before-login-)?(${LANGUAGES.join('|')}))\\.ts$`,
);

/**
 * Compiles the messages at build time. Browsers then load no parser, and only the language in use: the module
 * of a language becomes its compiled texts and imports nothing.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    transform: {
      filter: { id: TEXTS_MODULE },
      async handler(_code, file) {
        // A plain import is cached and would return the old texts after an edit.
        const { module, dependencies } = await runnerImport<{ messages: Catalogue }>(file);
        for (const dependency of dependencies) this.addWatchFile(dependency);
        return {
          code: `export const messages = ${JSON.stringify(compileAll(module.messages))};`,
          map: { mappings: '' }, // A catalogue has no code to debug.
        };
      },
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
