import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { readConfig, SETTING_NAMES } from '../../platform/config/config.ts';
import { type HelmContext, renderHelm } from './helm-template.ts';

const CHART = new URL('../../../../../deploy/helm/comporta/', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, CHART), 'utf8');

interface KubernetesObject {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly annotations?: object };
  readonly spec: {
    readonly selector?: unknown;
    readonly template?: {
      readonly metadata: {
        readonly labels: object;
        readonly annotations: Readonly<Record<string, string>>;
      };
      readonly spec: PodSpec;
    };
  };
}

interface PodSpec {
  readonly serviceAccountName?: string;
  readonly enableServiceLinks: boolean;
  readonly securityContext: object;
  readonly containers: readonly {
    readonly env: readonly { readonly name: string; readonly value: string }[];
    readonly resources: object;
    readonly startupProbe: object;
    readonly volumeMounts: readonly { readonly name: string }[];
  }[];
  readonly volumes: readonly { readonly name: string }[];
}

const values = parse(read('values.yaml'));
const templates = readdirSync(new URL('templates/', CHART));
const contextOf = (changes: object, secrets: HelmContext['secrets'] = {}): HelmContext => ({
  values: { ...values, ...changes },
  release: 'toggles',
  secrets,
});

function rendered(changes: object, secrets?: HelmContext['secrets']): KubernetesObject[] {
  return templates
    .filter((name) => name.endsWith('.yaml'))
    .flatMap((name) =>
      parseAllDocuments(renderHelm(read(`templates/${name}`), contextOf(changes, secrets)))
        .map((document) => {
          expect(document.errors).toEqual([]);
          return document.toJS() as KubernetesObject;
        })
        .filter((object) => object !== null),
    );
}

const kindsOf = (objects: readonly KubernetesObject[]) => objects.map(({ kind }) => kind).sort();
const only = (objects: readonly KubernetesObject[], kind: string) =>
  objects.filter((object) => object.kind === kind);

/** Everything that the chart can make. */
const ALL = {
  smtp: true,
  metrics: {
    enabled: true,
    serviceMonitor: { enabled: true, interval: '15s', labels: { release: 'prometheus' } },
  },
  edge: { ...values.edge, enabled: true },
  ingress: {
    ...values.ingress,
    enabled: true,
    className: 'nginx',
    annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' },
  },
  httpRoute: { ...values.httpRoute, enabled: true, timeouts: { request: '0s' } },
  networkPolicy: {
    enabled: true,
    from: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    edgeFrom: [{ ipBlock: { cidr: '10.0.0.0/8' } }],
  },
};

