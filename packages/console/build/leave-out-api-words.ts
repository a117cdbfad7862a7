import type { Plugin } from 'vite';

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}

interface Call extends Node {
  readonly callee: Node & { readonly name?: string };
  readonly arguments: readonly Node[];
}

interface Property extends Node {
  readonly key: { readonly name?: string };
  readonly value: Node;
}

interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/**
 * Leaves the words of the API's documentation out of the console, which does not read them: `documented(shape, words)`
 * becomes `shape`, and the summary of an endpoint is empty.
 */
export function leaveOutApiWords(): Plugin {
  let count = 0;
  return {
    name: 'leave-out-api-words',
    apply: 'build',
    buildEnd(error) {
      if (error === undefined && count === 0)
        this.error('The contract calls its functions by other names.');
    },
    transform: {
      order: 'post',
      filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
      handler(code) {
        const edits: Edit[] = [];
        for (const node of nodesIn(this.parse(code))) {
          if (isCall(node) && node.callee.name === 'documented') {
            const [shape] = node.arguments;
            if (shape === undefined) continue;
            edits.push({ from: node.start, to: shape.start, by: '' });
            edits.push({ from: shape.end, to: node.end, by: '' });
          }
          if (isCall(node) && node.callee.name === 'endpoint') {
            for (const { key, value } of nodesIn(node.arguments).filter(isProperty)) {
              if (key.name === 'summary')
                edits.push({ from: value.start, to: value.end, by: "''" });
            }
          }
        }
        if (edits.length === 0) return null;
        count += edits.length;
        edits.sort((left, right) => right.from - left.from);
        return { code: edits.reduce(edited, code), map: null };
      },
    },
  };
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

function isCall(node: Node): node is Call {
  return node.type === 'CallExpression';
}

function isProperty(node: Node): node is Property {
  return node.type === 'Property';
}
