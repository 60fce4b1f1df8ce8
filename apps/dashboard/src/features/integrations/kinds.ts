/** Actions send messages to other systems, sources receive messages from them. */
export type ChannelKind = 'action' | 'source'

/** Actions and sources use connectors. */
export type Kind = 'connector' | ChannelKind

export interface Named {
  readonly type: string
  readonly name: string
}

/** ID in the API and in rules, such as `http:alerts`. */
export const idOf = ({ type, name }: Named): string => `${type}:${name}`

/** Names cannot contain a colon. */
export function partsOf(id: string): Named {
  const colon = id.indexOf(':')
  return { type: id.slice(0, Math.max(colon, 0)), name: id.slice(colon + 1) }
}

/** Routes of each kind. */
export const pages = {
  connector: { list: '/connector', create: '/connector/create', detail: '/connector/$id' },
  action: { list: '/rule/actions', create: '/rule/actions/create', detail: '/rule/actions/$id' },
  source: { list: '/rule/source', create: '/rule/source/create', detail: '/rule/source/$id' },
} as const

/** Routes of rules. `create` takes the ID of an `action` or a `source`. */
export const rulePages = { list: '/rule/rules', create: '/rule/rules/create', detail: '/rule/rules/$id' } as const

/** Route of webhooks. */
export const webhookPage = '/webhook'

/** Parts of a webhook are edited together on the Webhooks page (console-behaviour 5.7). */
export const isWebhook = ({ name }: Named): boolean => name.endsWith('_WH_D')

/** Name of a source in FROM. */
export const sourceTopic = (source: Named): string => `$bridges/${idOf(source)}`

/** A statement that selects all messages of a source. */
export const sourceSql = (source: Named): string => `SELECT\n  *\nFROM\n  "${sourceTopic(source)}"`

/** Name rule of EMQX for connectors, actions and sources. */
export const isName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name) && name.length <= 255

/** An unused name, such as `alerts_copy` or `alerts_copy2`. */
export function copyName(name: string, taken: readonly string[]): string {
  const used = new Set(taken)
  for (let count = 1; ; count++) {
    const next = `${name}_copy${count === 1 ? '' : count}`
    if (!used.has(next)) return next
  }
}
