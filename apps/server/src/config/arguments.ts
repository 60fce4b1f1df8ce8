import { parseArgs } from 'node:util'
import { ConfigError, defaultFile } from './load.ts'
import { settings } from './settings.ts'

export interface Arguments {
  readonly help: boolean
  readonly version: boolean
  readonly config: string | undefined
}

/** @throws {ConfigError} for an option that does not exist */
export function readArguments(args: readonly string[]): Arguments {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        config: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    })
    return { help: values.help ?? false, version: values.version ?? false, config: values.config }
  } catch (error) {
    throw new ConfigError([`${error instanceof Error ? error.message : error} (see --help)`])
  }
}

export function helpText(): string {
  return `Usage: mqdeck [--config FILE] [--help] [--version]

Starts an MQTT broker and its dashboard.

  --config FILE   configuration file (YAML), also MQDECK_CONFIG; otherwise ./${defaultFile} is read when it exists
  --help, -h      this text
  --version, -v   the version

Keys of the configuration file (a dot is one level of nesting), the variable that
overrides each of them, and its default:

${Object.entries(settings)
  .map(([key, { env, help, shownDefault }]) => `  ${key}  (${env})\n      ${help}. Default: ${shownDefault || 'none'}`)
  .join('\n')}
`
}
