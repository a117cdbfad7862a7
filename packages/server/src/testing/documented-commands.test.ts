import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** The statements of requirements.md quote what is refused here. */
const LEFT_OUT = /^docs.requirements\.md$|node_modules|dist/;
const DOCUMENTS = globSync(
  [
    '*.md',
    'docs/**/*.md',
    'deploy/**/*.{md,service,yaml,txt}',
    'packages/*/*.md',
    'packages/server/build/**/*.md',
    'packages/messages/help/**/*.md',
  ],
  { cwd: ROOT },
).filter((file) => !LEFT_OUT.test(file));

function wrongLines(isWrong: (line: string, before: string) => boolean): readonly string[] {
  return DOCUMENTS.flatMap((file) => {
    const lines = readFileSync(`${ROOT}/${file}`, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      isWrong(line, lines[index - 1] ?? '') ? [`${file}:${index + 1}: ${line}`] : [],
    );
  });
}

it('COV-02, FAIR-74: no document runs a name that npx would fetch from anybody', () => {
  expect(DOCUMENTS).toEqual(
    expect.arrayContaining([
      'packages/server/build/package/README.md',
      'packages/messages/help/pt/command-line.md',
      'docs/operating.md',
    ]),
  );
  expect(wrongLines((line) => /\bnpx (?!--no-install )(?:-\S+ )*@?comporta\b/.test(line))).toEqual(
    [],
  );
  expect(wrongLines((line) => /^(?:[\d*][\d*,/-]* ){5}.*\bnpx\b/.test(line))).toEqual([]);
});

it('COV-01, FAIR-74: above each installation of our packages is the line that says where they come from', () => {
  const registry =
    /^npm config set @comporta:registry=https:\/\/[a-z.]+\/packages\/ --location=project$/;
  expect(
    wrongLines(
      (line, before) =>
        /\bnpm (?:install|i|add) .*@comporta\//.test(line) && !registry.test(before),
    ),
  ).toEqual([]);
});
