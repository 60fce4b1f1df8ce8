import { type RedisCommandLine, type RedisConnection, redisType } from '@mqdeck/drivers'
import { BatchError, parseTemplate, ruleText, SettingsError, type Template } from '@mqdeck/kit'
import type { ActionPlain, ConnectorPlain } from '../plain.ts'
import type { ActionRuntime, Data, IntegrationRuntime } from '../port.ts'
import { dataLookup, fillBytes } from '../template.ts'
import type { redis } from './manifest.ts'

type Parameters = ActionPlain<typeof redis>

export const runtime: IntegrationRuntime<ConnectorPlain<typeof redis>, RedisConnection, Parameters> = {
  connect: ({ parameters, ssl }, { folder }) => redisType({ ...parameters, ssl, folder }),
  action: createAction,
}

/** Timeout of a batch. */
const timeoutMs = 30_000

function createAction({ command_template: words }: Parameters): ActionRuntime<RedisConnection, RedisCommandLine> {
  const templates = words.map(parseTemplate)
  const [name] = words
  if (name !== undefined && isBinding(name))
    throw new SettingsError('command_template', `${name} is not allowed, because it changes the shared connection`)
  return {
    render(data) {
      const [command, ...args] = templates.flatMap((template) => render(template, data))
      const text = typeof command === 'string' ? command.trim() : ''
      if (text === '') throw new Error('the command is empty')
      if (isBinding(text)) throw new Error(`${text} is not allowed, because it changes the shared connection`)
      return [text, ...args]
    },
    show: (line) => ({ command: line }),
    async send(connection, batch, signal) {
      const answers = await connection.commands(batch, timeoutMs, signal).catch((error: unknown) => {
        // For a single request, its own error.
        throw error instanceof BatchError && batch.length === 1 ? (error.results[0] ?? error) : error
      })
      return { answers }
    },
  }
}

/** EMQX marks the arguments of HSET with this first element. */
const spreadMark = 'map_to_redis_hset_args'

function render(template: Template, data: Data): readonly (string | Uint8Array)[] {
  const [part, ...others] = template.parts
  if (part !== undefined && typeof part !== 'string' && others.length === 0) {
    const value = dataLookup(data)(part.path, part.name)
    if (Array.isArray(value) && value[0] === spreadMark) return value.slice(1).map(toArgument)
  }
  return [fillBytes(template, data)]
}

const toArgument = (value: unknown): string | Uint8Array => (value instanceof Uint8Array ? value : ruleText(value))

/** Commands that block, or that change the state of the connection. */
const isBinding = (name: string): boolean =>
  /^(AUTH|BLMOVE|BLMPOP|BLPOP|BRPOP|BRPOPLPUSH|BZMPOP|BZPOPMAX|BZPOPMIN|CLIENT|DISCARD|EXEC|HELLO|MONITOR|MULTI|PSUBSCRIBE|PSYNC|QUIT|RESET|SELECT|SSUBSCRIBE|SUBSCRIBE|SYNC|UNWATCH|WAIT|WAITAOF|WATCH)$/i.test(
    name,
  )
