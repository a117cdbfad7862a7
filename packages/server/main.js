import { runProgram } from './program.js';

await runProgram('main', './src/main.ts');
