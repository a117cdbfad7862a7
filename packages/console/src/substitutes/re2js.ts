/**
 * Takes the place of the regular expression library in the console's build (see vite.config.ts): its
 * 50 kB are for the rare conditions with a REGEX, so they are loaded when the first one is compiled.
 * Until they are here every pattern passes, and the server, which compiles it again, refuses.
 */
interface Program {
  readonly programSize: () => number;
  readonly test: (text: string) => boolean;
}

let compile: ((pattern: string) => Program) | undefined;

export const RE2JS = {
  compile(pattern: string): Program {
    if (compile !== undefined) return compile(pattern);
    void load();
    return { programSize: () => 0, test: () => false };
  },
};

async function load(): Promise<void> {
  const library = await import('virtual:re2js');
  compile = (pattern) => library.RE2JS.compile(pattern);
}
