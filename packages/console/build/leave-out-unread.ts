import { pathToFileURL } from 'node:url';
import type { Endpoint } from '@comporta/contract/endpoint';
import type { Fields, FieldsOf } from '@comporta/contract/fields';
import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Call extends Node {
  readonly callee: Node & { readonly name?: string };
  readonly arguments: readonly [Node, ...Node[]];
}

interface Statement extends Node {
  /** Of an export. */
  readonly declaration?: Statement | null;
  /** Of `const`. */
  readonly declarations?: readonly Constant[];
}

interface Import extends Node {
  readonly specifiers: readonly { readonly local: { readonly name: string } }[];
}

interface Constant {
  readonly id: { readonly name?: string };
  readonly init: Node | null;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** What the console reads of a constant that is made by these functions of the contract. All of it is plain data. */
const READ: Readonly<Record<string, (value: unknown) => unknown>> = {
  // Of the result, a call asks only whether there is one.
  endpoint: (value) => {
    const { method, path, access, form, answers, status, errors, result } = value as Endpoint;
    return { method, path, access, form, answers, status, errors, result: result && {} };
  },
  fieldsOf: (value) => {
    const { names, bounds, said, added } = value as FieldsOf<Fields>;
    return { names, bounds, said, added, stored: {}, draft: {}, document: {} };
  },
  emptyDraft: (value) => value,
};

/**
 * Leaves out of the console what it does not read of the contract, which is most of it: the schemas by which the
 * server checks calls, and the words of the API's documentation. Endpoints, fields and empty drafts become plain
 * data, `documented(shape, words)` becomes `shape`, and every other constant, also an object with schemas in it, is
 * marked as made without side effects. So the bundler drops the schemas and checks that nothing uses any more, and the
 * code of a form is not loaded with the address of a list.
 */
export function leaveOutUnread(): Plugin {
  let read = 0;
  return {
    name: 'leave-out-unread',
    apply: 'build',
    buildEnd(error) {
      if (error === undefined && read === 0)
        this.error('The contract calls its functions by other names.');
    },
    transform: {
      order: 'post',
      filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
      async handler(code, id) {
        const edits: Edit[] = [];
        for (const constant of this.parse(code).body.flatMap(constantsOf)) {
          const { init } = constant;
          if (init === null) continue;
          const calls = nodesIn(init).filter(isCall);
          const reader = calls.map(({ callee }) => READ[callee.name ?? '']).find(Boolean);
          if (reader !== undefined) {
            read += 1;
            const by = JSON.stringify(reader(await exportedBy(id, constant.id.name)));
            edits.push({ from: init.start, to: init.end, by: `(${by})` });
          } else if (isCall(init) || (init.type === 'ObjectExpression' && calls.length > 0)) {
            edits.push(...calls.filter(isDocumented).flatMap(wordsOf), ...markOf(init));
          }
        }
        if (edits.length === 0) return null;
        // From the end to the start. A mark is put in front of what stays, so it is made after the words are left out.
        edits.sort((left, right) => right.from - left.from);
        const left = edits.reduce(edited, code);
        return { code: unusedImports(this.parse(left).body).reduce(edited, left), map: null };
      },
    },
  };
}

/** The constants of a module. */
function constantsOf(statement: Statement): readonly Constant[] {
  return (statement.declaration ?? statement).declarations ?? [];
}

/** The value of an exported constant of the module `id`. */
async function exportedBy(id: string, name = ''): Promise<unknown> {
  const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(id).href);
  if (!(name in exported))
    throw new Error(`${name} of ${id} is made by a function that is read, but not exported.`);
  return exported[name];
}

function wordsOf(call: Call): readonly Edit[] {
  const [shape] = call.arguments;
  return [
    { from: call.start, to: shape.start, by: '' },
    { from: shape.end, to: call.end, by: '' },
  ];
}

/** Marks a value as made without side effects, whatever it calls. */
function markOf(init: Node): readonly Edit[] {
  return [
    { from: init.start, to: init.start, by: '/* @__PURE__ */ (() => (' },
    { from: init.end, to: init.end, by: '))()' },
  ];
}

/**
 * Leaves out the imports of which nothing is used any more: the bundler puts a module into one file with all that it
 * imports, used or not. From the end to the start.
 */
function unusedImports(body: readonly (Statement | Import)[]): readonly Edit[] {
  const rest = nodesIn(body.filter((statement) => !isImport(statement)));
  const used = new Set(rest.filter(isName).map(({ name }) => name));
  return body
    .filter(isImport)
    .filter(({ specifiers }) => !specifiers.some(({ local }) => used.has(local.name)))
    .map(({ start, end }) => ({ from: start, to: end, by: '' }))
    .reverse();
}

/** Keeps the line breaks, so that the source map still leads to the right line. */
function edited(text: string, { from, to, by }: Edit): string {
  const breaks = text.slice(from, to).replaceAll(/[^\n]/g, '');
  return text.slice(0, from) + by + breaks + text.slice(to);
}

/** All nodes of a syntax tree, at any depth. */
function nodesIn(tree: unknown): Node[] {
  if (typeof tree !== 'object' || tree === null) return [];
  const inside = Object.values(tree).flatMap(nodesIn);
  return 'type' in tree && 'start' in tree ? [tree as Node, ...inside] : inside;
}

function isImport(statement: Statement | Import): statement is Import {
  return statement.type === 'ImportDeclaration';
}

function isName(node: Node): node is Node & { readonly name: string } {
  return node.type === 'Identifier';
}

function isCall(node: Node): node is Call {
  return node.type === 'CallExpression';
}

function isDocumented(node: Node): node is Call {
  return isCall(node) && node.callee.name === 'documented';
}
