import type { ListedAuthenticator } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { type MemberActions, type MemberOptions, useMemberActions } from '../chain/index.ts'
import { hasUsers } from './kinds.ts'
import { messages } from './messages.ts'
import { removeAuthenticator, setEnabled } from './queries.ts'
import { useNameOf } from './use-name-of.ts'

export type AuthenticatorActions = MemberActions<ListedAuthenticator>

/** @param chain undefined until it is loaded; the confirmations warn if no enabled authenticator would be left */
export function useAuthenticatorActions(chain: readonly ListedAuthenticator[] | undefined): AuthenticatorActions {
  const texts = useMessages(messages)
  const nameOf = useNameOf()
  const { run: runSetEnabled } = useChange(setEnabled)
  const { run: runDelete } = useChange(removeAuthenticator)
  const options = useMemo((): MemberOptions<ListedAuthenticator> => {
    const { risks } = texts
    const isLast = ({ id }: ListedAuthenticator) =>
      chain?.every((one) => one.id === id || one.enable === false) === true
    return {
      nameOf,
      setEnabled: ({ id }, enable) => runSetEnabled({ id, enable }),
      delete: ({ id }) => runDelete({ id }),
      questions: { disable: texts.disableQuestion, delete: texts.deleteQuestion },
      risksOf: (one, isDeletion) => [
        one.enable !== false && isLast(one) ? risks.none : risks.connect,
        risks.permissions,
        ...(isDeletion && hasUsers(one) ? [risks.users] : []),
      ],
      note: risks.connected,
    }
  }, [texts, nameOf, chain, runSetEnabled, runDelete])
  return useMemberActions(options)
}
