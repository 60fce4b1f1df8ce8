import { helpText, readArguments } from '../config/arguments.ts'
import { loadSettings } from '../config/load.ts'
import type { Settings } from '../config/settings.ts'
import { type RunningServer, startServer } from '../server.ts'
import { version } from '../version.ts'
import { createLog } from './create-log.ts'
import { explain } from './explain.ts'
import { startMessage } from './start-message.ts'

/** The whole program: starts, tells where, and stops when asked. Sets the exit code. */
export async function run(args: readonly string[]): Promise<void> {
  let settings: Settings | undefined
  try {
    const { help, version: wantsVersion, config } = readArguments(args)
    if (help) return print(helpText())
    if (wantsVersion) return print(version)
    settings = loadSettings(config ?? process.env.MQDECK_CONFIG, process.env)
    const stopping = nextSignal()
    const server = await startServer({ settings, log: createLog(settings.log_level) })
    print(startMessage(server, settings))
    await stopping
    await stop(server)
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`\n${explain(error, settings) ?? describe(error)}\n`)
  }
}

async function stop(server: RunningServer): Promise<void> {
  // A second signal does not wait any longer.
  void nextSignal().then(() => process.exit(130))
  print('Stopping ...')
  await server.stop()
  print('Stopped.')
  // Nothing should be left to wait for; a stray handle must not keep the process.
  process.exit(0)
}

function nextSignal(): Promise<void> {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  return new Promise((resolve) => {
    const done = () => {
      for (const signal of signals) process.off(signal, done)
      resolve()
    }
    for (const signal of signals) process.on(signal, done)
  })
}

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

const print = (text: string) => void process.stdout.write(`${text}\n`)
