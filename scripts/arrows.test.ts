import { describe, expect, it } from 'vitest';
import { checkArrows } from './arrows/check-arrows.ts';
import { readSource } from './arrows/read-source.ts';
import { BANS, FILES_PER_FOLDER, ROOMS } from './arrows/rooms.ts';

/** A folder with such a file is a slice. */
const SLICES = {
  'packages/server/src/toggles/toggle-routes.ts': '',
  'packages/server/src/properties/property-routes.ts': '',
  'packages/server/src/users/user-routes.ts': '',
};

/** The problems that the check reports for these files. */
function problemsOf(texts: Readonly<Record<string, string>>): string[] {
  const sources = Object.entries({ ...SLICES, ...texts }).map(
    ([path, text]) => [path, readSource(path, text)] as const,
  );
  return checkArrows(new Map(sources));
}

const SERVER = 'packages/server/src';
const CONSOLE = 'packages/console/src';

/** For each room, an import that it may not have. Rooms that may import anything have none. */
const FORBIDDEN: Readonly<Record<string, readonly [file: string, specifier: string]>> = {
  engine: ['packages/engine/src/evaluate.ts', '@comporta/contract/errors'],
  stats: ['packages/stats/src/mean.ts', '@comporta/engine/snapshot'],
  contract: ['packages/contract/src/problem.ts', '@comporta/messages/speak'],
  messages: ['packages/messages/src/speak.ts', '@comporta/contract/errors'],
  'client-core': ['packages/client-core/src/stream.ts', './node/file.ts'],
  'client-core/node': ['packages/client-core/src/node/file.ts', '@comporta/contract/errors'],
  'sdk/node': ['packages/sdk/src/node/file.ts', '@comporta/contract/errors'],
  sdk: ['packages/sdk/src/client.ts', '@comporta/client-core/node/sealed-file'],
  web: ['packages/web/src/client.ts', '@comporta/client-core/node/sealed-file'],
  server: [`${SERVER}/app.ts`, './testing/call.ts'],
  command: [`${SERVER}/command/serve.ts`, '../toggles/save-toggle.ts'],
  site: [`${SERVER}/site/pages.ts`, '../evaluation/ofrep.ts'],
  backup: [`${SERVER}/backup/write-backup.ts`, '../embedded-postgres/cluster.ts'],
  'embedded-postgres': [`${SERVER}/embedded-postgres/cluster.ts`, '../backup/write-backup.ts'],
  edge: [`${SERVER}/edge/feed.ts`, '../toggles/save-toggle.ts'],
  evaluation: [`${SERVER}/evaluation/ofrep.ts`, '../edge/feed.ts'],
  process: [`${SERVER}/process/open-http.ts`, '../evaluation/ofrep.ts'],
  snapshot: [`${SERVER}/snapshot/load.ts`, '../evaluation/ofrep.ts'],
  'event-store': [`${SERVER}/event-store/event-store.ts`, '../snapshot/load.ts'],
  conditions: [`${SERVER}/conditions/regex-repository.ts`, '../audit-text/values.ts'],
  'audit-text': [`${SERVER}/audit-text/values.ts`, '../conditions/regex-repository.ts'],
  identity: [`${SERVER}/identity/sealing.ts`, '../process/welcome.ts'],
  tables: [`${SERVER}/tables/toggles.ts`, '../platform/base/ids.ts'],
  'platform/http': [`${SERVER}/platform/http/route.ts`, '../nouns/rows.ts'],
  'platform/nouns': [`${SERVER}/platform/nouns/rows.ts`, '@comporta/contract/toggles/toggle'],
  'platform/changes': [`${SERVER}/platform/changes/changes.ts`, '../../tables/toggles.ts'],
  'platform/limits': [`${SERVER}/platform/limits/counts.ts`, '../changes/changes.ts'],
  'platform/webhooks': [`${SERVER}/platform/webhooks/addresses.ts`, '../limits/counts.ts'],
  'platform/callers': [`${SERVER}/platform/callers/actor.ts`, '../../users/user-repository.ts'],
  'platform/mail': [`${SERVER}/platform/mail/mail-queue.ts`, '../callers/actor.ts'],
  'platform/database': [`${SERVER}/platform/database/database.ts`, '../mail/mail-queue.ts'],
  'platform/config': [`${SERVER}/platform/config/config.ts`, '../database/database.ts'],
  'platform/base': [`${SERVER}/platform/base/log.ts`, '../config/config.ts'],
  foreign: [`${SERVER}/foreign/importable.ts`, '../unleash/rollout.ts'],
  flagd: [`${SERVER}/flagd/import-flagd.ts`, '../unleash/rollout.ts'],
  launchdarkly: [`${SERVER}/launchdarkly/import-launchdarkly.ts`, '../flagd/flag-values.ts'],
  unleash: [`${SERVER}/unleash/read-unleash.ts`, '../platform/base/ids.ts'],
  'server slice': [`${SERVER}/toggles/save-toggle.ts`, '../properties/save-property.ts'],
  console: [`${CONSOLE}/main.tsx`, './toggles/toggle-page.tsx'],
  'console shell': [`${CONSOLE}/shell/sidebar.tsx`, '../experiments/rule/edited-rule.ts'],
  'console parts': [`${CONSOLE}/parts/status/badge.tsx`, '../../toggles/toggle-page.tsx'],
  'console base': [`${CONSOLE}/base/page.tsx`, '../parts/status/badge.tsx'],
  'console data': [`${CONSOLE}/data/toggle-queries.ts`, '../base/page.tsx'],
  'console ui': [`${CONSOLE}/ui/menu.tsx`, '../base/page.tsx'],
  'console api': [`${CONSOLE}/api/call.ts`, '../ui/menu.tsx'],
  'console substitutes': [`${CONSOLE}/substitutes/re2js.ts`, '../api/call.ts'],
  'console security': [`${CONSOLE}/security/qr-code.tsx`, '../users/user-form.ts'],
  'console slice': [`${CONSOLE}/toggles/toggle-page.tsx`, '../users/user-form.ts'],
};

