import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const DOCUMENTS = globSync(
  [
    'README.md',
    'docs/clients/*.md',
    'packages/{sdk,web}/README.md',
    'packages/messages/help/*/{sdk,openfeature,edge,command-line,first-toggle}.md',
  ],
  { cwd: ROOT },
);

/** Where the programs of the documents, in all their languages, have the name of a toggle. */
const PLACES = [
  /\b(?:toggles|client|createTestClient|fixed)\.(?:boolean|string|number|object|value|details|set)\(\s*['"]([^'"]+)/g,
  /\b(?:get_?|fetch_?)?(?:Boolean|String|Number|boolean)_?(?:Value|Details|value)\w*\(\s*(?:context\.Background\(\), |flag_key: )?['"]([^'"]+)/g,
  /\buseFlag\(\s*['"]([^'"]+)/g,
  /\bcreateTestClient\(\{\s*['"]?([\w-]+)['"]?:/g,
  /\bflagValueMap=\{\{\s*['"]?([\w-]+)['"]?:/g,
  /\/ofrep\/v1\/evaluate\/flags\/([\w-]+)/g,
  /\bcomporta evaluate ([\w-]+)/g,
];

it('COV-08: all programs of the documents ask for the toggle that the first tour creates', () => {
  const named = DOCUMENTS.flatMap((file) => {
    const text = readFileSync(`${ROOT}/${file}`, 'utf8');
    return PLACES.flatMap((place) =>
      [...text.matchAll(place)].map(([, name = '']) => ({ file, name })),
    );
  });
  expect(named.filter(({ name }) => name !== 'new-checkout')).toEqual([]);
  // Each page of docs/clients that has programs was read.
  expect(new Set(named.map(({ file }) => file))).toEqual(
    new Set([
      'README.md',
      ...[
        ...['edge', 'examples', 'node', 'other-languages', 'pages'],
        ...['server-side-rendering', 'testing'],
      ].map((page) => `docs/clients/${page}.md`),
      'packages/sdk/README.md',
      'packages/web/README.md',
      ...['en', 'pt'].flatMap((language) =>
        ['command-line', 'openfeature', 'sdk'].map(
          (page) => `packages/messages/help/${language}/${page}.md`,
        ),
      ),
    ]),
  );
});
