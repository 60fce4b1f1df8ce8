import { type RedisConnection, type RedisSettings, redisType } from '@mqdeck/drivers'
import { type Clock, type Lookup, parseTemplate, renderTemplate, templateText } from '@mqdeck/kit'
import type { Note } from '../authn/port.ts'
import { type Backend, createBackend } from '../backend.ts'
import { unknownPlaceholder, withoutPassword } from '../placeholders.ts'
import { type RedisCommand, refuse } from './command.ts'

export interface RedisQueryContext {
  /** Placeholders that are available in the command. */
  readonly names: readonly string[]
  readonly clock: Clock
  readonly folder: string
}

type WithoutFolder<S> = S extends unknown ? Omit<S, 'folder'> : never
/** Settings of an authenticator or source with any Redis deployment. */
export type RedisQuerySettings = WithoutFolder<RedisSettings>

/** A configured command that is executed for each client or action. */
export interface RedisQuery extends Omit<Backend<RedisConnection>, 'ask'> {
  /** The values of the response as a list. Rejects if the server is unavailable, too slow or rejects the command. */
  values(lookup: Lookup, note?: Note): Promise<readonly (string | null)[]>
}

/** Milliseconds for a command, including the wait for a connection. EMQX has no setting for it. */
const timeout = 5_000

/** @throws {SettingsError} for an unknown placeholder */
export function createRedisQuery(
  { name, args }: RedisCommand,
  settings: RedisQuerySettings,
  { names, clock, folder }: RedisQueryContext,
): RedisQuery {
  for (const arg of args) {
    const unknown = unknownPlaceholder(arg, names)
    if (unknown !== undefined) refuse(`the placeholder \${${unknown}} is not available here`)
  }
  const templates = args.map(parseTemplate)
  // Missing values are replaced by an empty string, as in EMQX.
  const valuesOf = (lookup: Lookup) =>
    templates.map((template) => renderTemplate(template, lookup, templateText, () => ''))
  const { ask, ...backend } = createBackend(redisType({ ...settings, folder }), { clock })
  return {
    ...backend,
    async values(lookup, note) {
      note?.('command', [name, ...valuesOf(withoutPassword(lookup)).map(shown)].join(' '))
      const answer = await ask(({ command }) => command(name, valuesOf(lookup), timeout))
      const values = (Array.isArray(answer) ? answer : [answer]).map(toText)
      note?.('values found', String(values.filter((value) => value !== null).length))
      return values
    },
  }
}

const toText = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

const shown = (value: string): string => (/^[\w:./#+-]+$/.test(value) ? value : JSON.stringify(value))
