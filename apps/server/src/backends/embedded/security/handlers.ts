import { ok } from '@mqdeck/contract'
import { settings } from '../../../start-options/start-options.ts'
import { isOpenToOthers } from '../../../store/open-data.ts'
import type { Users } from '../accounts/users.ts'
import type { HandlersOf } from '../management.ts'
import type { Services } from '../services.ts'

export function securityHandlers({ users, profile, dataFolder, trustedProxies }: Services): HandlersOf<'security'> {
  const hasWellKnownPassword = createWellKnownPassword(users)
  return {
    getSecurityFacts: async () =>
      ok({
        default_password: await hasWellKnownPassword(),
        profile,
        data_folder_open: isOpenToOthers(dataFolder),
        trusted_proxies: [...trustedProxies],
      }),
  }
}

/** Whether the first user still has the default password. Checked once per password. */
function createWellKnownPassword(users: Pick<Users, 'defaultUsername' | 'get' | 'verify'>): () => Promise<boolean> {
  const wellKnown = settings['dashboard.default_password'].default
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
