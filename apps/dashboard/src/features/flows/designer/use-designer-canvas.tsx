import { useData } from '../../../api/index.ts'
import { StateDot } from '../../../api/nodes/node-states/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { toPrettyJson } from '../../../lib/payload/payload.ts'
import { CodeBlock, Dim } from '../../../ui/index.ts'
import { channelQueries, idOf, stateOf } from '../../integrations/index.ts'
import type { CanvasEdge, CanvasNode } from '../canvas/flow-canvas.tsx'
import { type FlowDraft, type FlowNode, graphOf } from '../draft/flow-draft.ts'
import { useNodeIcon } from '../flow-nodes.tsx'
import type { Rates } from '../map/rates.ts'
import { flowMessages } from '../messages.ts'
import type { TestValues } from './use-test-values.ts'

interface Shown {
  readonly draft: FlowDraft
  readonly rates: Rates | undefined
  readonly values: { readonly values: TestValues | undefined }
  readonly isLocked: boolean
}

/** The flow as nodes and edges of the picture, with the values of the last test or the current rates on the edges. */
export function useDesignerCanvas({ draft, rates, values: { values }, isLocked }: Shown): {
  readonly nodes: readonly CanvasNode[]
  readonly edges: readonly CanvasEdge[]
} {
  const texts = useMessages(flowMessages)
  const format = useFormat()
  const iconOf = useNodeIcon()
  const { data: actions } = useData(channelQueries.action.summaries, undefined)
  const { data: sources } = useData(channelQueries.source.summaries, undefined)
  const graph = graphOf(draft)
  const channelOf = (node: FlowNode) =>
    (node.kind === 'action' ? actions : sources)?.find((one) => idOf(one) === node.name)
  const isMissing = (node: FlowNode) => {
    const all = node.kind === 'action' ? actions : node.kind === 'source' ? sources : undefined
    return all !== undefined && !node.isNew && !channelOf(node)
  }
  const nodes = graph.nodes.map((node): CanvasNode => {
    const channel = node.isNew ? undefined : channelOf(node)
    const isDown = channel !== undefined && stateOf(channel) === 'disconnected'
    return {
      id: node.id,
      icon: iconOf(node.kind, node.name),
      title: node.name || texts.kinds[node.kind],
      note: node.note ?? (node.name === '' ? undefined : texts.kinds[node.kind]),
      state: isMissing(node) ? (
        texts.missing
      ) : node.isNew ? (
        <Dim small>{texts.isNew}</Dim>
      ) : node.isEdited ? (
        <Dim small>{texts.isEdited}</Dim>
      ) : channel ? (
        <StateDot state={stateOf(channel)} />
      ) : undefined,
      tone: isMissing(node) || isDown ? 'red' : node.isNew || node.isEdited ? 'amber' : undefined,
      canCopy: node.kind === 'action' || node.kind === 'republish',
      canRemove: true,
    }
  })
  const kindOf = new Map(graph.nodes.map((node) => [node.id, node]))
  const rule = rates?.rule(draft.id)
  const edges = graph.edges.map(({ from, to }): CanvasEdge => {
    const [start, end] = [kindOf.get(from), kindOf.get(to)]
    const isOut = end !== undefined && isOutput(end)
    const isIn = start !== undefined && isInput(start)
    if (values) return { from, to, ...testLabel(start, isIn, isOut) }
    const action = end?.kind === 'action' ? rates?.action(end.name) : undefined
    const rate = isOut ? rule?.passed : rule?.matched
    return {
      from,
      to,
      isBusy: (rate ?? 0) > 0,
      tone: (action?.failed ?? 0) > 0 ? 'red' : undefined,
      ...(rate !== undefined && {
        label: { text: texts.perSecond(format.rate(rate)), title: isOut ? texts.passed : texts.input },
      }),
    }
  })
  function testLabel(start: FlowNode | undefined, isIn: boolean, isOut: boolean): Partial<CanvasEdge> {
    if (!values) return {}
    if (isIn && !isOut)
      return start && isFrom(start, values.source) ? { isBusy: true, label: labelOf(texts.input, values.input) } : {}
    const isFiltered = isOut
    const outcome = isFiltered ? values.passed : values.selected
    if (outcome.kind === 'result')
      return { isBusy: true, label: labelOf(isFiltered ? texts.passed : texts.selected, outcome.text) }
    const text = outcome.kind === 'noMatch' ? texts.filteredOut : texts.sqlFailed
    return {
      tone: 'red',
      label: {
        text,
        tone: 'red',
        title: text,
        ...(outcome.kind === 'failed' && { content: outcome.message }),
      },
    }
  }
  if (isLocked) return { nodes, edges }
  return withPlaceholders(graph.nodes, nodes, edges, {
    input: { title: texts.placeholderInput, note: texts.placeholderInputNote },
    output: { title: texts.placeholderOutput, note: texts.placeholderOutputNote },
    iconOf,
  })
}

const isInput = ({ kind }: FlowNode) => kind === 'topic' || kind === 'event' || kind === 'source'
const isOutput = ({ kind }: FlowNode) =>
  !isInput({ kind, id: '', name: '' }) && kind !== 'function' && kind !== 'filter'
const isFrom = ({ kind, name }: FlowNode, source: string) =>
  kind === 'source' ? source === `$bridges/${name}` : source === name

const labelOf = (title: string, json: string) => ({
  text: json.length > 14 ? `${json.slice(0, 13)}…` : json,
  title,
  content: <CodeBlock wrap code={toPrettyJson(json) ?? json} />,
})

interface Placeholders {
  readonly input: { readonly title: string; readonly note: string }
  readonly output: { readonly title: string; readonly note: string }
  readonly iconOf: ReturnType<typeof useNodeIcon>
}

/** Shows where an input or an output is missing. */
function withPlaceholders(
  graph: readonly FlowNode[],
  nodes: readonly CanvasNode[],
  edges: readonly CanvasEdge[],
  { input, output, iconOf }: Placeholders,
) {
  const hasInput = graph.some(isInput)
  const hasOutput = graph.some(isOutput)
  const first = graph.find((node) => !isInput(node))?.id
  const last = graph.findLast((node) => !isOutput(node))?.id
  const extra: CanvasNode[] = []
  const ways: CanvasEdge[] = []
  if (!hasInput) {
    extra.push({ id: 'placeholder:input', icon: iconOf('topic', ''), ...input, tone: 'dashed' })
    const to = first ?? (hasOutput ? undefined : 'placeholder:output')
    if (to !== undefined) ways.push({ from: 'placeholder:input', to })
  }
  if (!hasOutput) {
    extra.push({ id: 'placeholder:output', icon: iconOf('action', ''), ...output, tone: 'dashed' })
    if (last !== undefined) ways.push({ from: last, to: 'placeholder:output' })
  }
  return { nodes: [...nodes, ...extra], edges: [...edges, ...ways] }
}
