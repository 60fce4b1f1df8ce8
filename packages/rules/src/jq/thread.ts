import { parentPort } from 'node:worker_threads'
import { type Jq, loadJq } from 'jq-wasm'
import type { FromThread, Job } from './messages.ts'

/** Outputs in one line each; `--` keeps programs that begin with a minus from being options. */
const flags = ['-c', '--']

const jq = await loadJq()
const getObserver = (message: FromThread) => parentPort?.postMessage(message)
parentPort?.on('message', (job: Job) => getObserver(answer(jq, job)))
getObserver({ kind: 'ready' })

function answer({ raw }: Jq, { program, json }: Job): FromThread {
  const { stdout, stderr, exitCode } = raw(json, program, flags)
  // What came out before the failure does not count.
  if (exitCode !== 0) return { kind: 'failed', message: readable(stderr) || `the program ended with code ${exitCode}` }
  return { kind: 'done', outputs: stdout === '' ? [] : stdout.split('\n') }
}

/** Without jq's name, and the file that it thinks it reads. */
const readable = (stderr: string) => stderr.slice(0, 1000).replace(/^jq: /gm, '').replaceAll(' (at /dev/stdin:0)', '')
