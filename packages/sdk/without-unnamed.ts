import { parseSync, Visitor } from 'oxc-parser';

/**
 * A module without the methods and classes that nothing names, neither it nor `user`: a bundler keeps all methods of a class,
 * and a class with static fields. A name counts wherever it stands, also in a text; so what is left out cannot be reached,
 * unless a name is put together at run time. `code` has no comments.
 */
export function withoutUnnamed(code: string, user: string): string {
  let rest = code;
  for (let unnamed = unnamedIn(rest, user); unnamed.length > 0; unnamed = unnamedIn(rest, user)) {
    for (const { start, end, instead } of unnamed.toSorted((a, b) => b.start - a.start)) {
      rest = rest.slice(0, start) + instead + rest.slice(end);
    }
  }
  return rest;
}

interface Place {
  readonly start: number;
  readonly end: number;
}

interface Unnamed extends Place {
  readonly instead: string;
}

function unnamedIn(code: string, user: string): Unnamed[] {
  const { program } = parseSync('module.js', code);
  const named = countNames(code);
  const usedNames = countNames(user);
  /** Whether it is named only in these places. */
  const isUnnamed = (name: string, places: number) =>
    named.get(name) === places && !usedNames.has(name);

  const methods = new Map<string, Place[]>();
  new Visitor({
    MethodDefinition(method) {
      const { computed, key, kind } = method;
      if (computed || kind === 'constructor' || key.type !== 'Identifier') return;
      methods.set(key.name, [...(methods.get(key.name) ?? []), method]);
    },
  }).visit(program);
  const unnamedMethods = [...methods]
    .filter(([name, places]) => isUnnamed(name, places.length))
    .flatMap(([, places]) => places.map(({ start, end }) => ({ start, end, instead: '' })));

  const exported = program.body
    .filter(({ type }) => type === 'ExportNamedDeclaration')
    .map(({ start, end }) => code.slice(start, end))
    .join(' ');
  const unnamedClasses = program.body.flatMap((statement) => {
    if (statement.type !== 'VariableDeclaration') return [];
    return statement.declarations.flatMap(({ id, init, start, end }) => {
      if (id.type !== 'Identifier' || init?.type !== 'ClassExpression') return [];
      const inside = countNames(`${code.slice(start, end)} ${exported}`).get(id.name) ?? 0;
      if (!isUnnamed(id.name, inside)) return [];
      return [{ start: init.start, end: init.end, instead: 'undefined' }];
    });
  });
  const isInClass = ({ start }: Place) =>
    unnamedClasses.some((one) => start >= one.start && start < one.end);
  return [...unnamedClasses, ...unnamedMethods.filter((method) => !isInClass(method))];
}

function countNames(code: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}
