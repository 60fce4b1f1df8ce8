import type { Settings } from '../config/settings.ts'
import { type RunningServer, startServer } from '../server.ts'
import { createLog } from './create-log.ts'
import { print } from './print.ts'
import { startMessage } from './start-message.ts'

/** Starts the server, tells where it is, and stops it when asked to; ends the process then. */
export async function start(settings: Settings): Promise<void> {
  const stopping = nextSignal()
  const server = await startServer({ settings, log: createLog(settings.log_level) })
  print(startMessage(server, settings))
  await stopping
  await stop(server)
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
