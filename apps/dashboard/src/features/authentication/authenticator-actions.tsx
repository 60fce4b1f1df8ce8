import type { ListedAuthenticator } from '@mqdeck/contract'
import { useMemo } from 'react'
import { useChange, useErrorText } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { confirm, Stack, toast } from '../../ui/index.ts'
import styles from './authentication.module.css'
import { hasUsers } from './kinds.ts'
import { messages } from './messages.ts'
import { remove, switchTo } from './queries.ts'
import { useNameOf } from './use-names.ts'

type Action = (authenticator: ListedAuthenticator) => Promise<boolean>

/** What can be done to an authenticator as a whole; what opens the broker asks first. Each resolves to whether it was done. */
export interface AuthenticatorActions {
  readonly enable: Action
  readonly disable: Action
  readonly remove: Action
}

/** @param chain as far as it is known: whether anybody is left to ask decides what the questions say */
export function useAuthenticatorActions(chain: readonly ListedAuthenticator[] | undefined): AuthenticatorActions {
  const texts = useMessages(messages)
  const describe = useErrorText()
  const nameOf = useNameOf()
  const { run: runSwitch } = useChange(switchTo)
  const { run: runRemove } = useChange(remove)
  // The same object in every render: it decides what a table draws anew.
  return useMemo(() => {
    const attempt = async (name: string, act: () => Promise<unknown>, done: string): Promise<boolean> => {
      try {
        await act()
        toast.success(done)
        return true
      } catch (error) {
        toast.error(texts.failed(name), describe(error))
        return false
      }
    }
    const isLast = ({ id }: ListedAuthenticator) =>
      chain?.every((one) => one.id === id || one.enable === false) === true
    const ask = (one: ListedAuthenticator, { title, action }: { readonly title: string; readonly action: string }) => {
      const isDeletion = action === texts.remove
      const { risks } = texts
      return confirm({
        title,
        action,
        danger: true,
        body: (
          <Stack gap={3}>
            <strong>{nameOf(one)}</strong>
            <ul className={styles.risks}>
              <li>{one.enable !== false && isLast(one) ? risks.none : risks.connect}</li>
              <li>{risks.permissions}</li>
              {isDeletion && hasUsers(one) && <li>{risks.users}</li>}
            </ul>
            <span>{risks.connected}</span>
          </Stack>
        ),
      })
    }
    return {
      enable: (one) => attempt(nameOf(one), () => runSwitch({ id: one.id, enable: true }), texts.enabled(nameOf(one))),
      async disable(one) {
        const isSure = await ask(one, { title: texts.disableQuestion, action: texts.disable })
        return (
          isSure && attempt(nameOf(one), () => runSwitch({ id: one.id, enable: false }), texts.disabled(nameOf(one)))
        )
      },
      async remove(one) {
        const isSure = await ask(one, { title: texts.removeQuestion, action: texts.remove })
        return isSure && attempt(nameOf(one), () => runRemove({ id: one.id }), texts.removed(nameOf(one)))
      },
    }
  }, [texts, describe, nameOf, chain, runSwitch, runRemove])
}
