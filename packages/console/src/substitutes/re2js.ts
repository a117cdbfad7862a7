/**
 * Takes the place of the regular expression library in the console's build (see vite.config.ts): its
 * 50 kB are for the rare conditions with a REGEX, so they are loaded when the first one is compiled.
 * Until they are here every pattern passes: whoever decides by it waits for `loadingRegexes`.
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

/** Resolves when the library is here, or cannot be had; undefined when nothing waits for it. */
export function loadingRegexes(): Promise<void> | undefined {
  return loading;
}

async function load(): Promise<void> {
  try {
    const library = await import('virtual:re2js');
    compile = (pattern) => library.RE2JS.compile(pattern);
  } catch {
    // Out of reach: the server, which compiles every pattern again, decides.
  } finally {
    loading = undefined;
  }
}
