import { createHash } from 'node:crypto';

/** What Helm gives to a template: the values, the release, and the Secrets that `lookup` finds. */
export interface HelmContext {
  readonly values: object;
  readonly release: string;
  readonly secrets: Readonly<Record<string, object>>;
}

type Variables = Readonly<Record<string, unknown>>;

interface Part {
  readonly text?: string;
  readonly action?: string;
}

/**
 * Renders the part of Helm's language that our chart uses, and throws at everything else: `if`, `else`, `range`, values,
 * variables, `lookup` of a Secret, and a few functions. White space is trimmed as Go does it.
 */
export function renderHelm(template: string, context: HelmContext): string {
  const parts = partsOf(template);
  const { text, next } = block(parts, 0, { context, variables: {}, isShown: true });
  if (next < parts.length) throw new Error(`there is nothing to ${parts[next]?.action}`);
  return text;
}

interface Scope {
  readonly context: HelmContext;
  readonly variables: Variables;
  readonly isShown: boolean;
}

function partsOf(template: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  for (const { 0: whole, 1: trim, 2: action, index } of template.matchAll(/\{\{(-?) (.*?) \}\}/g)) {
    const text = template.slice(at, index);
    parts.push({ text: trim === '-' ? text.trimEnd() : text }, { action: action ?? '' });
    at = index + whole.length;
  }
  return [...parts, { text: template.slice(at) }];
}

/** Renders up to the `else` or `end` that belongs to this block; `next` is its place. */
function block(parts: readonly Part[], from: number, outer: Scope): { text: string; next: number } {
  let scope = outer;
  let text = '';
  let next = from;
  while (next < parts.length) {
    const { text: plain, action } = parts[next] ?? {};
    if (action === undefined) {
      text += plain;
      next += 1;
    } else if (action === 'else' || action === 'end') {
      break;
    } else if (/^\$\w+ := /.test(action)) {
      scope = withVariable(action, scope);
      next += 1;
    } else {
      const made = /^(if|range) /.test(action)
        ? nested(parts, next, scope)
        : { text: scope.isShown ? String(evaluated(action, scope)) : '', next: next + 1 };
      text += made.text;
      next = made.next;
    }
  }
  return { text, next };
}

function withVariable(action: string, scope: Scope): Scope {
  const [, name = '', value = ''] = /^\$(\w+) := (.+)$/.exec(action) ?? [];
  if (!scope.isShown) return scope;
  return { ...scope, variables: { ...scope.variables, [name]: evaluated(value, scope) } };
}

function nested(parts: readonly Part[], at: number, scope: Scope): { text: string; next: number } {
  const action = parts[at]?.action ?? '';
  const rounds = roundsOf(action, scope);
  const hidden = block(parts, at + 1, { ...scope, isShown: false });
  const shown = rounds.map(
    (variables) => block(parts, at + 1, { ...scope, variables, isShown: true }).text,
  );
  let next = hidden.next;
  let otherwise = '';
  if (parts[next]?.action === 'else') {
    const isShown = scope.isShown && rounds.length === 0;
    const made = block(parts, next + 1, { ...scope, isShown });
    otherwise = isShown ? made.text : '';
    next = made.next;
  }
  if (parts[next]?.action !== 'end') throw new Error(`${action} has no end`);
  return { text: shown.join('') + otherwise, next: next + 1 };
}

/** The variables for each time that a block is rendered: never, once, or once for each item. */
function roundsOf(action: string, scope: Scope): Variables[] {
  if (!scope.isShown) return [];
  const condition = /^if (\S+)$/.exec(action)?.[1];
  if (condition !== undefined) return isTrue(evaluated(condition, scope)) ? [scope.variables] : [];
  const range = /^range (?:\$(\w+), )?\$(\w+) := (\S+)$/.exec(action);
  if (range === null) throw new Error(`not understood: ${action}`);
  const [, key, item = '', list = ''] = range;
  return Object.entries(Object(evaluated(list, scope))).map(([name, value]) => ({
    ...scope.variables,
    ...(key !== undefined && { [key]: name }),
    [item]: value,
  }));
}

/** As in Go: empty texts, lists and maps are false. */
function isTrue(value: unknown): boolean {
  return typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : !!value;
}

const FUNCTIONS: Readonly<Record<string, (value: unknown) => unknown>> = {
  'default dict': (value) => (isTrue(value) ? value : {}),
  quote: (value) => JSON.stringify(String(value)),
  sha256sum: (value) => createHash('sha256').update(String(value)).digest('hex'),
  toJson: (value) => JSON.stringify(value ?? null),
  toString: String,
};

function evaluated(expression: string, scope: Scope): unknown {
  const [first = '', ...functions] = expression.split(' | ');
  return functions.reduce(
    (value, name) => {
      const known = FUNCTIONS[name];
      if (known === undefined) throw new Error(`not understood: ${name}`);
      return known(value);
    },
    termOf(first, scope),
  );
}

function termOf(term: string, { context, variables }: Scope): unknown {
  if (term === '.Release.Name') return context.release;
  const secret = /^\(lookup "v1" "Secret" \.Release\.Namespace (\.Values\.[\w.]+)\)\.data$/.exec(
    term,
  );
  if (secret?.[1] !== undefined) return context.secrets[String(at(context.values, secret[1]))];
  if (/^\.Values\.[\w.]+$/.test(term)) return at(context.values, term);
  const [, variable = '', address] = /^\$(\w+)(\.[\w.]+)?$/.exec(term) ?? [];
  if (!Object.hasOwn(variables, variable)) throw new Error(`not understood: ${term}`);
  return address === undefined ? variables[variable] : at(variables, term.replace('$', '.'));
}

/** As in Go: what a map does not have is nothing, and nothing has no members. */
function at(values: object, address: string): unknown {
  const [, ...names] = address.replace(/^\.Values/, '').split('.');
  return names.reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null) throw new Error(`${address} of nothing`);
    return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  }, values);
}
