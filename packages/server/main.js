import './runtime.js';

await import('./src/main.ts');
