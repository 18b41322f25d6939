import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a program in a thread, from compiled code or from source, as the main thread was started. `name` is the path
 * without its extension, relative to the module that names it by `import.meta.url`. Node 20 does not load TypeScript in
 * a thread by itself.
 */
export function startThread(name: string, module: string, options: WorkerOptions): Worker {
  const isSource = module.endsWith('.ts');
  const program = new URL(`${name}${isSource ? '.ts' : '.js'}`, module);
  if (!isSource) return new Worker(program, options);
  const fromSource = `import('tsx/esm/api').then(({ register }) => { register(); return import('${program.href}'); })`;
  return new Worker(fromSource, { ...options, eval: true });
}
