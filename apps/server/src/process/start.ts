import { systemClock } from '@mqdeck/kit'
import { createLogging, type Logging } from '../log/create-logging.ts'
import { consoleOnly, toLevel } from '../log/log-settings.ts'
import { createConsoleWriter } from '../log/write-console.ts'
import { type RunningServer, startServer } from '../server.ts'
import type { Loaded } from '../start-options/load.ts'
import type { Settings } from '../start-options/settings.ts'
import { print } from './print.ts'
import { startMessage } from './start-message.ts'
import { clusterMessage } from './start-message-cluster.ts'
import { createErrorSurvival, unexpectedErrorAlarm } from './survive.ts'

/** Starts the server, tells where it is, and stops it when asked to; ends the process then. */
export async function start({ settings, overrides }: Loaded): Promise<void> {
  const stopping = nextSignal()
  const logging = createProcessLogging(settings)
  const running: { server?: RunningServer } = {}
  surviveErrors(logging, running)
  const server = await startServer({ settings, overrides, logging })
  running.server = server
  print(server.cluster.length > 0 ? clusterMessage(server, settings) : startMessage(server, settings))
  await stopping
  await stop(server)
}

/** The last lines are written however the process ends, unless it is killed. */
function createProcessLogging(settings: Settings): Logging {
  const logging = createLogging({
    // Files only when the data folder is known to be ours.
    settings: consoleOnly(toLevel(settings.log_level)),
    folder: settings.data_dir,
    clock: systemClock,
    writeConsole: createConsoleWriter(),
  })
  process.on('exit', () => logging.flushNow())
  return logging
}

/** A rejected promise that nobody handles arrives here, too: that is Node's default. */
function surviveErrors(logging: Logging, running: { readonly server?: RunningServer }): void {
  const survive = createErrorSurvival({
    log: logging.log,
    alarm(message) {
      if (running.server?.cluster.length !== 0) return
      const details = { reason: 'uncaught_exception', error: message }
      running.server.alarms.activate(
        unexpectedErrorAlarm,
        details,
        `unexpected error, the server keeps running: ${message}`,
      )
    },
    isRunning: () => running.server !== undefined,
    end: () => process.exit(1),
    now: systemClock.now,
  })
  process.on('uncaughtException', (error) => {
    try {
      survive(error)
    } catch {
      process.exit(1)
    }
  })
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
