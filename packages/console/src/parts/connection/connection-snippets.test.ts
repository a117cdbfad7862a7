import { describe, expect, it } from 'vitest';
import { SNIPPET_LANGUAGES, snippetOf } from './connection-snippets.ts';
import { pageSnippets } from './page-snippets.ts';

const CONNECTION = {
  url: 'https://toggles.example.com',
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
    'in %s asks for the toggle, its default value as a string of the language',
    (language) => {
      const snippet = snippetOf(language, CONNECTION);
      expect(snippet).toContain('new-checkout');
      expect(snippet).toContain('"say \\"no\\""');
    },
  );

  it('asks for a boolean as one, written as the language has it', () => {
    const connection = { ...CONNECTION, defaultValue: false };
    expect(snippetOf('JavaScript', connection)).toContain("getBooleanValue('new-checkout', false,");
    expect(snippetOf('Python', connection)).toContain('get_boolean_value("new-checkout", False,');
    expect(snippetOf('Go', connection)).toContain(
      'BooleanValue(context.Background(), "new-checkout", false,',
    );
    expect(snippetOf('Java', connection)).toContain('getBooleanValue("new-checkout", false,');
  });

  it('asks for a number and for a structure as such', () => {
    const number = { ...CONNECTION, defaultValue: 10 };
    expect(snippetOf('JavaScript', number)).toContain("getNumberValue('new-checkout', 10, user)");
    expect(snippetOf('Python', number)).toContain('get_float_value("new-checkout", 10, user)');
    expect(snippetOf('Go', number)).toContain(
      'FloatValue(context.Background(), "new-checkout", 10',
    );
    expect(snippetOf('Java', number)).toContain('getDoubleValue("new-checkout", 10.0, user)');
    const structure = { ...CONNECTION, defaultValue: {} };
    expect(snippetOf('JavaScript', structure)).toContain(
      "getObjectValue('new-checkout', {}, user)",
    );
    expect(snippetOf('Python', structure)).toContain('get_object_value("new-checkout", {}, user)');
    expect(snippetOf('Go', structure)).toContain('"new-checkout", map[string]any{}, user)');
    expect(snippetOf('Java', structure)).toContain('new dev.openfeature.sdk.Value(), user)');
  });

  it('leaves the key to be filled in when it is not known', () => {
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
