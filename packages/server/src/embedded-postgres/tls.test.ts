import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openConnection } from '../platform/database/connection.ts';
import { openDatabase } from '../platform/database/database.ts';
import { findFreePort } from '../testing/spawned-service.ts';
import { prepareCluster } from './cluster.ts';
import { SUPERUSER } from './create-cluster.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

const EC = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
const HAS_OPENSSL = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!HAS_OPENSSL)('OPS-15: a PostgreSQL with TLS', () => {
  let folder: string;
  let server: ServerProcess;
  let address: (host: string, query: string) => string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-tls-'));
    chmodSync(folder, 0o755);
    makeAuthority('ours');
    makeAuthority('other');
    makeCertificate('localhost');
    const cluster = await prepareCluster({ dataDir: folder, fsync: false, report: () => {} });
    const key = inFolder('localhost.key');
    if (cluster.user !== undefined) chownSync(key, cluster.user.uid, cluster.user.gid);
    const port = await findFreePort();
    server = startServerProcess(cluster, {
      ssl: 'on',
      ssl_cert_file: inFolder('localhost.pem'),
      ssl_key_file: key,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      port: `${port}`,
      fsync: 'off',
    });
    await server.ready;
    address = (host, query) =>
      `postgres://${SUPERUSER}:${cluster.password}@${host}:${port}/postgres?${query}`;
  });
  afterAll(async () => {
    server.stop();
    await server.ended;
    rmSync(folder, { recursive: true });
  });

  const inFolder = (name: string) => path.join(folder, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' });

  function makeAuthority(name: string): void {
    const files = ['-keyout', inFolder(`${name}.key`), '-out', inFolder(`${name}.pem`)];
    const subject = ['-subj', `/CN=${name}`, '-addext', 'basicConstraints=critical,CA:TRUE'];
    openssl('req', '-x509', ...EC, ...subject, ...files);
  }

  /** Signed by our authority. */
  function makeCertificate(host: string): void {
    const authority = ['-CA', inFolder('ours.pem'), '-CAkey', inFolder('ours.key')];
    const files = ['-keyout', inFolder(`${host}.key`), '-out', inFolder(`${host}.pem`)];
    const subject = ['-subj', `/CN=${host}`, '-addext', `subjectAltName=DNS:${host}`];
    openssl('req', '-x509', ...EC, ...authority, ...subject, ...files);
    chmodSync(inFolder(`${host}.key`), 0o600);
  }

  const IS_ENCRYPTED = raw`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;

  /** Connects with the pool of the service, and with the single connection of commands and migrations. */
  async function connect(url: string): Promise<void> {
    const database = openDatabase(url, () => {});
    try {
      expect((await database.sql.execute(IS_ENCRYPTED)).rows).toEqual([{ ssl: true }]);
    } finally {
      await database.close();
    }
    const connection = await openConnection(url);
    expect((await connection.sql.execute(IS_ENCRYPTED)).rows).toEqual([{ ssl: true }]);
    await connection.close();
  }

  it('sslmode=require encrypts without verifying the server', async () => {
    await connect(address('127.0.0.1', 'sslmode=require'));
  });

  it('verify-full accepts a certificate of a private authority for the host in the URL', async () => {
    const root = `sslrootcert=${inFolder('ours.pem')}`;
    await connect(address('localhost', `sslmode=verify-full&${root}`));
  });

  it.each([
    ['of another authority', 'localhost', 'other.pem', /self-signed|unable to verify|issuer/],
    ['of another host', '127.0.0.1', 'ours.pem', /does not match/],
  ])('verify-full refuses a certificate %s', async (_what, host, authority, reason) => {
    const url = address(host, `sslmode=verify-full&sslrootcert=${inFolder(authority)}`);
    await expect(openConnection(url)).rejects.toThrow(reason);
  });
});
