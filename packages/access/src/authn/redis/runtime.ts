import { authnLookup, authnNames } from '../../placeholders.ts'
import { type RedisCommand, readCommand, refuse } from '../../redis/command.ts'
import { createRedisQuery } from '../../redis/query.ts'
import { checkPassword, rejected } from '../check-password.ts'
import type { Authenticator, AuthnBackend, AuthnContext } from '../port.ts'
import { redis as manifest, type RedisAuthnSettings } from './manifest.ts'

/** As `emqx_authn_redis` of EMQX 5.8: the fields of a hash are a user. If none of them exist, the client is ignored. */
export const runtime = {
  manifest,
  create(
    { cmd, password_hash_algorithm: algorithm, ...settings }: RedisAuthnSettings,
    { clock, folder }: Pick<AuthnContext, 'clock' | 'folder'>,
  ): Authenticator {
    const command = readUserCommand(cmd)
    const [, ...fields] = command.args
    const { values, ...backend } = createRedisQuery(command, settings, { names: authnNames, clock, folder })
    return {
      ...backend,
      async authenticate(credentials, note) {
        if (credentials.password === undefined) {
          note?.('the client sent no password')
          return rejected
        }
        const found = await values(authnLookup(credentials), note)
        const user = new Map(fields.map((field, index) => [field, found[index] ?? undefined]))
        const isKnown = found.some((value) => value !== null)
        const row = {
          password_hash: user.get('password_hash') ?? user.get('password'),
          salt: user.get('salt'),
          is_superuser: user.get('is_superuser'),
        }
        return checkPassword(isKnown ? row : undefined, algorithm, credentials.password, note)
      },
    }
  },
} satisfies AuthnBackend<RedisAuthnSettings>

const usable = ['password_hash', 'password', 'salt', 'is_superuser']

function readUserCommand(cmd: string): RedisCommand {
  const command = readCommand(cmd, ['HGET', 'HMGET'])
  const [, ...fields] = command.args
  const unknown = fields.find((field) => !usable.includes(field))
  if (unknown !== undefined) return refuse(`the field ${unknown} is not supported. Use ${usable.join(', ')}`)
  if (!fields.includes('password_hash') && !fields.includes('password'))
    return refuse('one of the fields must be password_hash or password')
  if (command.name === 'HGET' && fields.length > 1)
    return refuse('HGET supports only one field. Use HMGET for several fields')
  return command
}
