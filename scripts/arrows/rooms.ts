/**
 * What a file may import: everything of a room, given by its name, or some of its files, or only its types. With `by`, only
 * files that match may.
 */
export type Reach =
  | string
  | {
      readonly room: string;
      readonly files?: RegExp;
      readonly typesOnly?: true;
      readonly by?: RegExp;
    };

/** A part of the repository with its own rules for imports. */
export interface Room {
  readonly name: string;
  /** Matches the files of the room by their path from the root of the repository. The first match counts. */
  readonly files: RegExp;
  /** Of these files, only those in a folder such as `packages/server/src/toggles` that has a file which matches. */
  readonly having?: RegExp;
  /** The name `platform` stands for every `platform/…`. A room may always import from itself. */
  readonly may: readonly Reach[];
}

/** A room of the platform imports only from rooms below it. */
const PLATFORM = [
  'nouns',
  'http',
  'changes',
  'limits',
  'webhooks',
  'callers',
  'mail',
  'database',
  'config',
  'base',
];

/** The platform knows no noun of the product: only accounts, their applications and who calls. */
const PLATFORM_TABLES: Reach = {
  room: 'tables',
  files:
    /\/(accounts|applications|audit-entries|by-name|compatibility|deliveries|grants|identity|queues|refusals|versions)\.ts$/,
};
const PLATFORM_CONTRACT: Reach = {
  room: 'contract',
  files: /^packages\/contract\/src\/([\w-]+\.ts$|(nouns|applications|identity|sessions)\/)/,
};
/** It answers codes, and writes no sentence: it only asks which language somebody reads. */
const PLATFORM_MESSAGES: Reach = {
  room: 'messages',
  files: /^packages\/messages\/src\/languages\.ts$/,
};

/** How somebody proves who they are is the same, whatever the product is. */
const IDENTITY_TABLES: Reach = {
  room: 'tables',
  files: /\/(accounts|applications|by-name|identity|queues)\.ts$/,
};
const IDENTITY_CONTRACT: Reach = {
  room: 'contract',
  files: /^packages\/contract\/src\/([\w-]+\.ts$|(identity|keys)\/)/,
};
/** Nouns of the product need none of it. */
const IDENTITY: Reach = {
  room: 'identity',
  by: /^packages\/server\/src\/(accounts|edge-nodes|keys|providers|service|sessions|users)\//,
};

const SHARED = ['contract', 'engine', 'stats', 'messages', 'client-core'];
const CONSOLE_SHARED = ['contract', 'engine', 'stats', 'messages'];
/** The files that run where only Web APIs exist. */
const WEB_CORE: Reach = { room: 'client-core', files: /^packages\/client-core\/src\/(?!node\/)/ };
const SCREENS: Reach = { room: 'console slice', files: /-(page|layout)\.tsx$/ };

/**
 * Which part of the repository may import from which: the table of docs/architecture.md, as data. An import
 * that this table does not allow is reported.
 */
