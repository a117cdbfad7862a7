import { processEnvironment } from '../platform/config/process-environment.ts';
import { limitMemory } from '../platform/process/limit-memory.ts';

/** Commands that go on until they are told to end. */
const SERVING = ['serve', 'edge'];

// Before anything else is read, because of these the process begins anew.
const [name = 'serve'] = process.argv.slice(2);
if (SERVING.includes(name)) limitMemory(processEnvironment());
await import('./run-command.ts');
