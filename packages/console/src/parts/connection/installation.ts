import type { ServiceFacts } from '@comporta/contract/service/service-facts';

/** What the service says about our packages; a node of 0.2.0, which has none, does not mention them. */
export type PackageFacts = Pick<ServiceFacts, 'version'> &
  Partial<Pick<ServiceFacts, 'packagesUrl'>>;

export interface Installation {
  /** Where our packages come from: the service, or the checkout that it runs from. */
  readonly source: 'registry' | 'checkout';
  /** Is to be run first, once per project. */
  readonly prepare: string;
  readonly install: string;
}

/** How a project installs one of our packages, and others that it needs beside it, such as `@openfeature/web-sdk`. */
export function installationOf(
  { packagesUrl, version }: PackageFacts,
  [name, ...others]: readonly [name: 'sdk' | 'web', ...others: readonly string[]],
): Installation {
  const install = (own: string) => ['npm install', own, ...others].join(' ');
  if (packagesUrl) {
    return {
      source: 'registry',
      prepare: `npm config set @comporta:registry=${packagesUrl} --location=project`,
      install: install(`@comporta/${name}`),
    };
  }
  return {
    source: 'checkout',
    prepare: `npm pack --workspace @comporta/${name} --pack-destination YOUR_PROJECT`,
    install: install(`./comporta-${name}-${version}.tgz`),
  };
}

const DOCUMENTED =
  /^npm config set @comporta:registry=\S+ --location=project\nnpm install @comporta\/(sdk|web)(.*)$/gm;

/** Replaces the commands of a document, whose address is an example, by those that work with this service. */
export function withInstallations(text: string, facts: PackageFacts): string {
  return text.replaceAll(DOCUMENTED, (_, name: 'sdk' | 'web', others: string) => {
    const { prepare, install } = installationOf(facts, [
      name,
      ...others.split(' ').filter(Boolean),
    ]);
    return `${prepare}\n${install}`;
  });
}
