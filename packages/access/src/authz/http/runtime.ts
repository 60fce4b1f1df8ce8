import { readAnswer } from '../../http/answer.ts'
import { createHttpQuery } from '../../http/query.ts'
import { authzHttpNames, authzLookup } from '../../placeholders.ts'
import type { AuthzBackend, AuthzContext, AuthzSource } from '../port.ts'
import { type HttpAuthzSettings, http as manifest } from './manifest.ts'

/**
 * Decides as `emqx_authz_http` of EMQX 5.8: 204 allows; 200 decides by `result`, allow or deny; any other result,
 * status or unreadable body is `ignore`.
 */
export const runtime = {
  manifest,
  create(
    settings: HttpAuthzSettings,
    { clock, folder, log }: Pick<AuthzContext, 'clock' | 'folder' | 'log'>,
  ): AuthzSource {
    const { send, ...backend } = createHttpQuery(settings, { names: authzHttpNames, clock, folder })
    return {
      ...backend,
      async authorize(client, action, note) {
        const answer = await send(authzLookup(client, action), note)
        if (answer.status === 204) return 'allow'
        if (answer.status !== 200) {
          note?.('the status code is neither 200 nor 204')
          return 'nomatch'
        }
        // EMQX parses a body without content type as JSON here.
        const fields = readAnswer({ ...answer, contentType: answer.contentType || 'application/json' })
        if (!fields) {
          note?.('the response cannot be parsed')
          log.warn({ source: 'http', content_type: answer.contentType }, 'authz_http_response_incorrect')
          return 'nomatch'
        }
        const { result } = fields
        note?.('result', String(result))
        return result === 'allow' || result === 'deny' ? result : 'ignore'
      },
    }
  },
} satisfies AuthzBackend<HttpAuthzSettings>
