import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread with a file of its own. The built server has it in its own folder, as JavaScript.
 * @param here the caller's `import.meta.url`
 * @param source the file in the sources, relative to the caller
 * @param built the file that tools/build.mjs makes of it
 */
export function startThread(here: string, source: string, built: string, options: WorkerOptions = {}): Worker {
  return new Worker(new URL(here.endsWith('.ts') ? source : built, here), options)
}
