import { parseArgs } from 'node:util'
import { defaultFile } from '../config/load.ts'
import { settings } from '../config/settings.ts'

/** The command line is not one of those in the help text. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export type Command =
  | { readonly name: 'help' }
  | { readonly name: 'version' }
  | { readonly name: 'start'; readonly config: string | undefined }
  | { readonly name: 'reset-password'; readonly config: string | undefined; readonly username: string }

/** @throws {UsageError} */
export function readArguments(args: readonly string[]): Command {
  const { values, positionals } = parse(args)
  if (values.help) return { name: 'help' }
  if (values.version) return { name: 'version' }
  const [name, username, ...others] = positionals
  if (name === undefined) return { name: 'start', config: values.config }
  if (name !== 'reset-password') throw usage(`there is no command ${name}`)
  if (username === undefined) throw usage('reset-password needs the name of the user')
  if (others.length > 0) throw usage(`reset-password takes one name, not ${others.join(' ')} too`)
  return { name, config: values.config, username }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        config: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    })
  } catch (error) {
    throw usage(error instanceof Error ? error.message : String(error))
  }
}

const usage = (problem: string) => new UsageError(`${problem} (see mqdeck --help)`)

export function helpText(): string {
  return `Usage: mqdeck [--config FILE]
       mqdeck reset-password [--config FILE] USERNAME
       mqdeck --help | --version

Starts an MQTT broker and its dashboard, or, while they are stopped, gives a user
of the dashboard a new password: it is asked for twice or, when the standard input
is no terminal, read from there as one line. All logins of that user end.

  --config FILE   configuration file (YAML), also MQDECK_CONFIG; otherwise ./${defaultFile} is read when it exists
  --help, -h      this text
  --version, -v   the version

Exit codes: 0 done, 1 failed, 2 wrong command line, 130 cancelled.

Keys of the configuration file (a dot is one level of nesting), the variable that
overrides each of them, and its default:

${Object.entries(settings)
  .map(([key, { env, help, shownDefault }]) => `  ${key}  (${env})\n      ${help}. Default: ${shownDefault || 'none'}`)
  .join('\n')}
`
}