describe('an import that the table does not allow is reported', () => {
  it('CODE-08: every room with limited imports has a row in this test', () => {
    const strict = ROOMS.filter(({ may }) => !may.includes('*')).map(({ name }) => name);
    expect(Object.keys(FORBIDDEN).sort()).toEqual(strict.sort());
  });

  for (const [room, [file, specifier]] of Object.entries(FORBIDDEN)) {
    it(`CODE-08: ${room} may not import ${specifier}`, () => {
      expect(problemsOf({ [file]: `import { something } from '${specifier}';` })).toEqual([
        expect.stringContaining(`${file}: ${room} may not import ${specifier}`),
      ]);
    });
  }

  it.each([
    ['a dynamic import', `await import('../properties/save-property.ts');`],
    ['a type', `import type { Property } from '../properties/save-property.ts';`],
    ['a type in an expression', `type A = import('../properties/save-property.ts').Property;`],
    ['an export from', `export { saveProperty } from '../properties/save-property.ts';`],
    ['everything exported from', `export * from '../properties/save-property.ts';`],
  ])('CODE-08: it is also reported as %s', (_form, text) => {
    expect(problemsOf({ [`${SERVER}/toggles/save-toggle.ts`]: text })).toHaveLength(1);
  });

  it('CODE-08: a folder that the table does not contain, and that has no routes, is reported', () => {
    expect(problemsOf({ [`${SERVER}/helpers/text.ts`]: '' })).toEqual([
      expect.stringContaining('no room'),
    ]);
    expect(
      problemsOf({ [`${SERVER}/app.ts`]: `import { text } from './helpers/text.ts';` }),
    ).toEqual([expect.stringContaining('is in no room')]);
    const routes = { [`${SERVER}/helpers/helper-routes.ts`]: '' };
    expect(problemsOf({ ...routes, [`${SERVER}/helpers/text.ts`]: '' })).toEqual([]);
  });
});

it('of the slices, those of the product may not import identity', () => {
  const text = `import { something } from '../identity/passwords.ts';`;
  expect(problemsOf({ [`${SERVER}/toggles/save-toggle.ts`]: text })).toHaveLength(1);
});

