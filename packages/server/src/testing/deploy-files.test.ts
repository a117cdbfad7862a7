import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { SETTING_NAMES } from '../platform/config/config.ts';

const DEPLOY = new URL('../../../../deploy/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, DEPLOY), 'utf8');

describe('OPS-05: the compose file', () => {
  const { services, secrets, volumes } = parse(read('compose.yaml'), { merge: true });

  it('has one service by default, and the cluster as a profile', () => {
    const byItself = Object.entries<{ profiles?: string[] }>(services)
      .filter(([, { profiles }]) => profiles === undefined)
      .map(([name]) => name);
    expect(byItself).toEqual(['comporta']);
    expect(Object.keys(services)).toEqual(
      expect.arrayContaining(['database', 'node-1', 'node-2', 'edge', 'proxy']),
    );
  });

  it('names only volumes, secrets and settings that exist', () => {
    for (const service of Object.values<Service>(services)) {
      for (const volume of service.volumes ?? []) {
        const [name = ''] = volume.split(':');
        if (!name.startsWith('.')) expect(volumes).toHaveProperty(name);
      }
      for (const secret of service.secrets ?? []) expect(secrets).toHaveProperty(secret);
      if (service.image !== 'comporta') continue;
      for (const name of Object.keys(service.environment ?? {})) {
        expect(SETTING_NAMES).toContain(name);
      }
    }
  });
});

interface Service {
  readonly image?: string;
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

it('OPR-11: the secrets of the compose file are neither committed nor in the image', () => {
  const { secrets } = parse(read('compose.yaml'), { merge: true });
  const files = Object.values<{ file: string }>(secrets).map(({ file }) => file);
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(file).toMatch(/^secrets\//);
  expect(read('../.gitignore').split('\n')).toContain('deploy/secrets/');
  // The build copies the whole checkout.
  expect(read('Dockerfile.dockerignore').split('\n')).toContain('deploy/secrets');
});

it('OPR-13: the image installs before it copies the sources, and has no npm', () => {
  const dockerfile = read('Dockerfile');
  const [build = '', , final = ''] = dockerfile.split(/^FROM /m).slice(1);
  const [manifests = '', sources = ''] = build.split('RUN npm ci');
  expect(manifests).not.toContain('COPY . .');
  expect(sources).toContain('COPY . .');
  const workspaces = ['packages/*', 'bench', 'e2e'].flatMap((folder) =>
    globSync(`${folder}/package.json`, { cwd: new URL('../', DEPLOY) }),
  );
  expect(workspaces.length).toBeGreaterThan(5);
  for (const manifest of workspaces) expect(manifests).toContain(`COPY ${manifest} `);
  expect(final).toMatch(/^RUN rm -rf \/usr\/local\/lib\/node_modules .*\/usr\/local\/bin\/npm /m);
});

it('OPR-05: the unit does not repeat for ever what cannot come right', () => {
  const [head = '', service = ''] = read('comporta.service').split('[Service]');
  expect(head).toMatch(/^StartLimitIntervalSec=1d$/m);
  expect(head).toMatch(/^StartLimitBurst=\d+$/m);
  expect(service).toMatch(/^RestartSteps=\d+$/m);
  expect(service).toMatch(/^RestartMaxDelaySec=5min$/m);
  expect(service).toMatch(/^RestartPreventExitStatus=.*\b78\b/m);
});

it('COV-13: the unit and its document name the Node that they need', () => {
  const [major] = /(?<= < )\d+/.exec(read('../packages/server/build/package/comporta.js')) ?? [];
  expect(read('comporta.service').split('[Unit]')[0]).toContain(`Node ${major} or newer`);
  expect(read('README.md')).toContain(`Node ${major} or newer`);
});

describe('OPS-05: the proxies', () => {
  it.each(['nginx.conf', 'compose-nginx.conf'])(
    '%s keeps the addresses that edge nodes send',
    (name) => {
      const headers = new Set(read(name).match(/(?<=X-Forwarded-For ).*/g));
      expect(headers).toEqual(new Set(['$proxy_add_x_forwarded_for;']));
    },
  );

  it('name each request, so that it is found in the logs of both', () => {
    for (const location of read('nginx.conf').matchAll(/location [^}]*}/g)) {
      expect(location[0]).toContain('proxy_set_header X-Request-Id $request_id;');
    }
    expect(read('compose-nginx.conf')).toMatch(/^ {2}proxy_set_header X-Request-Id \$request_id;/m);
  });

  it('send requests to nodes without a database', () => {
    expect(read('Caddyfile')).not.toContain('health_uri');
    expect(read('compose-nginx.conf')).toContain('proxy_next_upstream error timeout;');
    expect(read('Dockerfile')).toMatch(/HEALTHCHECK .*\n.*\/livez/);
  });

  it('send a browser to one node, because the console of another release has other files', () => {
    for (const name of ['nginx.conf', 'compose-nginx.conf']) {
      expect(read(name)).toMatch(/^ {2}hash \$remote_addr/m);
    }
    expect(read('helm/comporta/values.yaml')).toContain('affinity: cookie');
  });
});
