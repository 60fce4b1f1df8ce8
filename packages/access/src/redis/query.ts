import { type RedisConnection, type RedisSettings, redisType } from '@mqdeck/drivers'
import { type Clock, type Lookup, parseTemplate, renderTemplate, templateText } from '@mqdeck/kit'
import type { Note } from '../authn/port.ts'
import { type Backend, createBackend } from '../backend.ts'
import { unknownPlaceholder, withoutPassword } from '../placeholders.ts'
import { type RedisCommand, refuse } from './command.ts'

export interface RedisQueryContext {
  /** The place holders that may stand in the command. */
  readonly names: readonly string[]
  readonly clock: Clock
  readonly folder: string
}

type WithoutFolder<S> = S extends unknown ? Omit<S, 'folder'> : never
/** Settings of an authenticator or a source, of whichever kind of Redis. */
export type RedisQuerySettings = WithoutFolder<RedisSettings>

/** One command of the settings, asked again and again. */
export interface RedisQuery extends Omit<Backend<RedisConnection>, 'ask'> {
  /** What the server answers, a single value as a list of one; rejects when it is down, late, or refuses. */
  values(lookup: Lookup, note?: Note): Promise<readonly (string | null)[]>
}

/** Milliseconds that a command may take, waiting for a connection included: EMQX has no setting for it. */
const timeout = 5_000

/** @throws {SettingsError} for a place holder that there is not */
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
  // As EMQX: what a client has not is an empty text.
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
