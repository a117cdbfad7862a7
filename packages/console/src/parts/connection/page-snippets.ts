import type { Snippet } from './connect-snippets.tsx';
import type { Connection } from './connection-snippets.ts';

const PACKAGES = '@openfeature/ofrep-web-provider @openfeature/web-sdk';

/** How a page or an app asks for its first toggle with a client key. */
export function pageSnippets({ url, key, toggle, defaultValue }: Connection): readonly Snippet[] {
  const type = typeof defaultValue === 'boolean' ? 'Boolean' : 'String';
  const fallback = JSON.stringify(defaultValue);
  const connect = `await OpenFeature.setContext({ targetingKey: 'user-1' });
await OpenFeature.setProviderAndWait(
  new OFREPWebProvider({
    baseUrl: '${url}',
    fetchImplementation: (request, init) => fetch(request, init),
    headers: [['Authorization', 'Bearer ${key}']],
  }),
);`;
  return [
    {
      language: 'JavaScript',
      packages: `npm install ${PACKAGES}`,
      code: `import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature } from '@openfeature/web-sdk';

${connect}
const client = OpenFeature.getClient();
console.log(client.get${type}Value('${toggle}', ${fallback}));`,
    },
    {
      language: 'React',
      packages: `npm install ${PACKAGES} @openfeature/react-sdk`,
      code: `import { OFREPWebProvider } from '@openfeature/ofrep-web-provider';
import { OpenFeature, OpenFeatureProvider, useFlag } from '@openfeature/react-sdk';

${connect}

function Example() {
  const { value } = useFlag('${toggle}', ${fallback});
  return <p>{String(value)}</p>;
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
      language: 'curl',
      packages: undefined,
      code: `curl -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" \\
  -d '{"context":{"targetingKey":"user-1"}}' "${url}/ofrep/v1/evaluate/flags"`,
    },
  ];
}
