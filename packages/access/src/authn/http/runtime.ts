import type { AuthenticateResult } from '@mqdeck/broker'
import { messageOf } from '@mqdeck/contract'
import { type AnswerFields, readAnswer } from '../../http/answer.ts'
import { grantOf } from '../../http/grant.ts'
import { createHttpQuery } from '../../http/query.ts'
import { authnLookup, authnNames } from '../../placeholders.ts'
import { ignored, rejected } from '../check-password.ts'
import type { Authenticator, AuthnBackend, AuthnContext, Note } from '../port.ts'
import { type HttpAuthnSettings, http as manifest } from './manifest.ts'

/** Not authorized (MQTT 5, 2.4). EMQX returns it if the service denies the client. */
const notAuthorized = 0x87

/**
 * Decides as `emqx_authn_http` of EMQX 5.8: 204 accepts the client; 200 decides by `result`, allow, deny or ignore; any
 * other status or an invalid body passes the client to the next authenticator.
 */
export const runtime = {
  manifest,
  create(settings: HttpAuthnSettings, { clock, folder }: Pick<AuthnContext, 'clock' | 'folder'>): Authenticator {
    const { send, ...backend } = createHttpQuery(settings, { names: authnNames, clock, folder })
    return {
      ...backend,
      async authenticate(credentials, note) {
        const answer = await send(authnLookup(credentials), note)
        if (answer.status === 204) return { result: 'allow', isSuperuser: false }
        const fields = answer.status === 200 ? readAnswer(answer) : undefined
        if (fields) return decideBy(fields, clock.now(), note)
        note?.(answer.status === 200 ? 'the response cannot be parsed' : 'the status code is neither 200 nor 204')
        return ignored
      },
    }
  },
} satisfies AuthnBackend<HttpAuthnSettings>

function decideBy(fields: AnswerFields, now: number, note: Note | undefined): AuthenticateResult {
  const { result } = fields
  note?.('result', String(result))
  if (result === 'deny') return { result: 'deny', reasonCode: notAuthorized }
  if (result !== 'allow') return ignored
  try {
    return { result: 'allow', ...grantOf(fields, now) }
  } catch (error) {
    note?.('the client is rejected because the response is invalid', messageOf(error))
    return rejected
  }
}
