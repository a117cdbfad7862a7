import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join, sep } from 'node:path';
import * as z from 'zod';
import { readJsonFile } from '../json-file.ts';
import { type FoundName, findNames, type Match } from './find-names.ts';
import { type Git, gitIn } from './git.ts';

const FILE_MAX_BYTES = 1024 * 1024;
const SETTINGS_FILE = '.comporta.json';

/** Patterns of paths, such as `src/**`. */
const settingsSchema = z.strictObject({
  include: z.array(z.string()).optional(),
  exclude: z.array(z.string()).optional(),
});

/** The code in a folder, as git knows it. */
export interface Code {
  readonly git: Git;
  readonly folder: string;
  /** The paths of a listing of git, as far as `.comporta.json` leaves them. Each character of them is a byte. */
  list(...args: readonly string[]): Promise<ReadonlySet<string>>;
}

/** How names are looked for. */
export interface Sought {
  readonly names: ReadonlySet<string>;
  readonly match: Match;
}

/** A name, and where it stands. */
export interface NamedPlace extends FoundName {
  readonly path: string;
}

export async function openCode(folder: string): Promise<Code> {
  const git = gitIn(folder);
  const { include = ['**'], exclude = [] } = await readSettings(join(folder, SETTINGS_FILE));
  const patterns = (texts: readonly string[]) => texts.map((pattern) => `:(glob)${pattern}`);
  return {
    git,
    folder,
    async list(...args) {
      const named = new Set(await git.list(...args, '-z', '--', ...patterns(include)));
      if (exclude.length === 0) return named;
      // Not by the exclusion of git, which leaves out nothing that begins with ** where all included patterns begin alike.
      const excluded = await git.list(...args, '-z', '--', ...patterns(exclude));
      for (const path of excluded) named.delete(path);
      return named;
    },
  };
}

async function readSettings(file: string): Promise<z.output<typeof settingsSchema>> {
  const there = lstatSync(file, { throwIfNoEntry: false });
  return there === undefined ? {} : readJsonFile(file, settingsSchema);
}

/** What was found in a folder. */
export interface Searched {
  /** In the order of the paths. */
  readonly places: readonly NamedPlace[];
  /** How many files were not read, because they are too large, or not in the folder. */
  readonly tooLarge: number;
  readonly missing: number;
}

/** Reads the files one by one: handing each to another thread takes longer. */
export async function findInFolder(code: Code, sought: Sought): Promise<Searched> {
  const isOwn = insideOf(code.folder);
  const places: NamedPlace[] = [];
  const unread = { tooLarge: 0, missing: 0 };
  for (const path of await code.list('ls-files')) {
    const content = isOwn(path) ? readSmallFile(bytesOf(code.folder, path)) : undefined;
    if (content === 'TOO_LARGE') unread.tooLarge += 1;
    else if (content === 'MISSING') unread.missing += 1;
    else if (content !== undefined) places.push(...placesIn(path, content, sought));
  }
  return { places, ...unread };
}

/** Whether no folder of a path is a link, which may lead out. */
function insideOf(folder: string): (path: string) => boolean {
  const root = realpathSync(folder);
  const known = new Map<string, boolean>();
  return (path) => {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    const answer = known.get(parent) ?? isPlain(root, parent);
    known.set(parent, answer);
    return answer;
  };
}

function isPlain(root: string, parent: string): boolean {
  if (parent === '') return true;
  const file = bytesOf(root, parent);
  try {
    return realpathSync(file, 'buffer').equals(file);
  } catch {
    return true; // It is not there, as the file will not be.
  }
}

/** A path of git, as bytes for the file system. */
function bytesOf(folder: string, path: string): Buffer {
  const [parts, separator] = [path.split('/').join(sep), Buffer.from(sep)];
  return Buffer.concat([Buffer.from(folder), separator, Buffer.from(parts, 'latin1')]);
}

/** Undefined for links, which may lead out of the folder, and for other folders. */
function readSmallFile(file: Buffer): Buffer | 'TOO_LARGE' | 'MISSING' | undefined {
  try {
    const about = lstatSync(file);
    if (!about.isFile()) return undefined;
    return about.size > FILE_MAX_BYTES ? 'TOO_LARGE' : readFileSync(file);
  } catch {
    return 'MISSING'; // Or not to be read.
  }
}

/** The places in the files at a commit that differ from those of the folder, and the paths of these files. */
export async function findBefore(
  code: Code,
  commit: string,
  sought: Sought,
): Promise<{ readonly changed: ReadonlySet<string>; readonly places: readonly NamedPlace[] }> {
  const { git } = code;
  const changed = await code.list('diff', '--name-only', '--no-renames', '--relative', commit);
  const tree = await git.list('ls-tree', '-r', '-l', '-z', commit);
  const files = tree
    .map(fileOf)
    .filter(({ path, size }) => changed.has(path) && size <= FILE_MAX_BYTES);
  const contents = await git.read(files.map(({ id }) => id));
  const places = contents.flatMap((content, at) =>
    placesIn(files[at]?.path ?? '', content, sought),
  );
  return { changed: new Set([...changed].map(textOf)), places };
}

/** A line is `<mode> <type> <id> <size>`, a tab and the path; links and modules have no size to read. */
function fileOf(line: string) {
  const [about = '', path = ''] = line.split('\t');
  const [mode = '', , id = '', size = ''] = about.split(/ +/);
  return { id, path, size: mode.startsWith('100') ? Number(size) : Number.POSITIVE_INFINITY };
}

function placesIn(path: string, content: Buffer, { names, match }: Sought): NamedPlace[] {
  if (content.includes(0)) return [];
  const found = findNames(content.toString('utf8'), names, match);
  return found.map((one) => ({ ...one, path: textOf(path) }));
}

/** A path of git, to be shown. */
function textOf(path: string): string {
  return Buffer.from(path, 'latin1').toString();
}
