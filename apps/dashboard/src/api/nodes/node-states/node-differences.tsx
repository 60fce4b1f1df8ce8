import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { Button, Notice, Paragraphs } from '../../../ui/index.ts'
import { useReasonText } from '../../errors/errors.ts'
import { type Difference, differencesOf, type NodeState } from './differences.ts'
import { nodeMessages } from './messages.ts'
import styles from './node-states.module.css'
import { useNodeList } from './node-words.ts'
import { useShortName } from './short-name.ts'

/** Maximum number of normal nodes listed by name. */
const few = 3

interface NodeDifferencesProps {
  readonly nodes: readonly NodeState[]
  /** Shown if there are no states per node. */
  readonly reason?: string | undefined
  readonly tone: 'amber' | 'red'
  /** First line, such as since when the resource is down. */
  readonly lead?: ReactNode
  /** Last line: the effect of the differences. */
  readonly consequence?: string | undefined
  /** Reconnects one node; undefined if the API or the user's role does not allow it. */
  readonly onReconnect?: ((node: string) => void) | undefined
}

/**
 * Sentences that explain why a resource does not work everywhere: which nodes differ, and their reasons. Hidden when
 * all nodes are normal.
 */
export function NodeDifferences({ nodes, reason, tone, lead, consequence, onReconnect }: NodeDifferencesProps) {
  const texts = useMessages(nodeMessages)
  const short = useShortName()
  const reasonText = useReasonText()
  const differences = differencesOf(nodes)
  if (differences.length === 0) return reason === undefined ? null : <Notice tone={tone}>{reasonText(reason)}</Notice>
  const areDifferent = differences.some(({ reference }) => reference !== undefined)
  return (
    <Notice tone={tone}>
      {lead && <div>{lead}</div>}
      {areDifferent && <strong>{texts.differ}</strong>}
      {differences.map((one) => (
        <div key={`${one.state} ${one.reason}`} className={styles.difference}>
          <Sentence of={one} isAll={one.nodes.length === nodes.length} />
          {one.reference !== undefined &&
            onReconnect !== undefined &&
            one.nodes.slice(0, few).map((node) => (
              <Button key={node} size="small" onClick={() => onReconnect(node)}>
                {texts.reconnect(short(node))}
              </Button>
            ))}
        </div>
      ))}
      {consequence !== undefined && <div>{consequence}</div>}
    </Notice>
  )
}

function Sentence({ of, isAll }: { readonly of: Difference; readonly isAll: boolean }) {
  const texts = useMessages(nodeMessages)
  const reasonText = useReasonText()
  const { nodes, state, reference } = of
  const reason = of.reason === undefined ? undefined : reasonText(of.reason)
  const list = useNodeList()
  const words: Readonly<Record<string, string>> = texts.isIn
  if (reference) {
    const { length: count } = nodes
    const sentence = texts.difference(
      list(nodes),
      count,
      words[state] ?? state,
      reference.nodes.length > few ? texts.theRest(reference.nodes.length) : list(reference.nodes),
      reference.nodes.length,
      words[reference.state] ?? reference.state,
    )
    return <Paragraphs>{texts.reason(sentence, reason)}</Paragraphs>
  }
  return (
    <Paragraphs>
      {texts.reason(isAll && nodes.length > 1 ? texts.onEvery : texts.onSome(list(nodes)), reason)}
    </Paragraphs>
  )
}
