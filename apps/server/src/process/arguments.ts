import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type MigrationKind, messageOf, migrationKinds } from '@mqdeck/contract'
import { parseNameVersion } from '@mqdeck/extensions'
import { isRootName, type RootName, rootNames } from '../broker-config/roots.ts'

/** Invalid command line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export type Command =
  | { readonly name: 'help'; readonly root: RootName | 'migrate' | undefined }
  | { readonly name: 'version' }
  | { readonly name: 'start'; readonly config: string | undefined }
  | { readonly name: 'reset-password'; readonly config: string | undefined; readonly username: string }
  | PluginCommand
  | PluginProjectCommand
  | PluginDevCommand
  | MigrateCommand

/** Controls which plugins may be installed. */
export interface PluginCommand {
  readonly name: 'plugin'
  readonly config: string | undefined
  readonly action: 'allow' | 'disallow' | 'list'
  /** `my_plugin-1.0.0`. Empty for `list`. */
  readonly plugin: string
  /** The package that is allowed. */
  readonly content?: { readonly file: string } | { readonly sha256: string }
}

/** Makes packages of plugins. Needs no settings. */
export interface PluginProjectCommand {
  readonly name: 'plugin-project'
  readonly action: 'new' | 'pack'
  /** The name of the new plugin, or the folder that is packed. */
  readonly subject: string
}

/** Starts the server with a plugin that is reloaded when its files change. */
interface PluginDevCommand {
  readonly name: 'plugin-dev'
  readonly config: string | undefined
  readonly folder: string
}

/** Migrates to another cluster. */
export interface MigrateCommand {
  readonly name: 'migrate'
  readonly config: string | undefined
  /** As typed. */
  readonly to: string
  readonly username: string
  /** Used instead of a user. */
  readonly apiKey: string | undefined
  readonly passwordStdin: boolean
  readonly caFile: string | undefined
  /** False: only shows what would be migrated. */
  readonly apply: boolean
  readonly overwrite: boolean
  readonly only: readonly MigrationKind[] | undefined
  readonly skip: readonly MigrationKind[] | undefined
  readonly json: boolean
}

/** @throws {UsageError} */
export function readArguments(args: readonly string[]): Command {
  const { values, positionals } = parse(args)
  if (values.help) return { name: 'help', root: readRoot(positionals[0]) }
  if (values.version) return { name: 'version' }
  const [name, username, ...others] = positionals
  if (name === 'migrate') return readMigrate(values, positionals.slice(1))
  const [stray] = Object.keys(values).filter((key) => key !== 'config')
  if (stray !== undefined) throw usage(`--${stray} is an option of migrate only`)
  if (name === undefined) return { name: 'start', config: values.config }
  if (name === 'plugin') return readPlugin(values.config, positionals.slice(1))
  if (name !== 'reset-password') throw usage(`unknown command ${name}`)
  if (username === undefined) throw usage('reset-password needs a username')
  if (others.length > 0) throw usage(`reset-password accepts one username, unexpected: ${others.join(' ')}`)
  return { name, config: values.config, username }
}

function readRoot(name: string | undefined): RootName | 'migrate' | undefined {
  if (name === undefined || name === 'migrate' || isRootName(name)) return name
  if (name === 'reset-password' || name === 'plugin') return undefined
  throw usage(`unknown group ${name}, the groups are ${rootNames.join(', ')}`)
}

function readAllow(config: string | undefined, subject = '', hash: string | undefined): PluginCommand {
  const plugin = basename(subject).replace(/\.tar\.gz$/, '')
  const isFile = subject.endsWith('.tar.gz')
  const isHash = hash !== undefined && /^[0-9a-f]{64}$/i.test(hash)
  if (!parseNameVersion(isFile ? plugin : subject) || isFile === isHash)
    throw usage('plugin allow needs the package, such as my_plugin-1.0.0.tar.gz, or its name, version and SHA-256')
  const content = isHash ? { sha256: hash.toLowerCase() } : { file: subject }
  return { name: 'plugin', config, action: 'allow', plugin, content }
}

function readPlugin(
  config: string | undefined,
  [action, subject, ...others]: readonly string[],
): PluginCommand | PluginProjectCommand | PluginDevCommand {
  const [stray] = action === 'list' ? [subject] : action === 'allow' ? others.slice(1) : others
  if (stray !== undefined) throw usage(`plugin ${action}: unexpected ${stray}`)
  switch (action) {
    case 'list':
      return { name: 'plugin', config, action, plugin: '' }
    case 'allow':
      return readAllow(config, subject, others[0])
    case 'disallow':
      if (subject === undefined || !parseNameVersion(subject))
        throw usage(`plugin ${action} needs the name and version of a plugin, such as my_plugin-1.0.0`)
      return { name: 'plugin', config, action, plugin: subject }
    case 'new':
      if (subject === undefined || !parseNameVersion(`${subject}-1.0.0`))
        throw usage('plugin new needs a name that starts with a letter and consists of letters, digits and underscores')
      return { name: 'plugin-project', action, subject }
    case 'pack':
      if (subject === undefined) throw usage('plugin pack needs the folder of a plugin')
      return { name: 'plugin-project', action, subject }
    case 'dev':
      return { name: 'plugin-dev', config, folder: subject ?? '.' }
    default:
      throw usage('plugin needs one of new, dev, pack, allow, disallow, list')
  }
}

function readMigrate(values: ReturnType<typeof parse>['values'], others: readonly string[]): MigrateCommand {
  if (others.length > 0) throw usage(`migrate accepts options only, unexpected: ${others.join(' ')}`)
  if (values.to === undefined) throw usage('migrate needs --to with the address of the target')
  if (values.username !== undefined && values['api-key'] !== undefined)
    throw usage('migrate accepts --username or --api-key, not both')
  return {
    name: 'migrate',
    config: values.config,
    to: values.to,
    username: values.username ?? 'admin',
    apiKey: values['api-key'],
    passwordStdin: values['password-stdin'] ?? false,
    caFile: values['ca-file'],
    apply: values.apply ?? false,
    overwrite: values.overwrite ?? false,
    only: readKinds('only', values.only),
    skip: readKinds('skip', values.skip),
    json: values.json ?? false,
  }
}

/** `rule,connector` */
function readKinds(option: string, text: string | undefined): readonly MigrationKind[] | undefined {
  return text?.split(',').map((part) => {
    const kind = migrationKinds.find((one) => one === part.trim())
    if (!kind) throw usage(`--${option}: unknown kind ${part}, the kinds are ${migrationKinds.join(', ')}`)
    return kind
  })
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
        to: { type: 'string' },
        username: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        'api-key': { type: 'string' },
        'ca-file': { type: 'string' },
        apply: { type: 'boolean' },
        overwrite: { type: 'boolean' },
        only: { type: 'string' },
        skip: { type: 'string' },
        json: { type: 'boolean' },
      },
    })
  } catch (error) {
    throw usage(messageOf(error))
  }
}

const usage = (problem: string) => new UsageError(`${problem} (see mqdeck --help)`)
