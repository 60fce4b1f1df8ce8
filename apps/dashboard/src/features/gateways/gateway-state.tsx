import { useMessages } from '../../i18n/index.ts'
import { StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'

const tones = { running: 'accent', stopped: 'grey', unloaded: 'grey' } as const

/** State of a gateway, in the cluster or on one node. */
export function GatewayState({ status }: { readonly status: string }) {
  const texts = useMessages(messages)
  if (!isKnown(status)) return <StatusDot tone="grey">{status}</StatusDot>
  const words = { running: texts.running, stopped: texts.disabled, unloaded: texts.notSetUp }
  return <StatusDot tone={tones[status]}>{words[status]}</StatusDot>
}

const isKnown = (status: string): status is keyof typeof tones => Object.hasOwn(tones, status)
