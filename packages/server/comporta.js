#!/usr/bin/env node
// npx brings the Node of the workspace; called by its path, the command gets the machine's.
if (Number(process.versions.node.split('.')[0]) < 24) {
  process.stderr.write('comporta needs Node 24 or newer: call it as `npx comporta`.\n');
  process.exit(1);
}
await import('./runtime.js');
await import('./src/command/comporta.ts');
