import { chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const TRUSTED = /^((?:local|host)\s.*\s)trust\s*$/gm;

/**
 * Clusters created by an earlier release trust every client that can open the socket. From the next start on they
 * require the password, which they have had since their creation.
 */
export function requirePasswords(clusterFolder: string): void {
  const file = path.join(clusterFolder, 'pg_hba.conf');
  const rules = readFileSync(file, 'utf8');
  const asking = rules.replace(TRUSTED, '$1scram-sha-256');
  if (asking === rules) return;
  const aside = `${file}.new`;
  const { uid, gid, mode } = statSync(file);
  writeFileSync(aside, asking, { mode });
  if (process.getuid?.() === 0) chownSync(aside, uid, gid);
  renameSync(aside, file);
}
