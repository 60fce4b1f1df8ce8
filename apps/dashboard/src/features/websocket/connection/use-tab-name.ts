import { useMessages } from '../../../i18n/index.ts'
import { useValue } from '../index.ts'
import { connectionMessages } from './connection-messages.ts'
import type { ConnectionTab } from './connection-tabs.ts'

/** The name given by the user, or the number of the connection. */
export function useTabName(tab: ConnectionTab): string {
  const texts = useMessages(connectionMessages)
  const name = useValue(tab.name)
  return name === '' ? texts.connectionNumber(tab.id) : name
}
