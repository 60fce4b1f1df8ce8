import { messageOf } from '@mqdeck/contract'
import type { HttpAnswer } from '@mqdeck/drivers'
import { readAnswer } from '../../http/answer.ts'
import { grantOf } from '../../http/grant.ts'
import { createHttpQuery } from '../../http/query.ts'
import { authnLookup, authnNames } from '../../placeholders.ts'
import { createScram, type ScramUser } from '../../scram/exchange.ts'
import { hashLength } from '../../scram/keys.ts'
import type { Authenticator, AuthnBackend, AuthnContext } from '../port.ts'
import { secretOf } from '../scram/runtime.ts'
import { scramHttp as manifest, type ScramHttpSettings } from './manifest.ts'

/**
 * SCRAM with the keys of a web service, as `emqx_authn_scram_restapi` of EMQX 5.8: 200 with `salt`, `stored_key` and
 * `server_key` in hexadecimal, and optionally `is_superuser`, `client_attrs`, `acl` and `expire_at`. Any other response
 * means that the user does not exist.
 */
export const runtime = {
  manifest,
  create(
    settings: ScramHttpSettings,
    { clock, folder, store }: Pick<AuthnContext, 'clock' | 'folder' | 'store'>,
  ): Authenticator {
    const { algorithm: hash, iteration_count: iterations } = settings
    const { send, ...backend } = createHttpQuery(settings, { names: authnNames, clock, folder })
    const authenticate = createScram({
      hash,
      iterations,
      secret: secretOf(store),
      async find(username, credentials, note) {
        // The username is in the exchange, and may be missing in CONNECT.
        const client = { ...credentials.client, username }
        const answer = await send(authnLookup({ ...credentials, client }), note)
        try {
          return userOf(answer, clock.now(), iterations, hashLength(hash))
        } catch (error) {
          note?.('the response contains no valid user', messageOf(error))
          return undefined
        }
      },
    })
    return { ...backend, authenticate }
  },
} satisfies AuthnBackend<ScramHttpSettings>

/** @throws {Error} a sentence, when it is none */
function userOf(answer: HttpAnswer, now: number, iterations: number, length: number): ScramUser {
  const fields = answer.status === 200 ? readAnswer(answer) : undefined
  if (!fields) throw new Error('it is not a response with status 200 and JSON or form data')
  const keyAt = (name: string) => {
    const text = fields[name]
    if (typeof text !== 'string' || !/^([0-9a-f]{2})+$/i.test(text)) throw new Error(`${name} is not hexadecimal`)
    return Buffer.from(text, 'hex')
  }
  const [salt, storedKey, serverKey] = [keyAt('salt'), keyAt('stored_key'), keyAt('server_key')]
  if (storedKey.length !== length || serverKey.length !== length)
    throw new Error('its keys are for a different hash algorithm')
  return { salt, iterations, storedKey, serverKey, grant: grantOf(fields, now) }
}
