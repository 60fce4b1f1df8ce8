import { systemClock } from '@mqdeck/kit'
import { createLogging, type Logging } from '../log/create-logging.ts'
import { consoleOnly, toLevel } from '../log/log-settings.ts'
import { type RunningServer, startServer } from '../server.ts'
import type { Loaded } from '../start-options/load.ts'
import type { Settings } from '../start-options/start-options.ts'
import { explain } from './explain.ts'
import { startMessage } from './start-message.ts'
import { clusterMessage } from './start-message-cluster.ts'
import { onStopSignal } from './stop-signals.ts'
import { createUncaughtErrorHandler, unexpectedErrorAlarm } from './uncaught-errors.ts'

/**
 * Starts the server, prints the start message, and stops the server on a signal. Ends the process.
 * @param whileRunning called when the server has started; resolves to a function that ends this work
 */
export async function start(
  { settings, overrides }: Loaded,
  whileRunning: (server: RunningServer) => Promise<() => Promise<void>> = async () => async () => {},
): Promise<void> {
  const stopping = new Promise<void>((resolve) => onStopSignal(['SIGINT', 'SIGTERM', 'SIGHUP'], resolve))
  const logging = createProcessLogging(settings)
  const running: { server?: RunningServer } = {}
  handleUncaughtErrors(logging, settings, running)
  const server = await startServer({ settings, overrides, logging })
  running.server = server
  print(server.cluster.length > 0 ? clusterMessage(server, settings) : startMessage(server, settings))
  const end = await whileRunning(server)
  await stopping
  await end()
  await stop(server)
}

/** Flushes the last log lines whenever the process ends, unless it is killed. */
function createProcessLogging(settings: Settings): Logging {
  const logging = createLogging({
    // Log files are opened later, when the data folder is locked.
    settings: consoleOnly(toLevel(settings.log_level)),
    folder: settings.data_dir,
    clock: systemClock,
    writeConsole: createConsoleWriter(),
  })
  process.on('exit', () => logging.flushNow())
  return logging
}

/** Rejected promises without a handler arrive here as well, which is Node's default. */
function handleUncaughtErrors(
  logging: Logging,
  settings: Settings,
  running: { readonly server?: RunningServer },
): void {
  const handleUncaught = createUncaughtErrorHandler({
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
    end: (error) => {
      const reason = explain(error, settings)
      if (reason !== undefined) process.stderr.write(`\n${reason}\n`)
      process.exit(1)
    },
    now: systemClock.now,
  })
  process.on('uncaughtException', (error) => {
    try {
      handleUncaught(error)
    } catch {
      process.exit(1)
    }
  })
}

async function stop(server: RunningServer): Promise<void> {
  print('Stopping ...')
  await server.stop()
  print('Stopped.')
  // Exit explicitly, because a forgotten handle must not keep the process running.
  process.exit(0)
}

/**
 * Writes lines to stdout. If the reader closes the pipe (`mqdeck
 * head`), output stops and the server continues.
 */
function createConsoleWriter(): (line: string) => void {
  let isGone = false
  process.stdout.on('error', () => {
    isGone = true
  })
  return (line) => {
    if (!isGone) process.stdout.write(line)
  }
}

export const print = (text: string) => void process.stdout.write(`${text}\n`)
