import { parseArgs } from 'node:util'
import { isRootName, type RootName, rootNames } from '../configuration/roots.ts'

/** The command line is not one of those in the help text. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

export type Command =
  | { readonly name: 'help'; readonly root: RootName | undefined }
  | { readonly name: 'version' }
  | { readonly name: 'start'; readonly config: string | undefined }
  | { readonly name: 'reset-password'; readonly config: string | undefined; readonly username: string }

/** @throws {UsageError} */
export function readArguments(args: readonly string[]): Command {
  const { values, positionals } = parse(args)
  if (values.help) return { name: 'help', root: readRoot(positionals[0]) }
  if (values.version) return { name: 'version' }
  const [name, username, ...others] = positionals
  if (name === undefined) return { name: 'start', config: values.config }
  if (name !== 'reset-password') throw usage(`there is no command ${name}`)
  if (username === undefined) throw usage('reset-password needs the name of the user')
  if (others.length > 0) throw usage(`reset-password takes one name, not ${others.join(' ')} too`)
  return { name, config: values.config, username }
}

function readRoot(name: string | undefined): RootName | undefined {
  if (name === undefined || isRootName(name)) return name
  if (name === 'reset-password') return undefined
  throw usage(`there are no settings ${name}, but ${rootNames.join(', ')}`)
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
