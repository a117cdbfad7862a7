import path from 'node:path';
import type { Import, Source } from './read-source.ts';
import {
  BANS,
  FILES_PER_FOLDER,
  INDEXES,
  ONE_PER_FOLDER,
  type Reach,
  ROOMS,
  type Room,
} from './rooms.ts';

const PACKAGE = /^@comporta\/([\w-]+)(?:\/(.+))?$/;

/**
 * Returns one sentence for each import and each word that the tables of rooms.ts do not allow, and for each
 * folder with too many files. `sources`: every source by its path from the root of the repository, with `/` as separator.
 */
export function checkArrows(sources: ReadonlyMap<string, Source>): string[] {
  const problems: string[] = [];
  const roomOf = roomsAmong([...sources.keys()]);
  for (const [file, source] of sources) {
    const room = roomOf(file);
    if (room === undefined) {
      problems.push(`${file}: no room in scripts/arrows/rooms.ts has this file`);
      continue;
    }
    const targets = ownImports(file, source.imports);
    problems.push(
      ...targets.flatMap((each) =>
        refusedImport(file, room, { ...each, room: roomOf(each.target) }),
      ),
    );
    problems.push(...bannedWords(file, source));
  }
  problems.push(...fullFolders([...sources.keys()]));
  return problems;
}

interface OwnImport extends Import {
  readonly target: string;
}

function ownImports(file: string, imports: readonly Import[]): OwnImport[] {
  return imports.flatMap((each) => {
    const target = targetOf(file, each.specifier);
    return target === undefined ? [] : [{ ...each, target }];
  });
}

/** The imported file; undefined for third-party packages and for files that are not TypeScript, such as styles. */
function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) {
    const target = path.posix.join(path.posix.dirname(file), specifier);
    return /\.(ts|tsx)$/.test(target) ? target : undefined;
  }
  const [, name, inside] = PACKAGE.exec(specifier) ?? [];
  if (name === undefined || inside?.endsWith('.json')) return undefined;
  return `packages/${name}/src/${inside ?? name}.ts`;
}

function refusedImport(
  file: string,
  room: Room,
  {
    target,
    specifier,
    isTypeOnly,
    room: targetRoom,
  }: OwnImport & { readonly room: Room | undefined },
) {
  if (targetRoom === undefined) return [`${file}: ${specifier} is in no room`];
  if (isOwn(file, room, target, targetRoom)) return [];
  const may = room.may.filter(
    (reach) => typeof reach === 'string' || reach.by?.test(file) !== false,
  );
  if (may.some((reach) => reaches(reach, target, targetRoom, isTypeOnly))) return [];
  return [`${file}: ${room.name} may not import ${specifier} (${targetRoom.name})`];
}

function isOwn(file: string, room: Room, target: string, targetRoom: Room): boolean {
  if (room !== targetRoom) return false;
  return !ONE_PER_FOLDER.has(room.name) || sliceOf(file) === sliceOf(target);
}

/** The slice of a file: the first four parts of its path, such as `packages/server/src/toggles`. */
function sliceOf(file: string): string {
  return file.split('/').slice(0, 4).join('/');
}

function reaches(reach: Reach, target: string, targetRoom: Room, isTypeOnly: boolean): boolean {
  if (reach === '*') return true;
  const { room, files, typesOnly } = typeof reach === 'string' ? { room: reach } : reach;
  if (targetRoom.name !== room && !targetRoom.name.startsWith(`${room}/`)) return false;
  return (files?.test(target) ?? true) && (typesOnly !== true || isTypeOnly);
}

/** Finds the room of a file, by the files that there are. */
function roomsAmong(all: readonly string[]): (file: string) => Room | undefined {
  const folders = new Map(
    ROOMS.map(({ name, having }) => [
      name,
      having && new Set(all.filter((file) => having.test(file)).map(sliceOf)),
    ]),
  );
  return (file) =>
    ROOMS.find(
      ({ name, files }) => files.test(file) && folders.get(name)?.has(sliceOf(file)) !== false,
    );
}

function bannedWords(file: string, { imports, globals, tables }: Source): string[] {
  return BANS.filter((ban) => ban.in.test(file) && ban.except?.test(file) !== true).flatMap((ban) =>
    ban.what.flatMap((word) => {
      const isUsed =
        globals.includes(word) ||
        tables.some((table) => word === `table ${table}`) ||
        imports.some(({ specifier }) => isOfPackage(specifier, word));
      return isUsed ? [`${file}: ${word} may not be used here. ${ban.why}`] : [];
    }),
  );
}

function isOfPackage(specifier: string, word: string): boolean {
  return word.endsWith(':')
    ? specifier.startsWith(word)
    : specifier === word || specifier.startsWith(`${word}/`);
}

function fullFolders(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const file of files) {
    if (!file.startsWith('packages/') || /(\.test\.tsx?|-sample\.ts)$/.test(file)) continue;
    const folder = path.posix.dirname(file);
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([folder, count]) => count > FILES_PER_FOLDER && !INDEXES.has(folder))
    .map(([folder, count]) => `${folder}: ${count} source files, at most ${FILES_PER_FOLDER}`);
}
