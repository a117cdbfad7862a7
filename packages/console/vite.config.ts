import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileMessages } from './build/compile-messages.ts';
import { compress } from './build/compress.ts';
import { cutFont } from './build/cut-font.ts';
import { leaveOutUnread } from './build/leave-out-unread.ts';
import { namePreloads } from './build/name-preloads.ts';
import { readHelp } from './build/read-help.ts';
import { sayWithoutScript } from './build/say-without-script.ts';

/** The service that receives the calls of a console served by vite. */
const SERVER = process.env.COMPORTA_URL ?? 'http://127.0.0.1:8080';

/**
 * Groups the modules that screens share into a few files: on a slow line, each file costs more than its
 * bytes. The login loads no lists, and the dashboard no form controls.
 */
const SHARED = [
  { name: 'first', tags: ['$initial' as const] },
  { name: 'shell', test: isOfShell, minShareCount: 2 },
  {
    name: 'list',
    test: /react-virtual|virtual-core|\/ui\/\w+\/(data-|list-order|use-(visible|list|deletion|entity-deletion))/,
    minShareCount: 2,
  },
  {
    name: 'controls',
    test: /@mantine|@tabler|\/src\/ui\/|\/apply\/otherwise-button/,
    minShareCount: 2,
  },
  // Before the contract, which the first form loads: only what parses pasted rules, edits or refusals needs these.
  { name: 'zod', test: /\/zod\/|\/contract\/src\/(shapes|record-of|\w+\/[\w-]+-draft)\.ts$/ },
  // What the checks of a rule and of a group need; the other nouns' checks are loaded with their screens.
  {
    name: 'contract',
    test: /packages\/engine\/|\/substitutes\/re2js|contract\/src\/(conditions|experiments|lifecycle|properties|rules|target-groups|toggles)\/|contract\/src\/[\w-]+\.ts$|\/parts\/outcome\/|messages\/src\/shown-value\.ts$/,
    minShareCount: 2,
  },
  {
    name: 'rules',
    test: /\/src\/experiments\/|\/data\/named-lists|\/parts\/(conditions|experiment\/dependents|history\/(saved-when|version-list))|\/list-difference\.ts$|messages\/src\/(words|rule-in-words)\.ts$/,
    minShareCount: 2,
  },
  // Rows of toggles and experiments, which several lists have.
  {
    name: 'rows',
    test: /\/parts\/(bulk|experiment\/results-badge)|\/toggles\/(list|question)\//,
    minShareCount: 2,
  },
  { name: 'paged', test: /\/parts\/(paged-list\/|people\/use-people)/, minShareCount: 2 },
  // What the planner and results share; drawing results is their own.
  {
    name: 'figures',
    test: /\/(use-figures|analysis-queries|no-split|figures-in-words)\.tsx?$|contract\/src\/analyses\/|packages\/stats\//,
    minShareCount: 2,
  },
];

// biome-ignore lint/style/noDefaultExport: vite reads the default export.
export default defineConfig({
  plugins: [
    react(),
    compileMessages(),
    leaveOutUnread(),
    readHelp(),
    cutFont(),
    namePreloads(),
    sayWithoutScript(),
    compress(),
  ],
  resolve: {
    alias: [
      { find: /^use-intl\/format-message$/, replacement: source('substitutes/format-message.ts') },
      { find: 'virtual:re2js', replacement: fileURLToPath(import.meta.resolve('re2js')) },
      { find: /^re2js$/, replacement: source('substitutes/re2js.ts') },
    ],
  },
  build: {
    target: 'es2022',
    sourcemap: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups: SHARED, includeDependenciesRecursively: false } },
    },
  },
  server: { proxy: { '/api': SERVER, '/oauth': SERVER, '/ofrep': SERVER } },
});

/** Only screens with forms need these, although several of them do. */
const OF_FORMS = [
  /\/src\/ui\/(lines|dates)\/|\/src\/ui\/copy-once|\/src\/ui\/dialogs\/(conflict|drawer)/,
  /\/src\/ui\/forms\/(difference|form-conflict|form-dialog|editor-form|unsaved-guard)/,
  /\/src\/ui\/fields\/(picker|row-button|move-item|(select|switch|text-area)-field)/,
  /\/src\/ui\/controls\/(checkbox|radio|tabs|textarea)/,
  /\/parts\/connection\/(connect-snippets|connection-snippets|page-snippets|installation|example)/,
];

function isOfShell(id: string): boolean {
  if (OF_FORMS.some((part) => part.test(id))) return false;
  return [
    /\/src\/(shell|base|data\/stored|parts\/(connection|status|requests|admission)|api)\/|\/(query-client|queries-of)\.ts$/,
    /\/src\/(data\/(change-rows|may-edit-in|use-may-edit|waiting-requests)|parts\/(favourite\/use-favourites|density\/density))\.ts$/,
    // Small parts of most screens, whose files would cost more than their bytes.
    /\/parts\/(onboarding\/|people\/administrators|coming\/late-coming|roll-out\/ask-roll-out|experiment\/experiment-tabs|favourite\/favourite-button|history\/(entity-path|headline|fold-entries))|\/help\/visitor-layout/,
    // Left out are the queries that few screens make: of results (RES-78), uses and code.
    /(?<!\/(analysis|(toggle-)?usage|code-reference))-queries\.ts$/,
    /\/src\/ui\/(\w+\/)?(?!data-|list-order|use-(visible|list|deletion|entity-deletion))[^/]*$/,
    /\/(react-query|query-core|@tabler)\//,
    // Endpoints are plain data; what checks a draft is loaded with the first form. An import has all codes that there are.
    /\/contract\/src\/(?!(analyses\/(analysis|results)|transfer\/transfer|usage\/[\w-]+|code-references\/[\w-]+)-api)([\w-]+\/)?([\w-]+-api|production|tags|role)\.ts$/,
    /@mantine\/(hooks|core\/esm\/(core|utils|components\/(ActionIcon|CloseButton|Switch)))\//,
  ].some((part) => part.test(id));
}

function source(file: string): string {
  return fileURLToPath(new URL(`src/${file}`, import.meta.url));
}
