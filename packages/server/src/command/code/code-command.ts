import { parseArgs } from 'node:util';
import type { CodeReferences } from '@comporta/contract/code-references/code-references';
import type { Command } from '../command.ts';
import { CommandFailure } from '../command-failure.ts';
import { findApplicationId, SERVICE_OPTIONS, SERVICE_USAGE, serviceOf } from '../service.ts';
import { openCode } from './code-files.ts';
import { diffCode } from './diff.ts';
import { MATCHES, type Match } from './find-names.ts';
import { scanCode } from './scan.ts';

const OPTIONS = {
  ...SERVICE_OPTIONS,
  application: { type: 'string' },
  repository: { type: 'string' },
  branch: { type: 'string' },
  link: { type: 'string' },
  match: { type: 'string' },
  'dry-run': { type: 'boolean' },
  base: { type: 'string' },
  strict: { type: 'boolean' },
} as const;

export const CODE: Command = {
  summary:
    'Tell the service where code names its toggles, or say what a change of code does to them',
  usage: `code scan [DIR] --repository NAME [--application NAME] [--branch NAME] [--link TEMPLATE] [--match word] [--dry-run]
       comporta code diff [DIR] --base REF [--application NAME] [--match word] [--strict]
  DIR                 a folder of a git repository; the current one by default
  --application NAME  needed when there are several; its id for a key that may do nothing else
  --repository NAME   what the repository is called, such as acme/shop
  --branch NAME       the default branch, if a commit is checked out without one
  --link TEMPLATE     the address of a place, such as https://git.example.com/acme/shop/blob/{commit}/{path}#L{line}
  --match word        find names also where no quotes are around them
  --dry-run           only say what was found
  --base REF          the branch or commit that a change is to be merged into
  --strict            exit with 1 if an archived or stale toggle is named in a new place
${SERVICE_USAGE}
                      a token or service key with the scope code is enough

scan replaces what the service knows of the repository: run it for each commit of the default branch. It sends names of
toggles, paths, lines and columns, and no text of any file. diff prints Markdown for the review of a change, and sends
nothing. Both read the files that git tracks, up to 1 MiB each; patterns of paths in .comporta.json say which:
{"include": ["src/**"], "exclude": ["**/*.test.ts"]}`,
  async run(args, readSettings) {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: OPTIONS,
      allowPositionals: true,
    });
    const [action, folder = '.', ...others] = positionals;
    const { repository, base } = values;
    const isScan = action === 'scan' && repository !== undefined;
    if (others.length > 0 || !(isScan || (action === 'diff' && base !== undefined))) {
      throw new CommandFailure(
        'code takes scan [DIR] --repository NAME, or diff [DIR] --base REF',
        2,
      );
    }
    const match = matchOf(values.match);
    requireLink(values.link);
    const code = await openCode(folder);
    const service = serviceOf(values, readSettings());
    const id = await findApplicationId(service, values.application);
    const path = `/api/apps/${id}/code-references`;
    if (isScan) {
      const { branch, link, 'dry-run': isDryRun = false } = values;
      const options = { repository, branch, link, match, isDryRun };
      process.stdout.write(await scanCode(service, path, { code, options }));
      return;
    }
    const { toggles } = await service.get<CodeReferences>(path);
    const { text, namesOld } = await diffCode(code, base ?? '', { toggles, match });
    process.stdout.write(text);
    if (values.strict && namesOld) process.exitCode = 1;
  },
};

/** Another word in braces would be in each link as it is. */
function requireLink(link = 'https://{path}'): void {
  const filled = link.replace(/\{(commit|path|line)\}/g, '');
  if (link.startsWith('https://') && link.includes('{path}') && !/\{\w*\}/.test(filled)) return;
  throw new CommandFailure('--link takes an https address with {path}, {commit} and {line}', 2);
}

function matchOf(given = 'quoted'): Match {
  const match = MATCHES.find((one) => one === given);
  if (match === undefined) throw new CommandFailure(`--match takes ${MATCHES.join(' or ')}`, 2);
  return match;
}
