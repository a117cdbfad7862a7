import { parseSync, visitorKeys } from 'oxc-parser';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const HANDS_ON = new Set(['CallExpression', 'NewExpression']);
/** The function may be a member of an object that is passed as an argument. */
const IS_HANDED_ON = new Set(['ObjectExpression', 'Property']);
const MOST = 3;

/**
 * Finds functions with more than three positional parameters, which a reader of a call cannot tell apart.
 * Returns them as `line: source`. A function that is passed as an argument is left out, because its caller
 * determines its parameters.
 */
export function manyParameters(path: string, text: string): string[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const found: number[] = [];
  visit(program as unknown as Node, true);
  const lines = text.split('\n');
  return found.map((start) => {
    const line = text.slice(0, start).split('\n').length;
    return `${line}: ${lines[line - 1]?.trim()}`;
  });

  function visit(node: Node, isNamed: boolean): void {
    const isFunction = FUNCTIONS.has(node.type);
    const { length } = Array.isArray(node.params) ? node.params : [];
    if (isFunction && isNamed && length > MOST) found.push(node.start);
    const isHanded = HANDS_ON.has(node.type) || (IS_HANDED_ON.has(node.type) && !isNamed);
    for (const key of visitorKeys[node.type] ?? []) {
      for (const child of [node[key]].flat()) if (isNode(child)) visit(child, !isHanded);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
