import { ok } from '@mqdeck/contract'
import { settings as startOptions } from '../../../start-options/start-options.ts'
import { isOpenToOthers } from '../../../store/open-data.ts'
import { accountsModule } from '../accounts/module.ts'
import type { Accounts } from '../accounts/service.ts'
import type { Users } from '../accounts/users.ts'
import type { BrokerContext } from '../broker-context.ts'
import type { HandlersOf } from '../management.ts'
import { defineModule } from '../resource-module.ts'

function securityHandlers({
  users,
  profile,
  folder,
  settings,
}: BrokerContext & Pick<Accounts, 'users'>): HandlersOf<'security'> {
  const hasWellKnownPassword = createWellKnownPassword(users)
  return {
    getSecurityFacts: async () =>
      ok({
        default_password: await hasWellKnownPassword(),
        profile,
        data_folder_open: isOpenToOthers(folder),
        trusted_proxies: [...settings.trusted_proxies],
      }),
  }
}

/** Whether the first user still has the default password. Checked once per password. */
function createWellKnownPassword(users: Pick<Users, 'defaultUsername' | 'get' | 'verify'>): () => Promise<boolean> {
  const wellKnown = startOptions['dashboard.default_password'].default
  let known: { readonly hash: string; readonly answer: Promise<boolean> } | undefined
  return () => {
    const { defaultUsername } = users
    const hash = users.get(defaultUsername)?.passwordHash ?? ''
    if (known?.hash !== hash) {
      const answer = users.verify(defaultUsername, wellKnown).then((user) => user !== undefined)
      known = { hash, answer }
      // The next call tries again.
      answer.catch(() => {
        known = undefined
      })
    }
    return known.answer
  }
}

export const securityModule = defineModule({
  name: 'security',
  needs: { accounts: accountsModule },
  create: (context, { accounts: { users } }) => ({ handlers: securityHandlers({ ...context, users }) }),
})
