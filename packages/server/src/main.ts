import { readNodeOptions } from './platform/config/node-options.ts';
import { limitYoungGeneration } from './platform/process/limit-young-generation.ts';

limitYoungGeneration(readNodeOptions());
const { runService } = await import('./platform/process/run-service.ts');
const { startService } = await import('./start-service.ts');

await runService(startService);
