import {
  type CodeReferences,
  type CodeScan,
  PLACES_MAX,
} from '@comporta/contract/code-references/code-references';
import { isVisible } from '@comporta/contract/visible-text';
import { CommandFailure } from '../command-failure.ts';
import type { AskedService } from '../service.ts';
import { type Code, findInFolder, type NamedPlace, type Searched } from './code-files.ts';
import type { Match } from './find-names.ts';

const BODY_MAX_BYTES = 1024 * 1024;
/** Places per toggle: as many as fit into one call. The counts stay true. */
const PLACES_KEPT = [PLACES_MAX, 20, 5, 1, 0];

export interface ScanOptions {
  readonly repository: string;
  readonly branch?: string | undefined;
  readonly link?: string | undefined;
  readonly match: Match;
  readonly isDryRun: boolean;
}

/** Sends where the code names the toggles of an application, and returns what it found in words. */
export async function scanCode(
  service: AskedService,
  path: string,
  { code, options }: { readonly code: Code; readonly options: ScanOptions },
): Promise<string> {
  const { toggles } = await service.get<CodeReferences>(path);
  const names = new Set(toggles.map(({ name }) => name));
  const searched = await findInFolder(code, { names, match: options.match });
  const { places } = searched;
  const scan = await scanOf(code, options, places);
  if (!options.isDryRun) await service.put(path, scan);
  const lines = scan.references.map(({ toggle, count }) => `${`${count}`.padStart(7)}  ${toggle}`);
  const files = new Set(places.map((place) => place.path)).size;
  const named = `${lines.length} of ${counted(names.size, 'toggle')} ${lines.length === 1 ? 'is' : 'are'} named`;
  const sum = `${named}, in ${counted(places.length, 'place')} of ${counted(files, 'file')}`;
  const sent = options.isDryRun
    ? 'nothing was sent'
    : `sent as ${options.repository} at ${scan.commit.slice(0, 7)}`;
  return `${[...lines, `${sum}; ${sent}.`, ...unreadIn(searched)].join('\n')}\n`;
}

/** Names in files that were not read would seem not to be in the code. */
function unreadIn({ tooLarge, missing }: Searched): string[] {
  return [
    tooLarge > 0 ? `Not read, because larger than 1 MiB: ${counted(tooLarge, 'file')}.` : [],
    missing > 0
      ? `Not read, because not in the folder: ${counted(missing, 'file')} that git tracks.`
      : [],
  ].flat();
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

async function scanOf(
  { git }: Code,
  { repository, branch, link }: ScanOptions,
  places: readonly NamedPlace[],
): Promise<CodeScan> {
  const [commit = '', committedAt = ''] = (
    await git.ask('show', '-s', '--format=%H %cI', 'HEAD')
  ).split(' ');
  const checkedOut = branch ?? (await git.ask('rev-parse', '--abbrev-ref', 'HEAD'));
  if (checkedOut === 'HEAD') {
    throw new CommandFailure('no branch is checked out: name the default one with --branch', 2);
  }
  const about = { repository, branch: checkedOut, commit, committedAt, urlTemplate: link ?? null };
  const byToggle = Object.entries(Object.groupBy(places, ({ toggle }) => toggle));
  const scans = PLACES_KEPT.map((kept) => ({
    ...about,
    references: byToggle.map(([toggle, all = []]) => ({
      toggle,
      count: all.length,
      places: all
        .filter(({ path }) => isVisible(path) && path.length <= 1_000)
        .slice(0, kept)
        .map(({ path, line, column }) => ({ path, line, column })),
    })),
  }));
  const fitting = scans.find((scan) => Buffer.byteLength(JSON.stringify(scan)) <= BODY_MAX_BYTES);
  if (fitting === undefined) throw new CommandFailure('too many toggles are named for one call');
  return fitting;
}
