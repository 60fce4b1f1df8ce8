import { createMongodbQuery } from '../../mongodb/query.ts'
import { authnLookup, authnNames } from '../../placeholders.ts'
import { checkPassword, rejected } from '../check-password.ts'
import type { Authenticator, AuthnBackend, AuthnContext } from '../port.ts'
import { type MongodbAuthnSettings, mongodb as manifest } from './manifest.ts'

/**
 * As `emqx_authn_mongodb` of EMQX 5.8: the first document that matches is the user. A user who is not found is passed
 * to the next authenticator.
 */
export const runtime = {
  manifest,
  create(settings: MongodbAuthnSettings, { clock, folder }: Pick<AuthnContext, 'clock' | 'folder'>): Authenticator {
    const {
      password_hash_algorithm: algorithm,
      password_hash_field: hashField,
      salt_field: saltField,
      is_superuser_field: superuserField,
    } = settings
    const { documents, ...backend } = createMongodbQuery(settings, { names: authnNames, limit: 1, clock, folder })
    return {
      ...backend,
      async authenticate(credentials, note) {
        if (credentials.password === undefined) {
          note?.('the client sent no password')
          return rejected
        }
        const [found] = await documents(authnLookup(credentials), note)
        const user = found && {
          password_hash: found[hashField],
          salt: found[saltField],
          is_superuser: found[superuserField],
        }
        return checkPassword(user, algorithm, credentials.password, note)
      },
    }
  },
} satisfies AuthnBackend<MongodbAuthnSettings>
