/**
 * Replaces the regular expression library in the console's build (see vite.config.ts). Its 50 kB are needed
 * only for the rare conditions with a REGEX, so they are loaded when the first one is compiled. Until then
 * every pattern passes: code that relies on the result must wait for `loadingRegexes`.
 */
interface Program {
  readonly programSize: () => number;
  readonly matcher: (text: string) => { readonly find: () => boolean };
}

let compile: ((pattern: string) => Program) | undefined;
let loading: Promise<void> | undefined;

export const RE2JS = {
  compile(pattern: string): Program {
    if (compile !== undefined) return compile(pattern);
    loading ??= load();
    return { programSize: () => 0, matcher: () => ({ find: () => false }) };
  },
};

/** Resolves when the library is loaded, or cannot be loaded; undefined when it is not being loaded. */
export function loadingRegexes(): Promise<void> | undefined {
  return loading;
}

async function load(): Promise<void> {
  try {
    const library = await import('virtual:re2js');
    compile = (pattern) => library.RE2JS.compile(pattern);
  } catch {
    // The library cannot be loaded. The server compiles every pattern again, and decides.
  } finally {
    loading = undefined;
  }
}
