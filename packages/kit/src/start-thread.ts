import { Worker, type WorkerOptions } from 'node:worker_threads'

/**
 * Starts a thread with a file of its own. In the built server, it is a JavaScript file in the same folder. When run
 * from the sources, tsx has to load it, which threads do not inherit.
 * @param here the caller's `import.meta.url`
 * @param source the file in the sources, relative to the caller
 * @param built the file that tools/build.mjs makes of it
 */
export function startThread(here: string, source: string, built: string, options: WorkerOptions = {}): Worker {
  if (!here.endsWith('.ts')) return new Worker(new URL(built, here), options)
  const file = JSON.stringify(new URL(source, here).href)
  return new Worker(`import('tsx/esm/api').then(({ tsImport }) => tsImport(${file}, ${file}))`, {
    ...options,
    eval: true,
  })
}
