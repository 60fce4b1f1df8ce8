import { loadSettings } from '../start-options/load.ts'
import type { Settings } from '../start-options/start-options.ts'
import { version } from '../version.ts'
import { type MigrateCommand, readArguments, UsageError } from './arguments.ts'
import { askPassword, askSecret } from './ask-password.ts'
import { CommandError } from './command-error.ts'
import { explain } from './explain.ts'
import { helpText } from './help-text.ts'
import { type MigrateTools, migrate } from './migrate.ts'
import { runPluginCommand, runPluginProject } from './plugin.ts'
import { developPlugin } from './plugin-dev.ts'
import { resetPassword } from './reset-password.ts'
import { print, start } from './start.ts'
import { onStopSignal } from './stop-signals.ts'

/** Runs the program with these command line arguments. Sets the exit code. */
export async function run(args: readonly string[]): Promise<void> {
  let settings: Settings | undefined
  try {
    const command = readArguments(args)
    if (command.name === 'help') return print(helpText(command.root))
    if (command.name === 'version') return print(version)
    if (command.name === 'plugin-project') return print(await runPluginProject(command))
    const loaded = loadSettings(command.config ?? process.env.MQDECK_CONFIG, process.env)
    settings = loaded.settings
    if (command.name === 'start') return await start(loaded)
    if (command.name === 'plugin-dev') return await developPlugin(loaded, command.folder)
    if (command.name === 'migrate') {
      process.exitCode = await migrate(loaded, command, migrateTools(command))
      return
    }
    if (command.name === 'plugin') return print(await runPluginCommand(settings.data_dir, command))
    const ask = () => askPassword(process.stdin, process.stderr)
    const warn = (problem: string) => void process.stderr.write(`${problem}\n`)
    const { hadTwoFactor } = await resetPassword(loaded, command.username, ask, warn)
    print(`${command.username} has a new password.${hadTwoFactor ? ' Two-factor authentication is disabled.' : ''}`)
  } catch (error) {
    process.exitCode = toExitCode(error)
    process.stderr.write(`\n${explain(error, settings) ?? describe(error)}\n`)
  }
}

function migrateTools({ passwordStdin }: MigrateCommand): MigrateTools {
  const cancelling = new AbortController()
  onStopSignal(['SIGINT'], () => {
    process.stderr.write('\nFinishing the current item. Press Ctrl-C again to stop immediately.\n')
    cancelling.abort()
  })
  const from = { variable: process.env.MQDECK_MIGRATE_PASSWORD, fromInput: passwordStdin }
  return {
    askSecret: (question) => askSecret(question, from, process.stdin, process.stderr),
    print,
    progress: (text) => void process.stderr.write(`${text}\n`),
    signal: cancelling.signal,
  }
}

function toExitCode(error: unknown): number {
  if (error instanceof UsageError) return 2
  return error instanceof CommandError ? error.exitCode : 1
}

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
