import { describe, expect, it } from 'vitest';
import { SNIPPET_LANGUAGES, serverSnippets, snippetOf } from './connection-snippets.ts';
import { pageSnippets } from './page-snippets.ts';

const CONNECTION = {
  url: 'https://toggles.example.com',
  facts: { version: '0.3.0', packagesUrl: 'https://toggles.example.com/packages/' },
  key: 'cpt_env_1',
  toggle: 'new-checkout',
  defaultValue: 'say "no"',
};

describe('a snippet', () => {
  it.each(SNIPPET_LANGUAGES)('in %s has the address and the key', (language) => {
    const snippet = snippetOf(language, CONNECTION);
    expect(snippet).toContain('https://toggles.example.com');
    expect(snippet).toContain('cpt_env_1');
  });

  it.each(SNIPPET_LANGUAGES.filter((language) => language !== 'curl'))(
    'in %s evaluates the toggle, with its default value as a string of the language',
    (language) => {
      const snippet = snippetOf(language, CONNECTION);
      expect(snippet).toContain('new-checkout');
      expect(snippet).toContain('"say \\"no\\""');
    },
  );

  it('evaluates a boolean as one, in the syntax of the language', () => {
    const connection = { ...CONNECTION, defaultValue: false };
    expect(snippetOf('JavaScript', connection)).toContain("getBooleanValue('new-checkout', false,");
    expect(snippetOf('Python', connection)).toContain('get_boolean_value("new-checkout", False,');
    expect(snippetOf('Go', connection)).toContain(
      'BooleanValue(context.Background(), "new-checkout", false,',
    );
    expect(snippetOf('Java', connection)).toContain('getBooleanValue("new-checkout", false,');
  });

  it('evaluates a number and a structure by their types', () => {
    const number = { ...CONNECTION, defaultValue: 10 };
    expect(snippetOf('JavaScript', number)).toContain("getNumberValue('new-checkout', 10, user)");
    expect(snippetOf('Python', number)).toContain('get_integer_value("new-checkout", 10, user)');
    expect(snippetOf('Go', number)).toContain(
      'FloatValue(context.Background(), "new-checkout", 10',
    );
    expect(snippetOf('Java', number)).toContain(
      'getObjectValue("new-checkout", new dev.openfeature.sdk.Value(10.0), user).asDouble()',
    );
    const fraction = { ...CONNECTION, defaultValue: 0.5 };
    expect(snippetOf('Python', fraction)).toContain('get_float_value("new-checkout", 0.5, user)');
    expect(snippetOf('Java', fraction)).toContain('new dev.openfeature.sdk.Value(0.5), user)');
    const structure = { ...CONNECTION, defaultValue: {} };
    expect(snippetOf('JavaScript', structure)).toContain(
      "getObjectValue('new-checkout', {}, user)",
    );
    expect(snippetOf('Python', structure)).toContain('get_object_value("new-checkout", {}, user)');
    expect(snippetOf('Go', structure)).toContain('"new-checkout", map[string]any{}, user)');
    expect(snippetOf('Java', structure)).toContain('new dev.openfeature.sdk.Value(), user)');
  });

  it('COV-07: for Node it is our SDK, which comes first, by the type of the toggle', () => {
    expect(serverSnippets(CONNECTION)[0]).toMatchObject({
      language: 'Node',
      packages: { source: 'registry', install: 'npm install @comporta/sdk' },
    });
    for (const [defaultValue, call] of [
      [false, "toggles.boolean('new-checkout', user, false)"],
      [10, "toggles.number('new-checkout', user, 10)"],
      ['a', `toggles.string('new-checkout', user, "a")`],
      [{}, "toggles.object('new-checkout', user, {})"],
    ] as const) {
      expect(snippetOf('Node', { ...CONNECTION, defaultValue })).toContain(call);
    }
    expect(SNIPPET_LANGUAGES.slice(-2)).toEqual(['JavaScript', 'curl']);
  });

  it('has a placeholder for an unknown key', () => {
    expect(snippetOf('curl', { ...CONNECTION, key: undefined })).toBe(
      'curl -H "Authorization: Bearer YOUR_ENVIRONMENT_KEY" "https://toggles.example.com/api/toggles?uid=user-1"',
    );
  });
});

describe('SDK-05: a snippet for a page', () => {
  it.each(pageSnippets({ ...CONNECTION, key: 'cpt_web_1' }).map((one) => [one.language, one.code]))(
    'in %s has the address and the client key',
    (_language, code) => {
      expect(code).toContain('https://toggles.example.com');
      expect(code).toContain('cpt_web_1');
    },
  );
});
