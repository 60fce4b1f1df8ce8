import { parentPort } from 'node:worker_threads'
import { type Jq, loadJq } from 'jq-wasm'
import type { FromThread, Job } from './messages.ts'

/** One line per output. `--` allows programs that start with a minus. */
const flags = ['-c', '--']

const jq = await loadJq()
const getObserver = (message: FromThread) => parentPort?.postMessage(message)
parentPort?.on('message', (job: Job) => getObserver(answer(jq, job)))
getObserver({ kind: 'ready' })

function answer({ raw }: Jq, { program, json }: Job): FromThread {
  const { stdout, stderr, exitCode } = raw(json, program, flags)
  // Outputs before the failure are ignored.
  if (exitCode !== 0) return { kind: 'failed', message: readable(stderr) || `the program ended with code ${exitCode}` }
  return { kind: 'done', outputs: stdout === '' ? [] : stdout.split('\n') }
}

/** Removes the name of jq and of its input file. */
const readable = (stderr: string) => stderr.slice(0, 1000).replace(/^jq: /gm, '').replaceAll(' (at /dev/stdin:0)', '')
