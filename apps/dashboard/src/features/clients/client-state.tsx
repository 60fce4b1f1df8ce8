import { useMessages } from '../../i18n/index.ts'
import { StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'

/** A disconnected client with a session is normal, so the dot is grey, not red. */
export function ClientState({ connected }: { readonly connected: boolean }) {
  const texts = useMessages(messages)
  return <StatusDot tone={connected ? 'accent' : 'grey'}>{connected ? texts.connected : texts.disconnected}</StatusDot>
}
