#!/usr/bin/env node
// In words that any Node can read: an old one gets a sentence in place of a syntax error.
if (Number(process.versions.node.split('.')[0]) < 22) {
  process.stderr.write(`Comporta needs Node 22 or newer, and this is ${process.versions.node}.\n`);
  process.exit(1);
}
await import('./lib/comporta.js');
