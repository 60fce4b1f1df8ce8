import type { TraceState as State } from '@mqdeck/contract'
import { useMessages } from '../../i18n/index.ts'
import { StatusDot } from '../../ui/index.ts'
import { messages } from './messages.ts'

const tones = { waiting: 'amber', running: 'accent', stopped: 'grey' } as const

export function TraceState({ state }: { readonly state: State }) {
  const { states } = useMessages(messages)
  return <StatusDot tone={tones[state]}>{states[state]}</StatusDot>
}
