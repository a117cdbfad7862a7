import { parseSync, visitorKeys } from 'oxc-parser';

/** An import, export from, dynamic import or import type, as written in the source. */
export interface Import {
  readonly specifier: string;
  /** The import does not exist at run time. */
  readonly isTypeOnly: boolean;
}

export interface Source {
  readonly imports: readonly Import[];
  /** Names that the code uses and may be globals: `Date`, `fetch`, `Math.random`, `process.env`. */
  readonly globals: readonly string[];
  /** Tables of the database that its SQL names, or that it imports from `tables/`. */
  readonly tables: readonly string[];
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const MEMBERS_OF = new Set(['Math', 'process']);
const GLOBAL_OBJECTS = new Set(['globalThis', 'window', 'self']);

/** Parses TypeScript, without running it and without type information. Throws when it has a syntax error. */
export function readSource(path: string, text: string): Source {
  const { program, errors } = parseSync(path, text);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  const imports: Import[] = [];
  const globals = new Set<string>();
  const tables = new Set<string>();
  visit(program as unknown as Node, undefined, '');
  return { imports, globals: [...globals], tables: [...tables] };

  function visit(node: Node, parent: Node | undefined, key: string): void {
    const found = importOf(node);
    if (found !== undefined) imports.push(found);
    const name = globalOf(node, parent, key);
    if (name !== undefined) globals.add(name);
    for (const table of tablesOf(node)) tables.add(table);
    for (const childKey of visitorKeys[node.type] ?? []) {
      for (const child of [node[childKey]].flat()) {
        if (isNode(child)) visit(child, node, childKey);
      }
    }
  }
}

function importOf(node: Node): Import | undefined {
  switch (node.type) {
    case 'ImportDeclaration':
      return toImport(node.source, node.importKind, node.specifiers, 'importKind');
    case 'ExportNamedDeclaration':
      return toImport(node.source, node.exportKind, node.specifiers, 'exportKind');
    case 'ExportAllDeclaration':
      return toImport(node.source, node.exportKind, [], 'exportKind');
    case 'ImportExpression':
      return toImport(node.source, 'value', [], 'importKind');
    case 'TSImportType':
      return toImport(node.source, 'type', [], 'importKind');
    default:
      return undefined;
  }
}

function toImport(
  source: unknown,
  kind: unknown,
  specifiers: unknown,
  kindKey: string,
): Import | undefined {
  if (!isNode(source) || typeof source.value !== 'string') return undefined;
  const named = Array.isArray(specifiers) ? specifiers.filter(isNode) : [];
  const areTypes = named.length > 0 && named.every((specifier) => specifier[kindKey] === 'type');
  return { specifier: source.value, isTypeOnly: kind === 'type' || areTypes };
}

const NAMED_IN_SQL = /\b(?:from|join|into|update|table|truncate)\s+(\w+)/g;

/** The tables that a piece of SQL in a template names, or an import of a Drizzle table. */
function tablesOf(node: Node): string[] {
  if (node.type === 'TemplateElement') {
    const { raw } = node.value as { readonly raw: string }; // As ESTree has it.
    return [...raw.matchAll(NAMED_IN_SQL)].map(([, table = '']) => table);
  }
  if (node.type !== 'ImportDeclaration' || !isNode(node.source)) return [];
  if (!/\/tables\/[\w-]+\.ts$/.test(String(node.source.value))) return [];
  return [node.specifiers].flat().flatMap((specifier) => {
    if (!isNode(specifier) || !isNode(specifier.imported)) return [];
    return String(specifier.imported.name).replace(
      /[A-Z]/g,
      (letter) => `_${letter.toLowerCase()}`,
    );
  });
}

/** A member `a.b` counts as `b` when `a` is a global object, and as `a.b` when `a` is in MEMBERS_OF. */
function globalOf(node: Node, parent: Node | undefined, key: string): string | undefined {
  if (node.type === 'MemberExpression') {
    const { object, property } = node;
    if (!isNode(object) || !isNode(property)) return undefined;
    const member = String(property.name ?? property.value);
    if (MEMBERS_OF.has(String(object.name))) return `${object.name}.${member}`;
    return GLOBAL_OBJECTS.has(String(object.name)) ? member : undefined;
  }
  if (node.type !== 'Identifier' || isOnlyAName(parent, key)) return undefined;
  return String(node.name);
}

/** Names of members, keys and types are not uses of a global with the same name. */
function isOnlyAName(parent: Node | undefined, key: string): boolean {
  if (parent === undefined) return false;
  if (parent.type.startsWith('TS')) return true;
  if (parent.type === 'MemberExpression') return key === 'property' && parent.computed !== true;
  if (/^(Property|PropertyDefinition|MethodDefinition)$/.test(parent.type)) {
    return key === 'key' && parent.computed !== true;
  }
  return /^(Import|Export)/.test(parent.type);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
