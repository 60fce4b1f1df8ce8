import { createMongodbQuery } from '../../mongodb/query.ts'
import { authzLookup, authzNames } from '../../placeholders.ts'
import type { AuthzBackend, AuthzContext, AuthzSource } from '../port.ts'
import { answerByRows } from '../rules/row.ts'
import { type MongodbAuthzSettings, mongodb as manifest } from './manifest.ts'

/** As `emqx_authz_mongodb` of EMQX 5.8: each document is a rule, and the first matching one decides. */
export const runtime = {
  manifest,
  create(
    { limit, skip, ...settings }: MongodbAuthzSettings,
    { clock, folder, log }: Pick<AuthzContext, 'clock' | 'folder' | 'log'>,
  ): AuthzSource {
    const context = { names: authzNames, limit, skip, clock, folder }
    const { documents, ...backend } = createMongodbQuery(settings, context)
    return {
      ...backend,
      async authorize(client, action, note) {
        const rows = await documents(authzLookup(client, action), note)
        return answerByRows(rows, client, action, { log, source: 'mongodb', note })
      },
    }
  },
} satisfies AuthzBackend<MongodbAuthzSettings>
