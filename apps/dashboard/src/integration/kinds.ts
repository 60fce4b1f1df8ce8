/** What messages flow through: an action takes them out of the broker, a source brings them in. */
export type ChannelKind = 'action' | 'source'

/** A connector reaches a system; actions and sources work through it. */
export type Kind = 'connector' | ChannelKind

export interface Named {
  readonly type: string
  readonly name: string
}

/** `http:alerts`: how the API and rules call one. */
export const idOf = ({ type, name }: Named): string => `${type}:${name}`

/** Names have no colon. */
export function partsOf(id: string): Named {
  const colon = id.indexOf(':')
  return { type: id.slice(0, Math.max(colon, 0)), name: id.slice(colon + 1) }
}

/** Where each kind is at home. */
export const pages = {
  connector: { list: '/connector', create: '/connector/create', detail: '/connector/$id' },
  action: { list: '/rule/actions', create: '/rule/actions/create', detail: '/rule/actions/$id' },
  source: { list: '/rule/source', create: '/rule/source/create', detail: '/rule/source/$id' },
} as const

/** Pages of the rules, as far as others lead there: `create` takes `action` or `source`, ids, to begin with. */
export const rulePages = { list: '/rule/rules', create: '/rule/rules/create', detail: '/rule/rules/$id' } as const

/** Where webhooks are at home: connector, action and rule in one. */
export const webhookPage = '/webhook'

/** A part of a webhook: it is changed together with the others, on the page of webhooks (console-behaviour 5.7). */
export const isWebhook = ({ name }: Named): boolean => name.endsWith('_WH_D')

/** What a source is called in the FROM of a rule. */
export const sourceTopic = (source: Named): string => `$bridges/${idOf(source)}`

/** A rule that takes all that a source brings. */
export const sourceSql = (source: Named): string => `SELECT\n  *\nFROM\n  "${sourceTopic(source)}"`

/** EMQX's rule for names of connectors, actions and sources. */
export const isName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name) && name.length <= 255

/** A name for a copy that nobody has yet: `alerts_copy`, `alerts_copy2`. */
export function copyName(name: string, taken: readonly string[]): string {
  const used = new Set(taken)
  for (let count = 1; ; count++) {
    const next = `${name}_copy${count === 1 ? '' : count}`
    if (!used.has(next)) return next
  }
}
