import type { ListedAuthenticator } from '@mqdeck/contract'
import { useMemo } from 'react'
import { type MemberActions, type MemberOptions, useMemberActions } from '../../data/chain/index.ts'
import { useChange } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { hasUsers } from './kinds.ts'
import { messages } from './messages.ts'
import { remove, switchTo } from './queries.ts'
import { useNameOf } from './use-names.ts'

export type AuthenticatorActions = MemberActions<ListedAuthenticator>

/** @param chain as far as it is known: whether anybody is left to ask decides what the questions say */
export function useAuthenticatorActions(chain: readonly ListedAuthenticator[] | undefined): AuthenticatorActions {
  const texts = useMessages(messages)
  const nameOf = useNameOf()
  const { run: runSwitch } = useChange(switchTo)
  const { run: runRemove } = useChange(remove)
  const options = useMemo((): MemberOptions<ListedAuthenticator> => {
    const { risks } = texts
    const isLast = ({ id }: ListedAuthenticator) =>
      chain?.every((one) => one.id === id || one.enable === false) === true
    return {
      nameOf,
      switchTo: ({ id }, enable) => runSwitch({ id, enable }),
      remove: ({ id }) => runRemove({ id }),
      questions: { disable: texts.disableQuestion, remove: texts.removeQuestion },
      risksOf: (one, isDeletion) => [
        one.enable !== false && isLast(one) ? risks.none : risks.connect,
        risks.permissions,
        ...(isDeletion && hasUsers(one) ? [risks.users] : []),
      ],
      note: risks.connected,
    }
  }, [texts, nameOf, chain, runSwitch, runRemove])
  return useMemberActions(options)
}
