import { expect, it } from 'vitest';
import { installationOf, withInstallations } from './installation.ts';

const REGISTRY = { version: '0.3.0', packagesUrl: 'https://toggles.example.com/packages/' };

it('FAIR-72: packages are installed from the service', () => {
  expect(installationOf(REGISTRY, ['web', '@openfeature/web-sdk'])).toEqual({
    source: 'registry',
    prepare:
      'npm config set @comporta:registry=https://toggles.example.com/packages/ --location=project',
    install: 'npm install @comporta/web @openfeature/web-sdk',
  });
});

it.each([{ version: '0.3.0', packagesUrl: null }, { version: '0.2.0' }])(
  'FAIR-72: packages are packed in the checkout of a service that has none: %o',
  (facts) => {
    expect(installationOf(facts, ['sdk'])).toEqual({
      source: 'checkout',
      prepare: 'npm pack --workspace @comporta/sdk --pack-destination YOUR_PROJECT',
      install: `npm install ./comporta-sdk-${facts.version}.tgz`,
    });
  },
);

const DOCUMENT = `npm config set @comporta:registry=https://comporta.example.com/packages/ --location=project
npm install @comporta/sdk @openfeature/server-sdk`;

it('FAIR-72: the commands of the help are those of this service', () => {
  expect(withInstallations(DOCUMENT, REGISTRY)).toBe(
    DOCUMENT.replace('comporta.example.com', 'toggles.example.com'),
  );
  expect(withInstallations(DOCUMENT, { version: '0.3.0', packagesUrl: null })).toBe(
    'npm pack --workspace @comporta/sdk --pack-destination YOUR_PROJECT\n' +
      'npm install ./comporta-sdk-0.3.0.tgz @openfeature/server-sdk',
  );
  expect(withInstallations('const a = 1;', REGISTRY)).toBe('const a = 1;');
});
