import { readNodeOptions } from '../platform/config/node-options.ts';
import { limitYoungGeneration } from '../platform/process/limit-young-generation.ts';

/** Commands that go on until they are told to end. */
const SERVING = ['serve', 'edge'];

// Before anything else is read, because of these the process begins anew.
const [name = 'serve'] = process.argv.slice(2);
if (SERVING.includes(name)) limitYoungGeneration(readNodeOptions());
await import('./run-command.ts');
