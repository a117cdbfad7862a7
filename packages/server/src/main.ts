import { processEnvironment } from './platform/config/process-environment.ts';
import { limitMemory } from './process/limit-memory.ts';

limitMemory(processEnvironment());
const { runService } = await import('./process/run-service.ts');
const { start } = await import('./start.ts');

await runService(start);
