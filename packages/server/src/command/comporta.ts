import { processEnvironment } from '../platform/config/process-environment.ts';
import { limitMemory } from '../process/limit-memory.ts';

/** Commands that run until they receive a signal. */
const SERVING = ['serve', 'edge'];

// This comes before all other imports because it may replace the process with a new one.
const [name = 'serve'] = process.argv.slice(2);
if (SERVING.includes(name)) limitMemory(processEnvironment());
await import('./run-command.ts');
