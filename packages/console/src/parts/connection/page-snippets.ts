import type { Snippet } from './connect-snippets.tsx';
import type { Connection } from './connection-snippets.ts';
import { installationOf } from './installation.ts';

/** Code for the first evaluation in a page or an app with a client key. docs/clients has the same programs. */
export function pageSnippets(connection: Connection): readonly Snippet[] {
  const { url, facts, key = 'YOUR_CLIENT_KEY', toggle, defaultValue } = connection;
  const kind = typeof defaultValue;
  const type = kind.charAt(0).toUpperCase() + kind.slice(1);
  const fallback = JSON.stringify(defaultValue);
  return [
    {
      language: 'React',
      packages: installationOf(facts, ['web', '@openfeature/web-sdk', '@openfeature/react-sdk']),
      code: `import { ComportaWebProvider } from '@comporta/web/openfeature';
import { OpenFeature, OpenFeatureProvider, useFlag } from '@openfeature/react-sdk';

OpenFeature.setContext({ targetingKey: 'user-1' });
OpenFeature.setProvider(
  new ComportaWebProvider({ url: '${url}', key: '${key}' }),
);

function Example() {
  const { value } = useFlag('${toggle}', ${fallback});
  return <p>{${kind === 'object' ? 'JSON.stringify' : 'String'}(value)}</p>;
}

export function App() {
  return (
    <OpenFeatureProvider>
      <Example />
    </OpenFeatureProvider>
  );
}`,
    },
    {
      language: 'JavaScript',
      packages: installationOf(facts, ['web', '@openfeature/web-sdk']),
      code: `import { ComportaWebProvider } from '@comporta/web/openfeature';
import { OpenFeature } from '@openfeature/web-sdk';

await OpenFeature.setContext({ targetingKey: 'user-1' });
await OpenFeature.setProviderAndWait(
  new ComportaWebProvider({ url: '${url}', key: '${key}' }),
);
const client = OpenFeature.getClient();
console.log(client.get${type}Value('${toggle}', ${fallback}));`,
    },
    {
      language: 'curl',
      packages: undefined,
      code: `curl -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\
  -d '{"context":{"targetingKey":"user-1"}}' "${url}/ofrep/v1/evaluate/flags"`,
    },
  ];
}
