import type { NewAction, NewConnector, Rule } from '@mqdeck/contract'
import { parseSql, readFields, readWhere, sourceKind, withFields, withFrom, withWhere } from '@mqdeck/rules/catalog'
import { type ChannelDraft, idOf, sourceTopic } from '../../integrations/index.ts'
import { draftOf, type Output, outputId, type RuleDraft, toBeMade, withoutDrafts } from '../../rules/index.ts'

/** A flow is a rule, shown as a picture. It can also create sources and change existing actions and sources. */
export interface FlowDraft extends RuleDraft {
  /** Sources that are created when the flow is saved. */
  readonly newSources: readonly ChannelDraft[]
  /** New settings of existing actions and sources by node ID. They are saved with the flow. */
  readonly edited: Readonly<Record<string, NewAction>>
}

type NodeKind =
  | 'topic'
  | 'event'
  | 'source'
  | 'function'
  | 'filter'
  | 'action'
  | 'republish'
  | 'console'
  /** A built-in action of a newer broker. */
  | 'builtIn'

/** A step of a flow. */
export interface FlowNode {
  /** Stable while the draft changes, such as `topic:t/#`, `source:mqtt:s1`, `action:http:alerts` or `republish:0`. */
  readonly id: string
  readonly kind: NodeKind
  /** Topic, event, ID of the source or action, or topic of a republish. Empty for a function and a filter. */
  readonly name: string
  /** Fields, condition or connector name of the node. */
  readonly note?: string
  /** Created when the flow is saved. */
  readonly isNew?: boolean
  /** The settings have changes that are not saved. */
  readonly isEdited?: boolean
}

interface FlowEdge {
  readonly from: string
  readonly to: string
}

export interface FlowGraph {
  readonly nodes: readonly FlowNode[]
  readonly edges: readonly FlowEdge[]
}

export const emptyFlow = (id: string): FlowDraft => ({
  id,
  name: '',
  description: '',
  sql: 'SELECT\n  *\nFROM\n  ',
  outputs: [],
  newSources: [],
  edited: {},
})

export const flowOf = (rule: Rule): FlowDraft => ({ ...draftOf(rule), newSources: [], edited: {} })

/** The nodes in the order of a message: inputs, function, filter, outputs. The edges follow from this order. */
export function graphOf(draft: FlowDraft): FlowGraph {
  const inputs = inputsOf(draft.sql).map((text) => inputNode(text, draft))
  const steps = stepsOf(draft.sql)
  const outputs = outputNodes(draft)
  const layers = [inputs, ...steps.map((step) => [step]), outputs].filter((layer) => layer.length > 0)
  const edges = layers.flatMap((layer, index) =>
    (layers[index + 1] ?? []).flatMap(({ id: to }) => layer.map(({ id: from }) => ({ from, to }))),
  )
  return { nodes: layers.flat(), edges }
}

/** The inputs in FROM, without repeats. */
export const inputsOf = (sql: string): readonly string[] => [
  ...new Set(parseSql(sql).statement?.sources.map(({ text }) => text)),
]

