import type { Connector, IntegrationSummary, Rule } from '@mqdeck/contract'
import { sourceKind } from '@mqdeck/rules/catalog'
import { idOf, stateOf } from '../../integrations/index.ts'

export type MapNode =
  | { readonly id: string; readonly kind: 'topic' | 'event'; readonly name: string }
  | { readonly id: string; readonly kind: 'rule'; readonly name: string; readonly rule: Rule }
  | {
      readonly id: string
      readonly kind: 'source' | 'action'
      /** Such as `http:alerts`. */
      readonly name: string
      /** Undefined if it does not exist. */
      readonly channel: IntegrationSummary | undefined
      readonly connector: string | undefined
    }
  | { readonly id: string; readonly kind: 'republish' | 'console' | 'builtIn'; readonly name: string }

interface MapEdge {
  readonly from: string
  readonly to: string
}

export interface FlowMap {
  readonly nodes: readonly MapNode[]
  readonly edges: readonly MapEdge[]
}

interface Parts {
  readonly rules: readonly Rule[]
  readonly actions: readonly IntegrationSummary[]
  readonly sources: readonly IntegrationSummary[]
  readonly connectors: readonly Connector[]
}

/** One graph of all rules. Rules with the same inputs and outputs share their nodes. */
export function mapOf({ rules, actions, sources, connectors }: Parts): FlowMap {
  const nodes = new Map<string, MapNode>()
  const edges = new Map<string, MapEdge>()
  const connect = (from: string, to: string) => edges.set(`${from} ${to}`, { from, to })
  const connectorOf = connectorsOf(connectors)
  for (const rule of rules) {
    const ruleNode = `rule:${rule.id}`
    nodes.set(ruleNode, { id: ruleNode, kind: 'rule', name: rule.name || rule.id, rule })
    for (const text of rule.from) {
      const kind = sourceKind(text)
      const name = kind === 'bridge' ? text.replace(/^\$(?:bridges|sources)\//, '') : text
      const id = kind === 'bridge' ? `source:${name}` : `${kind}:${name}`
      if (kind === 'bridge')
        nodes.set(id, {
          id,
          kind: 'source',
          name,
          channel: sources.find((one) => idOf(one) === name),
          connector: connectorOf.source.get(name),
        })
      else nodes.set(id, { id, kind, name })
      connect(id, ruleNode)
    }
    for (const action of rule.actions) {
      const node = outputNode(action, actions, connectorOf.action)
      nodes.set(node.id, node)
      connect(ruleNode, node.id)
    }
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}

function outputNode(
  action: Rule['actions'][number],
  actions: readonly IntegrationSummary[],
  connectorOf: ReadonlyMap<string, string>,
): MapNode {
  if (typeof action === 'string')
    return {
      id: `action:${action}`,
      kind: 'action',
      name: action,
      channel: actions.find((one) => idOf(one) === action),
      connector: connectorOf.get(action),
    }
  if (action.function === 'console') return { id: 'console', kind: 'console', name: '' }
  if (action.function !== 'republish')
    return { id: `builtIn:${action.function}`, kind: 'builtIn', name: action.function }
  const topic = String(action.args?.topic ?? '')
  return { id: `republish:${topic}`, kind: 'republish', name: topic }
}

/** The connector ID of each action and source. */
function connectorsOf(connectors: readonly Connector[]) {
  const named = (kind: 'actions' | 'sources') =>
    new Map<string, string>(
      connectors.flatMap((one) => (one[kind] ?? []).map((name) => [`${one.type}:${name}`, idOf(one)] as const)),
    )
  return { action: named('actions'), source: named('sources') }
}

export interface Impact {
  readonly connector: Connector
  /** Nodes of the map that do not work without the connector: its actions and sources, and the rules that use them. */
  readonly nodes: ReadonlySet<string>
  readonly rules: number
  readonly channels: number
}

/** The enabled connectors that do not work, with what they affect. Those that affect most come first. */
export function impactsOf(map: FlowMap, connectors: readonly Connector[]): readonly Impact[] {
  return connectors
    .filter((one) => {
      const state = stateOf(one)
      return state !== 'connected' && state !== 'disabled'
    })
    .map((connector) => impactOf(map, connector))
    .sort((a, b) => b.rules - a.rules || b.channels - a.channels)
}

function impactOf({ nodes, edges }: FlowMap, connector: Connector): Impact {
  const id = idOf(connector)
  const channels = new Set(
    nodes.flatMap((node) =>
      (node.kind === 'action' || node.kind === 'source') && node.connector === id ? [node.id] : [],
    ),
  )
  const rules = new Set(edges.flatMap(({ from, to }) => (channels.has(from) ? [to] : channels.has(to) ? [from] : [])))
  return {
    connector,
    nodes: new Set([...channels, ...rules]),
    rules: rules.size,
    channels: (connector.actions?.length ?? 0) + (connector.sources?.length ?? 0),
  }
}

/** The rules whose ID, name, inputs or outputs contain the text. */
export function rulesMatching(rules: readonly Rule[], text: string): readonly Rule[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rules
  return rules.filter(({ id, name, from, actions }) => {
    const outputs = actions.map((one) =>
      typeof one === 'string' ? one : `${one.function} ${String(one.args?.topic ?? '')}`,
    )
    const all = [id, name, ...from, ...outputs].join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
