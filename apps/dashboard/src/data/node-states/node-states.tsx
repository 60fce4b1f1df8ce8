import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { DescriptionList, Dim, Popover, Stack, StatusDot } from '../../ui/index.ts'
import { stateMessages } from './messages.ts'

const tones = {
  connected: 'accent',
  connecting: 'amber',
  disconnected: 'red',
  inconsistent: 'amber',
  stopped: 'grey',
  disabled: 'grey',
  unknown: 'grey',
} as const

interface StateDotProps {
  readonly state: keyof typeof tones
  /** In place of the usual word. */
  readonly children?: ReactNode
}

export function StateDot({ state, children }: StateDotProps) {
  const { states } = useMessages(stateMessages)
  return <StatusDot tone={tones[state]}>{children ?? states[state]}</StatusDot>
}

interface NodeStatesProps {
  readonly name: string
  readonly nodes: readonly { readonly node: string; readonly state: ReactNode; readonly reason: string | undefined }[]
  /** Where no node tells of itself. */
  readonly reason?: string | undefined
}

/** The state of each node with the reason, on demand; nothing where the state of all of them says as much. */
export function NodeStates({ name, nodes, reason }: NodeStatesProps) {
  const texts = useMessages(stateMessages)
  const isExplained = reason !== undefined || nodes.some((one) => one.reason !== undefined)
  if (nodes.length < 2 && !isExplained) return null
  const label = nodes.length > 1 ? texts.nodes(nodes.length) : texts.why
  // What is read aloud begins with what is seen: WCAG 2.5.3.
  return (
    <Popover label={label} aria-label={`${label} ${texts.onNodes(name)}`} title={texts.onNodes(name)}>
      {nodes.length === 0 ? (
        <Dim>{reason}</Dim>
      ) : (
        <DescriptionList
          items={nodes.map((one) => ({
            label: one.node,
            value: (
              <Stack gap={1}>
                {one.state}
                {one.reason !== undefined && <Dim>{one.reason}</Dim>}
              </Stack>
            ),
          }))}
        />
      )}
    </Popover>
  )
}
