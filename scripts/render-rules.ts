import { parseSync, visitorKeys } from 'oxc-parser';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Matches the name of a component or a hook. */
const RENDERS = /^(use[A-Z]|[A-Z][a-z])/;
const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

/**
 * Finds where a component or a hook reads or writes `ref.current`, accesses the document, or sets its
 * state while it renders: not in a handler, an effect or another function inside it. Returns the places
 * as `line: source`. React Compiler's own rules treat every object with a ref among its members as a
 * ref, and would refuse the fields of all our forms.
 */
export function impureRenders(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const setters = new Set(
    [...text.matchAll(/, (\w+)\] = use(?:State|Reducer)\b/g)].map(([, name]) => name),
  );
  const found: number[] = [];
  visit(program as unknown as Node, undefined, false);
  const lines = text.split('\n');
  return found.map((start) => {
    const line = text.slice(0, start).split('\n').length;
    return `${line}: ${lines[line - 1]?.trim()}`;
  });

  function visit(node: Node, name: string | undefined, renders: boolean): void {
    if (renders && isImpure(node)) found.push(node.start);
    const isFunction = FUNCTIONS.has(node.type);
    const inside = isFunction ? RENDERS.test(nameIn(node.id) ?? name ?? '') : renders;
    const given = node.type === 'VariableDeclarator' ? nameIn(node.id) : undefined;
    for (const key of visitorKeys[node.type] ?? []) {
      for (const child of [node[key]].flat()) if (isNode(child)) visit(child, given, inside);
    }
  }

  function isImpure(node: Node): boolean {
    if (node.type === 'MemberExpression') {
      return nameIn(node.property) === 'current' || nameIn(node.object) === 'document';
    }
    return node.type === 'CallExpression' && setters.has(nameIn(node.callee) ?? '');
  }
}

function nameIn(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
