import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig, SETTING_NAMES } from '../platform/config/config.ts';

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

interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly selector?: unknown;
    readonly template?: { readonly metadata: { readonly labels: object }; readonly spec: PodSpec };
  };
}

interface PodSpec {
  readonly enableServiceLinks: boolean;
  readonly securityContext: object;
  readonly containers: readonly {
    readonly env: readonly { readonly name: string; readonly value: string }[];
    readonly volumeMounts: readonly { readonly name: string }[];
  }[];
  readonly volumes: readonly { readonly name: string }[];
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
    expect(read('helm/comporta/templates/ingress.yaml')).toContain('affinity: cookie');
  });
});

describe('OPS-05: the Helm chart', () => {
  const values = parse(read('helm/comporta/values.yaml'));
  const templates = readdirSync(new URL('helm/comporta/templates/', DEPLOY));
  const rendered = (changes: object) =>
    templates.flatMap((name) =>
      parseAllDocuments(render(read(`helm/comporta/templates/${name}`), { ...values, ...changes }))
        .map((document) => {
          expect(document.errors).toEqual([]);
          return document.toJS() as KubernetesObject;
        })
        .filter((object) => object !== null),
    );

  it('has the version of this package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../package.json', DEPLOY), 'utf8'));
    expect(parse(read('helm/comporta/Chart.yaml'))).toMatchObject({ version, appVersion: version });
    expect(values.image).toContain(`:${version}`);
  });

  it('has nodes, a service and a disruption budget; edge nodes and an ingress when enabled', () => {
    const kinds = (objects: KubernetesObject[]) => objects.map(({ kind }) => kind).sort();
    expect(kinds(rendered({}))).toEqual(['Deployment', 'PodDisruptionBudget', 'Service']);
    const all = rendered({
      smtp: true,
      edge: { ...values.edge, enabled: true },
      ingress: { ...values.ingress, enabled: true },
    });
    expect(kinds(all)).toEqual([
      ...['Deployment', 'Deployment', 'Ingress'],
      ...['PodDisruptionBudget', 'Service', 'Service'],
    ]);
    for (const { kind } of all) expect(kind).not.toMatch(/^Cluster|Role/);
  });

  it('gives containers only existing settings and volumes, and neither root nor a writable file system', () => {
    for (const { spec } of rendered({ smtp: true, edge: { ...values.edge, enabled: true } })) {
      if (spec.template === undefined) continue;
      const { labels } = spec.template.metadata;
      expect(spec.selector).toEqual({ matchLabels: labels });
      const { enableServiceLinks, securityContext, containers, volumes } = spec.template.spec;
      // With them, Kubernetes sets COMPORTA_SERVICE_HOST and more, and `comporta check` reports them as misspelt.
      expect(enableServiceLinks).toBe(false);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
      for (const container of containers) {
        expect(container).toMatchObject({ securityContext: { readOnlyRootFilesystem: true } });
        for (const { name } of container.env) expect(SETTING_NAMES).toContain(name);
        // Without this, all callers behind an ingress would count as one address.
        expect(container.env).toContainEqual({ name: 'TRUST_PROXY', value: values.trustProxy });
        const plain = container.env.filter(({ name }) => !name.endsWith('_FILE'));
        readConfig(Object.fromEntries(plain.map(({ name, value }) => [name, value])));
        for (const { name } of container.volumeMounts) {
          expect(volumes.map((volume) => volume.name)).toContain(name);
        }
      }
    }
  });

  it('OPR-10: has the memory that an import is known to need', () => {
    expect(values.resources).toMatchObject({
      requests: { memory: '512Mi' },
      limits: { memory: '1Gi' },
    });
  });

  it('has settings that are JSON', () => {
    const settings = {
      PLANS: '{"TRIAL": {"MAX_APPS": 3}}',
      REGION_URLS: '{"eu": "https://eu.example.com"}',
      STREAMS_PER_ENVIRONMENT: 3_000,
    };
    const deployment = rendered({ settings }).find(({ kind }) => kind === 'Deployment');
    const [container] = deployment?.spec.template?.spec.containers ?? [];
    for (const [name, value] of Object.entries(settings)) {
      expect(container?.env).toContainEqual({ name, value: String(value) });
    }
  });
});

type Values = Readonly<Record<string, unknown>>;

/** Renders what the chart uses of Helm's language: values, `if` on its own line, and one `range` over a map. */
function render(template: string, values: Values): string {
  const lookUp = (address: string): unknown =>
    address
      .split('.')
      .slice(2)
      .reduce<unknown>((value, name) => Reflect.get(Object(value), name), values);
  return template
    .replaceAll(
      /^ *\{\{- range \$name, \$value := (\S+) \}\}\n([\s\S]*?)^ *\{\{- end \}\}\n/gm,
      (_, address: string, body: string) =>
        Object.entries(Object(lookUp(address)))
          .map(([name, value]) =>
            body
              .replaceAll('{{ $name }}', name)
              .replaceAll('{{ $value | toString | quote }}', JSON.stringify(String(value))),
          )
          .join(''),
    )
    .replaceAll(
      /^ *\{\{- if (\S+) \}\}\n([\s\S]*?)^ *\{\{- end \}\}\n/gm,
      (_, address: string, body: string) => (lookUp(address) === true ? body : ''),
    )
    .replaceAll('{{ .Release.Name }}', 'toggles')
    .replaceAll(/\{\{ (\.Values\.[\w.]+) \}\}/g, (_, address: string) => {
      const value = lookUp(address);
      if (value === undefined) throw new Error(`${address} is no value`);
      return String(value);
    });
}