export const ROOMS: readonly Room[] = [
  {
    name: 'tests',
    files:
      /(\.test\.tsx?|-sample\.ts)$|^packages\/[\w-]+\/src\/(testing|acceptance|test-support)\//,
    may: ['*'],
  },
  { name: 'engine', files: /^packages\/engine\/src\//, may: [] },
  { name: 'stats', files: /^packages\/stats\/src\//, may: [] },
  { name: 'contract', files: /^packages\/contract\/src\//, may: ['engine'] },
  {
    name: 'messages',
    files: /^packages\/messages\/src\//,
    may: [
      { room: 'contract', typesOnly: true },
      { room: 'engine', typesOnly: true },
    ],
  },
  {
    name: 'client-core/node',
    files: /^packages\/client-core\/src\/node\//,
    may: ['client-core', 'engine'],
  },
  { name: 'client-core', files: /^packages\/client-core\/src\//, may: ['engine'] },
  {
    name: 'sdk/node',
    files: /^packages\/sdk\/src\/(node\/|(sdk|openfeature)\.ts$)/,
    may: ['sdk', 'engine', 'client-core'],
  },
  { name: 'sdk', files: /^packages\/sdk\/src\//, may: ['engine', WEB_CORE] },
  { name: 'web', files: /^packages\/web\/src\//, may: ['engine', WEB_CORE] },

  {
    name: 'server',
    files:
      /^packages\/server\/src\/(main|start|app|start-service|start-nodes|node-process|prepare-database|service-measures|nouns|request-edits|import-job|list-content-job)\.ts$/,
    may: [
      'server slice',
      'site',
      'evaluation',
      'snapshot',
      'event-store',
      'conditions',
      'embedded-postgres',
      'process',
      'identity',
      'platform',
      ...SHARED,
    ],
  },
  {
    name: 'command',
    files: /^packages\/server\/src\/command\//,
    // Exports of other products are converted on the machine of the user who imports them; only the operator manages accounts
    // and files of events, and checks providers of all companies.
    may: [
      'server',
      'edge',
      'evaluation',
      'event-store',
      'backup',
      'embedded-postgres',
      'process',
      'identity',
      'platform',
      'unleash',
      'flagd',
      'launchdarkly',
      'foreign',
      { room: 'server slice', files: /\/(accounts|events|providers)\// },
      ...SHARED,
    ],
  },
  {
    name: 'site',
    files: /^packages\/server\/src\/site\//,
    may: ['platform', 'tables', ...SHARED],
  },
  { name: 'backup', files: /^packages\/server\/src\/backup\//, may: ['platform'] },
  {
    name: 'embedded-postgres',
    files: /^packages\/server\/src\/embedded-postgres\//,
    may: ['platform'],
  },
  {
    name: 'edge',
    files: /^packages\/server\/src\/edge\//,
    may: ['evaluation', 'snapshot', 'event-store', 'process', 'platform', ...SHARED],
  },
  {
    name: 'evaluation',
    files: /^packages\/server\/src\/evaluation\//,
    may: ['snapshot', 'event-store', 'conditions', 'process', 'platform', 'tables', ...SHARED],
  },
  // What a process is, whatever it serves: it starts, listens, says how it is, and ends.
  {
    name: 'process',
    files: /^packages\/server\/src\/process\//,
    may: ['identity', 'platform'],
  },
  {
    name: 'snapshot',
    files: /^packages\/server\/src\/snapshot\//,
    // What is evaluated is found by the key that asks for it.
    may: [{ room: 'identity', files: /\/identity\/keys\// }, 'platform', 'tables', ...SHARED],
  },
  {
    name: 'event-store',
    files: /^packages\/server\/src\/event-store\//,
    may: ['platform', 'tables', ...SHARED],
  },
  {
    name: 'conditions',
    files: /^packages\/server\/src\/conditions\//,
    may: ['platform', 'tables', ...SHARED],
  },
  {
    name: 'identity',
    files: /^packages\/server\/src\/identity\//,
    may: ['platform', IDENTITY_TABLES, IDENTITY_CONTRACT, 'messages'],
  },
  {
    name: 'audit-text',
    files: /^packages\/server\/src\/audit-text\//,
    may: ['platform', 'tables', ...SHARED],
  },
  {
    name: 'tables',
    files: /^packages\/server\/src\/tables\//,
    may: [
      'tables',
      { room: 'contract', typesOnly: true },
      { room: 'engine', typesOnly: true },
      { room: 'messages', typesOnly: true },
    ],
  },
  ...PLATFORM.map((name, index) => ({
    name: `platform/${name}`,
    files: new RegExp(`^packages/server/src/platform/${name}/`),
    may: [
      ...PLATFORM.slice(index + 1).map((below) => `platform/${below}`),
      PLATFORM_TABLES,
      PLATFORM_CONTRACT,
      PLATFORM_MESSAGES,
    ],
  })),
  { name: 'foreign', files: /^packages\/server\/src\/foreign\//, may: SHARED },
  {
    name: 'flagd',
    files: /^packages\/server\/src\/flagd\//,
    may: ['foreign', ...SHARED],
  },
  {
    name: 'launchdarkly',
    files: /^packages\/server\/src\/launchdarkly\//,
    may: ['foreign', { room: 'platform/base', files: /\/needed-first\.ts$/ }, ...SHARED],
  },
  {
    name: 'unleash',
    files: /^packages\/server\/src\/unleash\//,
    may: ['foreign', ...SHARED],
  },
  {
    name: 'server slice',
    files: /^packages\/server\/src\/[\w-]+\//,
    having: /-routes\.ts$/,
    // app.ts passes in the implementation of the event store.
    may: [
      'conditions',
      'audit-text',
      IDENTITY,
      'platform',
      'tables',
      { room: 'event-store', typesOnly: true },
      ...SHARED,
    ],
  },

  {
    name: 'console',
    files: /^packages\/console\/src\/main\.tsx$/,
    may: ['console shell', 'console base', 'console data', 'console ui', 'console api'],
  },
  {
    name: 'console shell',
    files: /^packages\/console\/src\/shell\//,
    // Who stays logged in answers the second step there.
    may: [
      'console base',
      'console parts',
      'console security',
      'console data',
      'console ui',
      'console api',
      SCREENS,
      ...CONSOLE_SHARED,
    ],
  },
  {
    name: 'console parts',
    files: /^packages\/console\/src\/parts\//,
    may: [
      'console base',
      'console data',
      'console ui',
      'console api',
      'console substitutes',
      ...CONSOLE_SHARED,
    ],
  },
  {
    name: 'console base',
    files: /^packages\/console\/src\/base\//,
    may: ['console data', 'console ui', 'console api', ...CONSOLE_SHARED],
  },
  {
    name: 'console data',
    files: /^packages\/console\/src\/data\//,
    may: ['console api', ...CONSOLE_SHARED],
  },
  {
    name: 'console ui',
    files: /^packages\/console\/src\/ui\//,
    may: ['console api', ...CONSOLE_SHARED],
  },
  { name: 'console api', files: /^packages\/console\/src\/api\//, may: CONSOLE_SHARED },
  {
    name: 'console substitutes',
    files: /^packages\/console\/src\/substitutes\//,
    may: ['messages'],
  },
  {
    name: 'console security',
    files: /^packages\/console\/src\/security\//,
    may: [
      'console base',
      'console parts',
      'console data',
      'console ui',
      'console api',
      ...CONSOLE_SHARED,
    ],
  },
  {
    name: 'console slice',
    files:
      /^packages\/console\/src\/(analyses|applications|audit-logs|change-requests|compare|dashboard|deleted-items|experiments|help|id-lists|keys|metrics|overview|playground|properties|sign-in|sign-in-settings|target-groups|toggles|users)\//,
    // The profile shows the section of security; the screen before login sets factors up with its parts.
    may: [
      'console base',
      'console parts',
      'console security',
      'console data',
      'console ui',
      'console api',
      ...CONSOLE_SHARED,
    ],
  },

  // Everything that builds, runs or measures the product from outside.
  {
    name: 'workshop',
    files: /^((scripts|bench|e2e)\/|[\w.-]+\.ts$)|^packages\/[\w-]+\/(build\/|[\w.-]+\.ts$)/,
    may: ['*'],
  },
];

/** In these rooms each folder is a room of its own: a slice must not import from other slices. */
export const ONE_PER_FOLDER: ReadonlySet<string> = new Set(['server slice', 'console slice']);

export interface Ban {
  /** A global name (`Date`, `process.env`), the beginning of a package's name, or a table of the database (`table …`). */
  readonly what: readonly string[];
  readonly in: RegExp;
  readonly except?: RegExp;
  readonly why: string;
}

const TESTS = /\.test\.tsx?$|\/(testing|acceptance|test-support)\//;

/** Names and packages that must not be used in some parts. */
export const BANS: readonly Ban[] = [
  {
    what: ['Date', 'Math.random', 'performance', 'setTimeout', 'setInterval', 'crypto'],
    in: /^packages\/(engine|stats)\/src\//,
    except: TESTS,
    why: 'The engine and the statistics are deterministic: no clock, no randomness.',
  },
  {
    what: ['node:'],
    in: /^packages\/(engine|stats|contract|messages|console|client-core|web)\/src\//,
    except: /\.test\.tsx?$|\/(testing|test-support)\/|^packages\/client-core\/src\/node\//,
    why: 'It runs in browsers, too.',
  },
  {
    what: ['node:', 'process', 'Buffer', 'setImmediate'],
    in: /^packages\/sdk\/src\//,
    except: /\.test\.ts$|\/(node|test-support)\//,
    why: 'The SDK runs where only Web APIs exist; what needs Node is in src/node/.',
  },
  {
    what: ['fetch', 'XMLHttpRequest'],
    in: /^packages\/console\/src\//,
    except: /\.test\.tsx?$|^packages\/console\/src\/api\//,
    why: 'The only fetch of the console is in api/call.ts.',
  },
  {
    what: ['@mantine'],
    in: /^packages\/console\/src\//,
    except: /^packages\/console\/src\/ui\//,
    why: 'Its components are re-exported by ui/controls, where one can be replaced.',
  },
  {
    what: ['process.env'],
    in: /^packages\/server\//,
    except:
      /\.test\.ts$|\/(testing|acceptance)\/|\/platform\/config\/(config|process-environment)\.ts$/,
    why: 'Settings are read in platform/config/config.ts.',
  },
  {
    what: ['drizzle-orm', 'pg'],
    in: /^packages\/server\/src\//,
    except:
      /-(repository|sample)\.ts$|\.test\.ts$|^packages\/server\/src\/(tables|platform|identity|backup|embedded-postgres|snapshot|event-store|testing|acceptance)\//,
    why: 'SQL is in repositories.',
  },
  {
    what: ['table metric_events', 'table exposures'],
    in: /^packages\/server\/src\//,
    except: /-sample\.ts$|\.test\.ts$|^packages\/server\/src\/(event-store|testing|acceptance)\//,
    why: 'Raw events may be in another store: ask the event store.',
  },
];

/** A folder with more source files than this must be split. */
export const FILES_PER_FOLDER = 25;

/** Exempt from FILES_PER_FOLDER: folders with one file for each noun, where files are looked up by name. */
export const INDEXES: ReadonlySet<string> = new Set([
  'packages/messages/src',
  'packages/console/src/data',
]);