describe('an allowed import is not reported', () => {
  it.each([
    [`${SERVER}/toggles/save-toggle.ts`, './toggle-repository.ts'],
    [`${SERVER}/toggles/save-toggle.ts`, '../platform/http/call.ts'],
    [`${SERVER}/users/edit-user.ts`, '../identity/passwords.ts'],
    [`${SERVER}/platform/http/route.ts`, '../base/rejection.ts'],
    [`${CONSOLE}/shell/router.tsx`, '../toggles/toggle-page.tsx'],
    [`${CONSOLE}/toggles/toggle-page.tsx`, '../data/user-queries.ts'],
    [`${SERVER}/toggles/toggles.test.ts`, '../properties/save-property.ts'],
  ])('%s may import %s', (file, specifier) => {
    expect(problemsOf({ [file]: `import { something } from '${specifier}';` })).toEqual([]);
  });

  it('messages may import types of the contract', () => {
    const text = `import type { Rule } from '@comporta/contract/experiments/rule';`;
    expect(problemsOf({ 'packages/messages/src/rule.ts': text })).toEqual([]);
  });
});

describe('a banned word is reported where it is banned', () => {
  const USES: Readonly<Record<string, string>> = {
    Date: 'export const now = () => Date.now();',
    'Math.random': 'export const number = Math.random();',
    performance: 'export const now = performance.now();',
    setTimeout: 'setTimeout(() => {}, 1);',
    setInterval: 'setInterval(() => {}, 1);',
    crypto: 'export const id = globalThis.crypto.randomUUID();',
    'node:': `import { readFileSync } from 'node:fs';`,
    fetch: `export const answer = fetch('/api/apps');`,
    XMLHttpRequest: 'export const request = new XMLHttpRequest();',
    process: 'export const { versions } = process;',
    Buffer: `export const bytes = Buffer.from('');`,
    setImmediate: 'setImmediate(() => {});',
    'process.env': 'export const port = process.env.PORT;',
    'drizzle-orm': `import { eq } from 'drizzle-orm';`,
    pg: `import { Pool } from 'pg';`,
    '@mantine': `import { Button } from '@mantine/core';`,
    'table metric_events': 'export const query = raw`select count(*) from metric_events`;',
    'table exposures': `import { exposures } from '../tables/events.ts';`,
  };
  const PLACES = [
    'packages/sdk/src/client.ts',
    'packages/engine/src/evaluate.ts',
    'packages/stats/src/mean.ts',
    'packages/contract/src/problem.ts',
    `${CONSOLE}/toggles/toggle-list.ts`,
    `${SERVER}/toggles/save-toggle.ts`,
  ];

  for (const ban of BANS) {
    for (const word of ban.what) {
      it(`CODE-08, SDK-03, SCL-45: ${word}: ${ban.why}`, () => {
        const places = PLACES.filter((place) => ban.in.test(place));
        expect(places).not.toEqual([]);
        for (const place of places) {
          expect(problemsOf({ [place]: USES[word] ?? '' })).toEqual([
            `${place}: ${word} may not be used here. ${ban.why}`,
          ]);
        }
      });
    }
  }

  it('new Date, window.fetch and an alias of Date are found; a member with such a name is not', () => {
    const engine = 'packages/engine/src/evaluate.ts';
    expect(problemsOf({ [engine]: 'export const today = new Date();' })).toHaveLength(1);
    expect(problemsOf({ [engine]: 'const clock = Date; export { clock };' })).toHaveLength(1);
    expect(
      problemsOf({ [`${CONSOLE}/toggles/a.ts`]: `export const b = window.fetch('/');` }),
    ).toHaveLength(1);
    expect(problemsOf({ [engine]: 'export const type = { Date: 1 }.Date;' })).toEqual([]);
  });
});

it('CODE-09: a folder with too many source files is reported; tests do not count', () => {
  const files = (count: number, ending: string) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`${SERVER}/tables/f${index}${ending}`, '']),
    );
  expect(problemsOf({ ...files(FILES_PER_FOLDER, '.ts'), ...files(30, '.test.ts') })).toEqual([]);
  expect(problemsOf(files(FILES_PER_FOLDER + 1, '.ts'))).toEqual([
    expect.stringContaining(`${FILES_PER_FOLDER + 1} source files`),
  ]);
});
