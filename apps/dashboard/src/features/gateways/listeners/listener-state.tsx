import { useMessages } from '../../../i18n/index.ts'
import { StatusDot } from '../../../ui/index.ts'
import { listenerMessages } from './messages.ts'

/** Name of a type of listeners; the type itself for those of newer brokers. */
export const nameOfTransport = (type: string, names: Readonly<Record<string, string>>): string => names[type] ?? type

interface StateProps {
  readonly running: boolean | 'inconsistent' | undefined
  readonly enable?: boolean | undefined
}

/** State of a listener, in the cluster or on one node. An enabled listener that does not run is stopped. */
export function ListenerState({ running, enable = true }: StateProps) {
  const texts = useMessages(listenerMessages)
  if (!enable) return <StatusDot tone="grey">{texts.disabled}</StatusDot>
  if (running === 'inconsistent') return <StatusDot tone="amber">{texts.inconsistent}</StatusDot>
  return running ? (
    <StatusDot tone="accent">{texts.running}</StatusDot>
  ) : (
    <StatusDot tone="grey">{texts.stopped}</StatusDot>
  )
}
