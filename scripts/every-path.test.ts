import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The screens that `e2e/every-route.spec.ts` does not open, each with the reason. */
const NOT_OPENED: Readonly<Record<string, string>> = {
  logout: 'leads to the login at once',
  analysis: 'leads to the results of its experiment',
  helpPage: 'is opened by help.spec.ts, each of them',
};

/** The address of each screen, by its name. */
const PATTERNS = Object.fromEntries(
  [...textOf('packages/console/src/base/paths.ts').matchAll(/(\w+): '(\/[^']*)'/g)].map(
    ([, name = '', pattern = '']) => [name, pattern] as const,
  ),
);

function textOf(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
}

/** The paths in `e2e/every-path.ts`, with `x` for each id. */
function openedPaths(): readonly string[] {
  const text = textOf('e2e/every-path.ts');
  const bases = new Map<string, string>();
  const fill = (path: string) =>
    path.replaceAll(/\$\{([^}]*)\}/g, (_, name: string) => bases.get(name) ?? 'x');
  for (const [, name = '', path = ''] of text.matchAll(/const (\w+) = `([^`]*)`/g)) {
    bases.set(name, fill(path));
  }
  return [...text.matchAll(/\[(?:'([^']+)'|`([^`]+)`|(\w+))[,\]]/g)].map(
    ([, plain, template = '', name = '']) =>
      plain ?? fill(template || `\${${name}}`).split('?')[0] ?? '',
  );
}

/** Whether the path is one of this screen and of none that says more. */
function screensOf(path: string): readonly string[] {
  const matching = Object.entries(PATTERNS).filter(([, pattern]) =>
    new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path),
  );
  const fewest = Math.min(...matching.map(([, pattern]) => pattern.split(':').length));
  return matching
    .filter(([, pattern]) => pattern.split(':').length === fewest)
    .map(([name]) => name);
}

it('each screen of the console is opened by the test of every route', () => {
  const opened = new Set(openedPaths().flatMap(screensOf));
  const forgotten = Object.keys(PATTERNS).filter((name) => !opened.has(name));
  expect(forgotten.sort()).toEqual(Object.keys(NOT_OPENED).sort());
});
