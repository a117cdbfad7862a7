import type { Snippet } from './connect-snippets.tsx';
import { installationOf, type PackageFacts } from './installation.ts';

/** `Node` is our SDK; `JavaScript` asks over OFREP, a request for each evaluation, as the other languages do. */
export const SNIPPET_LANGUAGES = ['Node', 'Python', 'Go', 'Java', 'JavaScript', 'curl'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** The settings that a system needs to evaluate its first toggle. */
export interface Connection {
  /** The address where systems fetch toggles, without a trailing slash. */
  readonly url: string;
  /** What the service says about our packages. */
  readonly facts: PackageFacts;
  /** Undefined when it is unknown: the key is shown only once, when it is made. */
  readonly key: string | undefined;
  readonly toggle: string;
  /** The value that a system uses when there is no response; its type is that of the toggle. */
  readonly defaultValue: boolean | number | string | Readonly<Record<string, never>>;
}

type ValueKind = 'boolean' | 'number' | 'string' | 'object';

/** The names of the types in each language's OpenFeature SDK. */
const CALLS = {
  JavaScript: { boolean: 'Boolean', number: 'Number', string: 'String', object: 'Object' },
  Go: { boolean: 'Boolean', number: 'Float', string: 'String', object: 'Object' },
  // Its provider refuses a whole number as a Double, and any other as an Integer.
  Java: { boolean: 'Boolean', number: 'Object', string: 'String', object: 'Object' },
} as const satisfies Readonly<Record<string, Readonly<Record<ValueKind, string>>>>;

/** A number that is written as a whole one, and not as 1e21. */
const WHOLE = /^-?\d+$/;

const KEY_TO_FILL_IN = 'YOUR_ENVIRONMENT_KEY';

/** The address that returns the value of every toggle. */
export function toggleFetchUrl(url: string): string {
  return `${url}/api/toggles?uid=user-1`;
}

/** The packages of others to install before the code runs; curl needs none. */
const SNIPPET_PACKAGES: Readonly<Record<Exclude<SnippetLanguage, 'Node'>, string | undefined>> = {
  JavaScript: 'npm install @openfeature/server-sdk @openfeature/ofrep-provider',
  Python: 'pip install openfeature-provider-ofrep',
  Go: 'go get github.com/open-feature/go-sdk-contrib/providers/ofrep',
  Java: 'dev.openfeature:sdk, dev.openfeature.contrib.providers:ofrep',
  curl: undefined,
};

/** A complete program that evaluates one toggle; every language except Node and curl uses OpenFeature. */
export function snippetOf(language: SnippetLanguage, connection: Connection): string {
  const { url, key = KEY_TO_FILL_IN, toggle } = connection;
  const type = typeof connection.defaultValue as ValueKind;
  // The JSON form is valid in these languages, except for Python's booleans and for structures.
  const defaultValue = JSON.stringify(connection.defaultValue);
  switch (language) {
    case 'Node':
      return `// app.mjs
import { createClient } from '@comporta/sdk';

const toggles = createClient({
  url: '${url}',
  key: '${key}',
});
await toggles.ready();

const user = { uid: 'user-1' };
console.log(toggles.${type}('${toggle}', user, ${defaultValue}));
await toggles.close();`;
    case 'JavaScript':
      return `import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature } from '@openfeature/server-sdk';

await OpenFeature.setProviderAndWait(
  new OFREPProvider({
    baseUrl: '${url}',
    headers: { Authorization: 'Bearer ${key}' },
  }),
);
const client = OpenFeature.getClient();
const user = { targetingKey: 'user-1' };
console.log(await client.get${CALLS.JavaScript[type]}Value('${toggle}', ${defaultValue}, user));`;
    case 'Python':
      return `from openfeature import api
from openfeature.contrib.provider.ofrep import OFREPProvider
from openfeature.evaluation_context import EvaluationContext

api.set_provider(
    OFREPProvider(
        "${url}",
        headers_factory=lambda: {"Authorization": "Bearer ${key}"},
    )
)
user = EvaluationContext("user-1")
print(api.get_client().get_${callInPython(connection.defaultValue)}_value("${toggle}", ${type === 'boolean' ? capitalized(defaultValue) : defaultValue}, user))`;
    case 'Go':
      return `package main

import (
	"context"
	"fmt"

	"github.com/open-feature/go-sdk-contrib/providers/ofrep"
	"github.com/open-feature/go-sdk/openfeature"
)

func main() {
	provider := ofrep.NewProvider("${url}",
		ofrep.WithBearerToken("${key}"))
	if err := openfeature.SetProviderAndWait(provider); err != nil {
		panic(err)
	}
	client := openfeature.NewClient("app")
	user := openfeature.NewEvaluationContext("user-1", nil)
	value, err := client.${CALLS.Go[type]}Value(context.Background(), "${toggle}", ${type === 'object' ? 'map[string]any{}' : defaultValue}, user)
	fmt.Println(value, err)
}`;
    case 'Java':
      return `import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import dev.openfeature.contrib.providers.ofrep.OfrepProvider;
import dev.openfeature.contrib.providers.ofrep.OfrepProviderOptions;
import dev.openfeature.sdk.ImmutableContext;
import dev.openfeature.sdk.OpenFeatureAPI;

public class App {
    public static void main(String[] args) {
        var api = OpenFeatureAPI.getInstance();
        api.setProviderAndWait(OfrepProvider.constructProvider(OfrepProviderOptions.builder()
            .baseUrl("${url}")
            .headers(ImmutableMap.of("Authorization", ImmutableList.of("Bearer ${key}")))
            .build()));
        var user = new ImmutableContext("user-1");
        System.out.println(api.getClient().get${CALLS.Java[type]}Value("${toggle}", ${defaultInJava(connection.defaultValue)}, user)${type === 'number' ? '.asDouble()' : ''});
    }
}`;
    case 'curl':
      return `curl -H "Authorization: Bearer ${key}" "${toggleFetchUrl(url)}"`;
  }
}

function defaultInJava(value: Connection['defaultValue']): string {
  if (typeof value === 'object') return 'new dev.openfeature.sdk.Value()';
  if (typeof value !== 'number') return JSON.stringify(value);
  return `new dev.openfeature.sdk.Value(${WHOLE.test(`${value}`) ? `${value}.0` : value})`;
}

/** Its SDK refuses a whole number as a float, and any other as an integer. */
function callInPython(value: Connection['defaultValue']): string {
  if (typeof value !== 'number') return typeof value;
  return WHOLE.test(`${value}`) ? 'integer' : 'float';
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Every snippet, for a system that has the key of the environment. */
export function serverSnippets(connection: Connection): readonly Snippet[] {
  return SNIPPET_LANGUAGES.map((language) => ({
    language,
    packages:
      language === 'Node' ? installationOf(connection.facts, ['sdk']) : SNIPPET_PACKAGES[language],
    code: snippetOf(language, connection),
  }));
}
