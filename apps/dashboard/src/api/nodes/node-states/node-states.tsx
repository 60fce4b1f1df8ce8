import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { DescriptionList, Dim, Paragraphs, Popover, Stack, StatusDot } from '../../../ui/index.ts'
import { useReasonText } from '../../errors/errors.ts'
import { useAbsentNodes } from './absent-nodes.ts'
import { stateMessages } from './messages.ts'
import styles from './node-states.module.css'
import { Absence, useShownNodes } from './node-table.tsx'

const tones = {
  connected: 'accent',
  connecting: 'amber',
  disconnected: 'red',
  inconsistent: 'amber',
  stopped: 'grey',
  disabled: 'grey',
  error: 'red',
  unknown: 'grey',
} as const

interface StateDotProps {
  /** One of `tones`, or an unknown state of a newer broker. */
  readonly state: string
  /** Replaces the default label. */
  readonly children?: ReactNode
}

export function StateDot({ state, children }: StateDotProps) {
  const { states } = useMessages(stateMessages)
  return isKnown(state) ? (
    <StatusDot tone={tones[state]}>{children ?? states[state]}</StatusDot>
  ) : (
    <StatusDot tone="grey">{children ?? state}</StatusDot>
  )
}

const isKnown = (state: string): state is keyof typeof tones => Object.hasOwn(tones, state)

interface StateOfNode {
  readonly node: string
  readonly state: ReactNode
  readonly reason: string | undefined
}

interface NodeStatesProps {
  readonly name: string
  readonly nodes: readonly StateOfNode[]
  /** Shown if there are no states per node. */
  readonly reason?: string | undefined
}

/** The state of each node with its reason, on demand; hidden when all nodes have the same state without a reason. */
export function NodeStates({ name, nodes, reason }: NodeStatesProps) {
  const texts = useMessages(stateMessages)
  const isExplained = reason !== undefined || nodes.some((one) => one.reason !== undefined)
  if (nodes.length < 2 && !isExplained) return null
  const label = nodes.length > 1 ? texts.nodes(nodes.length) : texts.reason
  // The accessible name starts with the visible label: WCAG 2.5.3.
  return (
    <Popover label={label} aria-label={`${label} ${texts.byNode(name)}`} title={texts.byNode(name)}>
      {nodes.length === 0 ? <Reason>{reason ?? ''}</Reason> : <StateList nodes={nodes} />}
    </Popover>
  )
}

/** The reason of a state: localized if known, with the broker's own message. */
export function Reason({ children }: { readonly children: string }) {
  const reasonText = useReasonText()
  return (
    <Dim>
      <Paragraphs>{reasonText(children)}</Paragraphs>
    </Dim>
  )
}

/** The reason in one line for a table; the broker's own message is in the tooltip. */
export function ShortReason({ children }: { readonly children: string }) {
  const reasonText = useReasonText()
  return <span title={children}>{reasonText(children).split('\n\n', 1)}</span>
}

/** Content of the popover, including nodes that did not answer. */
function StateList({ nodes }: { readonly nodes: readonly StateOfNode[] }) {
  const absent = useAbsentNodes(nodes.map(({ node }) => node))
  const all = [
    ...nodes.toSorted((a, b) => Number(b.reason !== undefined) - Number(a.reason !== undefined)),
    ...absent.map(({ node, isStopped }) => ({ node, state: <Absence isStopped={isStopped} />, reason: undefined })),
  ]
  const { shown, head } = useShownNodes(all)
  return (
    <>
      {head && <div className={styles.tableHead}>{head}</div>}
      <div className={styles.scroll}>
        <DescriptionList
          items={shown.map((one) => ({
            label: one.node,
            value: (
              <Stack gap={1}>
                {one.state}
                {one.reason !== undefined && <Reason>{one.reason}</Reason>}
              </Stack>
            ),
          }))}
        />
      </div>
    </>
  )
}