describe('OPS-05: the Helm chart', () => {
  it('has the version of this package', () => {
    const { version } = JSON.parse(readFileSync(new URL('../../../package.json', CHART), 'utf8'));
    expect(parse(read('Chart.yaml'))).toMatchObject({ version, appVersion: version });
    expect(values.image).toContain(`:${version}`);
  });

  it('has nodes, a service and a disruption budget; more only when it is asked for', () => {
    const plain = rendered({});
    expect(kindsOf(plain)).toEqual([
      ...['Deployment', 'PodDisruptionBudget', 'Service', 'ServiceAccount'],
    ]);
    const all = rendered(ALL);
    expect(kindsOf(all)).toEqual([
      ...['Deployment', 'Deployment', 'HTTPRoute', 'Ingress', 'NetworkPolicy', 'NetworkPolicy'],
      ...['PodDisruptionBudget', 'PodDisruptionBudget', 'Service', 'Service'],
      ...['ServiceAccount', 'ServiceMonitor'],
    ]);
    for (const { kind } of all) expect(kind).not.toMatch(/^Cluster|Role/);
  });

  it('gives containers only existing settings and volumes, and neither root nor a writable file system', () => {
    for (const { spec } of [...rendered({}), ...rendered(ALL)]) {
      if (spec?.template === undefined) continue;
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

  it('SCL-31: edge nodes keep events only where each has a volume of its own', () => {
    const edgeOf = (changes: object) => {
      const edge = { ...values.edge, enabled: true, ...changes };
      const found = rendered({ edge }).filter(({ metadata }) => metadata.name === 'toggles-edge');
      return found.find(({ spec }) => spec?.template !== undefined);
    };
    const settings = (object: KubernetesObject | undefined) =>
      object?.spec.template?.spec.containers[0]?.env;
    const volumes = (object: KubernetesObject | undefined) =>
      object?.spec.template?.spec.volumes.map(({ name }) => name);
    const plain = edgeOf({});
    expect(plain?.kind).toBe('Deployment');
    expect(settings(plain)).toContainEqual({ name: 'EDGE_SPOOL_MB', value: '0' });
    expect(volumes(plain)).toEqual(['secrets', 'data']);
    const kept = edgeOf({ persistence: { ...values.edge.persistence, enabled: true } });
    expect(kept?.kind).toBe('StatefulSet');
    expect(settings(kept)).toContainEqual({ name: 'EDGE_SPOOL_MB', value: '64' });
    expect(volumes(kept)).toEqual(['secrets']);
    const accessModes = ['ReadWriteOnce'];
    const resources = { requests: { storage: '1Gi' } };
    expect(kept?.spec).toMatchObject({
      serviceName: 'toggles-edge',
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes, resources } }],
    });
    expect(kept?.spec).not.toHaveProperty('strategy');
  });

  it('OPR-10: has the memory that an import is known to need', () => {
    expect(values.resources).toMatchObject({
      requests: { memory: '512Mi' },
      limits: { memory: '1Gi' },
    });
  });

  it('names only values that there are', () => {
    const isThere = (address: string, from: unknown = values) =>
      address
        .split('.')
        .reduce<unknown>((value, name) => Reflect.get(Object(value), name), from) !== undefined;
    for (const name of templates) {
      const text = read(`templates/${name}`);
      const variables = new Map<string, string>();
      for (const [, variable = '', of, address] of text.matchAll(
        /\$(\w+) := (\.Values|\$\w+)\.([\w.]+)/g,
      )) {
        const whole =
          of === '.Values' ? address : `${variables.get(of?.slice(1) ?? '')}.${address}`;
        variables.set(variable, whole ?? '');
      }
      const named = [...text.matchAll(/\.Values\.([\w.]+)/g)].map(([, address = '']) => address);
      const inVariables = [...text.matchAll(/\$(\w+)\.([\w.]+)/g)].map(
        ([, variable = '', address]) => `${variables.get(variable)}.${address}`,
      );
      for (const address of [...named, ...inVariables]) {
        expect(isThere(address), `${name}: ${address}`).toBe(true);
      }
    }
  });

  it('SCL-31: takes the values of the release before, which `helm upgrade --reuse-values` gives it', () => {
    const before = parse(readFileSync(new URL('values-0.2.0.yaml', import.meta.url), 'utf8'));
    const renderedOld = (changes: object) => {
      const context = { values: { ...before, ...changes }, release: 'toggles', secrets: {} };
      return templates.flatMap((name) =>
        parseAllDocuments(renderHelm(read(`templates/${name}`), context))
          .map((document): KubernetesObject | null => document.toJS())
          .filter((object) => typeof object?.kind === 'string'),
      );
    };
    expect(kindsOf(renderedOld({}) as KubernetesObject[])).toEqual([
      ...['Deployment', 'PodDisruptionBudget', 'Service'],
    ]);
    const on = {
      ingress: { ...before.ingress, enabled: true },
      edge: { ...before.edge, enabled: true },
    };
    const objects = renderedOld(on) as KubernetesObject[];
    expect(kindsOf(objects)).toEqual([
      ...['Deployment', 'Deployment', 'Ingress', 'PodDisruptionBudget', 'PodDisruptionBudget'],
      ...['Service', 'Service'],
    ]);
    const edge = only(objects, 'Deployment').find(({ metadata }) => /edge/.test(metadata.name));
    expect(edge?.spec.template?.spec.containers[0]?.env).toContainEqual({
      name: 'EDGE_SPOOL_MB',
      value: '0',
    });
  });

  it('has settings that are JSON', () => {
    const settings = {
      PLANS: '{"TRIAL": {"MAX_APPS": 3}}',
      REGION_URLS: '{"eu": "https://eu.example.com"}',
      STREAMS_PER_ENVIRONMENT: 3_000,
    };
    const [deployment] = only(rendered({ settings }), 'Deployment');
    const [container] = deployment?.spec.template?.spec.containers ?? [];
    for (const [name, value] of Object.entries(settings)) {
      expect(container?.env).toContainEqual({ name, value: String(value) });
    }
  });
});

