import { and, asc, eq } from 'drizzle-orm';
import type { Sql } from '../../platform/database/sql.ts';
import { clientPackages } from '../../tables/client-packages.ts';
import type { BuiltPackage } from './built-packages.ts';

type Version = Pick<BuiltPackage, 'name' | 'version'>;

function isOf({ name, version }: Version) {
  return and(eq(clientPackages.name, name), eq(clientPackages.version, version));
}

export async function isPackageStored(sql: Sql, version: Version): Promise<boolean> {
  return (await sql.$count(clientPackages, isOf(version))) > 0;
}

/** Another node may store the same at the same time. */
export async function storePackage(sql: Sql, built: BuiltPackage): Promise<void> {
  await sql.insert(clientPackages).values(built).onConflictDoNothing();
}

/** The stored versions of a package, oldest first. */
export function listPackageVersions(sql: Sql, name: string) {
  const { version, manifest } = clientPackages;
  return sql
    .select({ version, manifest })
    .from(clientPackages)
    .where(eq(clientPackages.name, name))
    .orderBy(asc(clientPackages.createdAt), asc(version));
}

export async function findPackageFile(sql: Sql, version: Version): Promise<Buffer | undefined> {
  const [stored] = await sql
    .select({ file: clientPackages.file })
    .from(clientPackages)
    .where(isOf(version));
  return stored?.file;
}
