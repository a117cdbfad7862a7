import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { readJsonFile } from '../json-file.ts';
import { type FoundName, findNames, type Match } from './find-names.ts';
import { type Git, gitIn } from './git.ts';

const FILE_MAX_BYTES = 1024 * 1024;
const SETTINGS_FILE = '.comporta.json';
/** Files that are read at the same time. */
const READERS = 32;

/** Patterns of paths, such as `src/**`. */
const settingsSchema = z.strictObject({
  include: z.array(z.string()).optional(),
  exclude: z.array(z.string()).optional(),
});

/** The code in a folder, as git knows it. */
export interface Code {
  readonly git: Git;
  readonly folder: string;
  /** What a listing of git names, as far as `.comporta.json` leaves it. */
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
  const there = await lstat(file).catch(() => undefined);
  return there === undefined ? {} : readJsonFile(file, settingsSchema);
}

/** The places in the files of the folder, in the order of their paths. */
export async function findInFolder(code: Code, sought: Sought): Promise<NamedPlace[]> {
  const paths = [...(await code.list('ls-files'))];
  const found = new Map<string, NamedPlace[]>();
  const rest = paths.values();
  async function readAll(): Promise<void> {
    for (const path of rest) {
      const content = await readSmallFile(join(code.folder, path));
      if (content) found.set(path, placesIn(path, content, sought));
    }
  }
  await Promise.all(Array.from({ length: READERS }, readAll));
  return paths.flatMap((path) => found.get(path) ?? []);
}

/** Undefined for links, which may lead out of the folder, for other folders, large files and those deleted meanwhile. */
async function readSmallFile(file: string): Promise<Buffer | undefined> {
  const about = await lstat(file).catch(() => undefined);
  if (!about?.isFile() || about.size > FILE_MAX_BYTES) return undefined;
  return readFile(file).catch(() => undefined);
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
  return { changed, places };
}

/** A line is `<mode> <type> <id> <size>`, a tab and the path; links and modules have no size to read. */
function fileOf(line: string) {
  const [about = '', path = ''] = line.split('\t');
  const [mode = '', , id = '', size = ''] = about.split(/ +/);
  return { id, path, size: mode.startsWith('100') ? Number(size) : Number.POSITIVE_INFINITY };
}

function placesIn(path: string, content: Buffer, { names, match }: Sought): NamedPlace[] {
  if (content.includes(0)) return [];
  return findNames(content.toString('utf8'), names, match).map((found) => ({ ...found, path }));
}