describe('COV-06: the chart is made for no ingress in particular', () => {
  it('has only the annotations of its user, on an ingress or an HTTPRoute', () => {
    const none = { ...values.ingress, enabled: true };
    const [ingress] = only(rendered({ ingress: none }), 'Ingress');
    expect(ingress).toMatchObject({ metadata: { annotations: {} } });
    expect(ingress?.metadata.annotations).toEqual({});
    expect(ingress?.spec).not.toHaveProperty('ingressClassName');
    const all = rendered(ALL);
    expect(only(all, 'Ingress')).toMatchObject([
      {
        metadata: { annotations: { 'cert-manager.io/cluster-issuer': 'letsencrypt' } },
        spec: { ingressClassName: 'nginx' },
      },
    ]);
    expect(only(all, 'HTTPRoute')).toMatchObject([
      {
        spec: {
          parentRefs: [{ name: 'gateway' }],
          hostnames: ['toggles.example.com'],
          rules: [{ backendRefs: [{ name: 'toggles', port: 80 }], timeouts: { request: '0s' } }],
        },
      },
    ]);
  });

  it('asks for a metrics token only where there are metrics, which the ServiceMonitor then reads', () => {
    const tokenOf = (objects: readonly KubernetesObject[]) =>
      only(objects, 'Deployment')[0]
        ?.spec.template?.spec.containers[0]?.env.filter(({ name }) => /METRICS/.test(name))
        .map(({ value }) => value);
    expect(tokenOf(rendered({}))).toEqual([]);
    const all = rendered(ALL);
    expect(tokenOf(all)).toEqual(['/run/secrets/comporta/metrics-token']);
    const [monitor] = only(all, 'ServiceMonitor');
    expect(monitor).toMatchObject({
      metadata: { labels: { release: 'prometheus' } },
      spec: {
        endpoints: [
          {
            interval: '15s',
            authorization: { credentials: { name: 'comporta', key: 'metrics-token' } },
          },
        ],
      },
    });
    const found = only(all, 'Service').filter(({ metadata }) => 'labels' in metadata);
    expect(found).toMatchObject([
      { metadata: { name: 'toggles', labels: Object(monitor?.spec.selector).matchLabels } },
    ]);
  });

  it('places and names its pods as the cluster asks for', () => {
    const pods = {
      imagePullSecrets: [{ name: 'registry' }],
      nodeSelector: { 'kubernetes.io/arch': 'arm64' },
      tolerations: [{ key: 'dedicated', operator: 'Exists' }],
    };
    const podAnnotations = { 'example.com/turn': 2 };
    for (const { spec } of only(rendered({ ...ALL, ...pods, podAnnotations }), 'Deployment')) {
      expect(spec.template?.spec).toMatchObject({ ...pods, serviceAccountName: 'toggles' });
      expect(spec.template?.metadata.annotations).toMatchObject({ 'example.com/turn': '2' });
    }
  });

  it('says at the end of an installation where it is, and what is off', () => {
    const notes = renderHelm(read('templates/NOTES.txt'), contextOf({}));
    expect(notes).toContain('https://toggles.example.com/signup');
    expect(notes).toContain('No mails are sent');
    expect(notes).toContain('There is no /metrics');
    expect(renderHelm(read('templates/NOTES.txt'), contextOf(ALL))).toContain('Mails are sent.');
  });

  it('refuses values that it does not know', () => {
    const schema = z.fromJSONSchema(JSON.parse(read('values.schema.json')));
    expect(schema.safeParse(values).error).toBeUndefined();
    expect(schema.safeParse({ ...values, ...ALL }).error).toBeUndefined();
    for (const wrong of [
      { image: 1 },
      { imagePullSecret: 'registry' },
      { nodes: '2' },
      { ingress: { ...values.ingress, anotations: {} } },
      { edge: { ...values.edge, replicas: 3 } },
      { metrics: { ...values.metrics, serviceMonitor: true } },
    ]) {
      expect(schema.safeParse({ ...values, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
    }
  });
});

describe('OPR-13: the pods of the chart', () => {
  it('of edges have resources, a startup probe, a spread and a disruption budget as those of nodes', () => {
    const all = rendered(ALL);
    const deployments = only(all, 'Deployment');
    expect(deployments).toHaveLength(2);
    for (const { metadata, spec } of deployments) {
      const labels = spec.template?.metadata.labels;
      expect(spec).toMatchObject({ strategy: { rollingUpdate: { maxUnavailable: 0 } } });
      expect(spec.template?.spec).toMatchObject({
        topologySpreadConstraints: [{ labelSelector: { matchLabels: labels } }],
        containers: [
          {
            startupProbe: { httpGet: { path: '/livez' } },
            resources: {
              requests: { memory: expect.any(String) },
              limits: { memory: expect.any(String) },
            },
          },
        ],
      });
      const budgets = only(all, 'PodDisruptionBudget');
      expect(budgets.filter(({ metadata: { name } }) => name === metadata.name)).toMatchObject([
        { spec: { maxUnavailable: 1, selector: { matchLabels: labels } } },
      ]);
    }
  });

  it('are restarted when their Secret has changed', () => {
    const sumsOf = (secrets: HelmContext['secrets']) =>
      only(rendered(ALL, secrets), 'Deployment').map(
        ({ spec }) => spec.template?.metadata.annotations['checksum/secret'],
      );
    const before = {
      comporta: { 'database-url': 'YQ==' },
      'comporta-edge': { 'comporta-key': 'YQ==' },
    };
    const [node, edge] = sumsOf(before);
    const json = JSON.stringify(before.comporta);
    expect(node).toBe(createHash('sha256').update(json).digest('hex'));
    expect(sumsOf({ ...before, comporta: { 'database-url': 'Yg==' } })).toEqual([
      expect.not.stringMatching(`^${node}$`),
      edge,
    ]);
  });

  it('let in only whom the NetworkPolicy names, and the edges', () => {
    const labelsOf = (name: string) => ({
      'app.kubernetes.io/name': name,
      'app.kubernetes.io/instance': 'toggles',
    });
    const edges = { podSelector: { matchLabels: labelsOf('comporta-edge') } };
    expect(only(rendered(ALL), 'NetworkPolicy').map(({ spec }) => spec)).toEqual([
      {
        podSelector: { matchLabels: labelsOf('comporta') },
        policyTypes: ['Ingress'],
        ingress: [{ ports: [{ port: 'http' }], from: [edges, ...ALL.networkPolicy.from] }],
      },
      {
        podSelector: { matchLabels: labelsOf('comporta-edge') },
        policyTypes: ['Ingress'],
        ingress: [{ ports: [{ port: 'http' }], from: ALL.networkPolicy.edgeFrom }],
      },
    ]);
    const closed = { enabled: true, from: [], edgeFrom: [] };
    expect(only(rendered({ ...ALL, networkPolicy: closed }), 'NetworkPolicy')).toMatchObject([
      { spec: { ingress: [{ from: [edges] }] } },
      { spec: { ingress: [] } },
    ]);
  });

  it('believe every private address only where that is said', () => {
    expect(values.trustProxy).toBe('uniquelocal');
    expect(read('values.yaml')).toMatch(/uniquelocal stands for every private address/);
    const notes = renderHelm(read('templates/NOTES.txt'), contextOf({}));
    expect(notes).toContain('each pod of the cluster can choose the address');
  });
});
