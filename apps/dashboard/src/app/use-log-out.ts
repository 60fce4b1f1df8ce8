import { signOut, useConnection } from '../api/index.ts'
import { useMessages } from '../i18n/index.ts'
import { confirm } from '../ui/index.ts'
import { shellMessages } from './messages.ts'

/** Ends the session after a confirmation. The login page then shows that the user has signed out. */
export function useLogOut(): () => Promise<void> {
  const texts = useMessages(shellMessages)
  const connection = useConnection()
  return async () => {
    const sure = await confirm({ title: texts.logoutQuestion, body: texts.logoutNote, action: texts.logout })
    if (!sure) return
    await signOut(connection)
  }
}