function inputNode(text: string, { newSources, edited }: FlowDraft): FlowNode {
  const kind = sourceKind(text)
  if (kind !== 'bridge') return { id: `${kind}:${text}`, kind, name: text }
  const name = text.replace(/^\$(?:bridges|sources)\//, '')
  const id = `source:${name}`
  const made = newSources.find(({ channel }) => idOf(channel) === name)
  return { id, kind: 'source', name, isNew: made !== undefined, isEdited: id in edited, ...connectorNote(made) }
}

/** All fields unchanged need no function node. */
const isEverything = (sql: string) => {
  const fields = readFields(sql)
  return fields?.length === 1 && fields[0]?.expression === '*'
}

export const isForeach = (sql: string): boolean => parseSql(sql).statement?.kind === 'foreach'

function stepsOf(sql: string): readonly FlowNode[] {
  const where = readWhere(sql)
  const note = isForeach(sql)
    ? 'FOREACH'
    : readFields(sql)
        ?.map(({ expression, alias }) => (alias === '' ? expression : `${expression} as ${alias}`))
        .join(', ')
  const step: FlowNode = { id: 'function', kind: 'function', name: '', ...(note !== undefined && { note }) }
  return [
    ...(isEverything(sql) ? [] : [step]),
    ...(where === undefined ? [] : [{ id: 'filter', kind: 'filter' as const, name: '', note: where }]),
  ]
}

function outputNodes({ outputs, edited }: FlowDraft): readonly FlowNode[] {
  let republished = 0
  return outputs.map((output): FlowNode => {
    if (output.kind === 'builtIn') {
      const { function: name, args } = output.action
      if (name === 'console') return { id: 'console', kind: 'console', name: '' }
      if (name !== 'republish') return { id: `builtIn:${name}`, kind: 'builtIn', name }
      return { id: `republish:${republished++}`, kind: 'republish', name: String(args?.topic ?? '') }
    }
    const name = outputId(output)
    const id = `action:${name}`
    const made = output.kind === 'new' ? output.draft : undefined
    return { id, kind: 'action', name, isNew: made !== undefined, isEdited: id in edited, ...connectorNote(made) }
  })
}

const connectorNote = (made: ChannelDraft | undefined) => made && { note: made.channel.connector }

/** The output of a node. Undefined for other nodes. */
export function outputOf(
  draft: FlowDraft,
  id: string,
): { readonly output: Output; readonly index: number } | undefined {
  const index = outputNodes(draft).findIndex((node) => node.id === id)
  const output = draft.outputs[index]
  return output && { output, index }
}

export const withInput = (draft: FlowDraft, text: string): FlowDraft => ({
  ...draft,
  sql: withFrom(draft.sql, [...inputsOf(draft.sql), text]),
})

/** Adds a source that is created with the flow. */
export const withNewSource = (draft: FlowDraft, source: ChannelDraft): FlowDraft => ({
  ...withInput(draft, sourceTopic(source.channel)),
  newSources: [...draft.newSources, source],
})

export const withOutput = (draft: FlowDraft, output: Output, index = draft.outputs.length): FlowDraft => ({
  ...draft,
  outputs: draft.outputs.toSpliced(index, 1, output),
})

/** Keeps the settings of an existing action or source until the flow is saved. */
export const withEdited = (draft: FlowDraft, nodeId: string, settings: NewAction): FlowDraft => ({
  ...draft,
  edited: { ...draft.edited, [nodeId]: settings },
})

/** Replaces a source that is created with the flow. */
export const withChangedSource = (draft: FlowDraft, name: string, source: ChannelDraft): FlowDraft => {
  const texts = inputsOf(draft.sql).map((text) => (text === `$bridges/${name}` ? sourceTopic(source.channel) : text))
  return {
    ...draft,
    sql: withFrom(draft.sql, texts),
    newSources: draft.newSources.map((one) => (idOf(one.channel) === name ? source : one)),
  }
}

/** Removes a node from the flow. An existing action or source is not deleted. */
export function withoutNode(draft: FlowDraft, node: FlowNode): FlowDraft {
  const { [node.id]: _, ...edited } = draft.edited
  const rest = { ...draft, edited }
  if (node.kind === 'function') return { ...rest, sql: withFields(draft.sql, [{ expression: '*', alias: '' }]) }
  if (node.kind === 'filter') return { ...rest, sql: withWhere(draft.sql, undefined) }
  const found = outputOf(draft, node.id)
  if (found) return { ...rest, outputs: draft.outputs.toSpliced(found.index, 1) }
  return {
    ...rest,
    sql: withFrom(
      draft.sql,
      inputsOf(draft.sql).filter((text) => inputNode(text, draft).id !== node.id),
    ),
    newSources: draft.newSources.filter(({ channel }) => `source:${idOf(channel)}` !== node.id),
  }
}

/** New connectors of the flow, each once. */
export function newConnectorsOf({ outputs, newSources }: FlowDraft): readonly NewConnector[] {
  const all = [...toBeMade(outputs).connectors, ...newSources.flatMap(({ connector }) => connector ?? [])]
  return [...new Map(all.map((one) => [idOf(one), one])).values()]
}

export type FlowProblem = 'noInput' | 'noOutput' | 'sql'

/** The problem that prevents saving. The ID is not checked. */
export function problemOf(draft: FlowDraft): FlowProblem | undefined {
  if (inputsOf(draft.sql).length === 0) return 'noInput'
  if (parseSql(draft.sql).problems.length > 0) return 'sql'
  return draft.outputs.length === 0 ? 'noOutput' : undefined
}

/** Number of changed parts. */
export function countFlowChanges(now: FlowDraft, before: FlowDraft): number {
  const keys = ['id', 'name', 'description', 'sql', 'outputs', 'newSources', 'edited'] as const
  return keys.filter((key) => JSON.stringify(now[key]) !== JSON.stringify(before[key])).length
}

/** The draft after everything new has been created. */
export const afterSaving = (draft: FlowDraft): FlowDraft => ({ ...withoutDrafts(draft), newSources: [], edited: {} })
