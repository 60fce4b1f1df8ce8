import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MqttSettings, RetainedSettings } from '@mqdeck/broker'
import { startTimeoutMs } from './deadline.ts'
import { type RunningProcess, startProcess } from './process.ts'
import type { Endpoint } from './transport.ts'

export interface BrokerProcessOptions {
  /** Folder of the database. Without it, data is in memory only. */
  readonly folder?: string
  /** Settings as JSON, so without `Infinity`. */
  readonly settings?: Partial<MqttSettings>
  readonly retained?: RetainedSettings
}

export interface BrokerProcess extends Pick<RunningProcess, 'pid' | 'output' | 'stop' | 'kill'> {
  readonly endpoint: Endpoint
  /** Resident memory in bytes. */
  memory(): number
  /** Bytes of messages for clients: in sessions, and unsent in connections. */
  held(): Promise<number>
}

/** A bundle of embedded-main.ts, which starts in a third of the time. tools/build-server.mjs keeps it up to date. */
const program = fileURLToPath(new URL('../dist/embedded-main.js', import.meta.url))

/** The MQDeck broker as a separate process, which can be killed and has its own memory. */
export async function startBrokerProcess(options: BrokerProcessOptions = {}): Promise<BrokerProcess> {
  const child = startProcess({
    command: process.execPath,
    args: [program],
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { MQDECK_TEST_BROKER: JSON.stringify(options) },
  })
  const port = Number((await child.line(/^listening \d+$/, startTimeoutMs)).split(' ')[1])
  return {
    pid: child.pid,
    output: child.output,
    stop: child.stop,
    kill: child.kill,
    endpoint: { host: '127.0.0.1', port },
    held: async () => {
      process.kill(child.pid, 'SIGUSR2')
      return Number((await child.line(/^held \d+$/)).split(' ')[1])
    },
    memory: () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
  }
}
