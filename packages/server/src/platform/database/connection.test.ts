import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { readConfig } from '../config/config.ts';
import { connectionOptions } from './connection.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-tls-'));
afterAll(() => rmSync(folder, { recursive: true }));
const AUTHORITY = path.join(folder, 'ca.pem');
writeFileSync(AUTHORITY, 'certificate');

const HOST = 'postgres://ana:secret@db.example.com/toggles';

it.each([
  [
    'require encrypts without checking the certificate',
    `${HOST}?sslmode=require`,
    { rejectUnauthorized: false },
  ],
  [
    'verify-full accepts a private authority, and checks the host name',
    `${HOST}?sslmode=verify-full&sslrootcert=${AUTHORITY}`,
    { ca: 'certificate' },
  ],
])('OPS-15: sslmode=%s, and Node prints nothing', (_, url, ssl) => {
  const print = vi.spyOn(process, 'emitWarning');
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  const client = new pg.Client(connectionOptions(url));
  expect(Reflect.get(client, 'ssl')).toEqual(ssl);
  expect(print).not.toHaveBeenCalled();
  print.mockRestore();
});

it('OPS-15: the host parameter may name the folder of a Unix socket', () => {
  const url = 'postgres://ana@localhost/toggles?host=/run/postgresql';
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
  expect(new pg.Client(connectionOptions(url))).toMatchObject({
    host: '/run/postgresql',
    database: 'toggles',
    user: 'ana',
  });
});
