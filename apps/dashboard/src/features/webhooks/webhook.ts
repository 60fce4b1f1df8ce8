import type { Action, Connector, IntegrationSummary, NodeStatus, ResourceStatus, Rule } from '@mqdeck/contract'
import { isWebhook } from '../../integration/index.ts'

/** What EMQX puts behind the name: connector `http:N_WH_D`, action `http:N_WH_D`, rule `N_WH_D` (console-behaviour 5.7). */
const suffix = '_WH_D'

/** What the parts of the webhook `alerts` are called: `alerts_WH_D`. */
export const partName = (webhook: string): string => webhook + suffix

/** The id of its connector, and of its action. */
export const partId = (webhook: string): string => `http:${partName(webhook)}`

/** `alerts` of `alerts_WH_D`; undefined for what belongs to no webhook. */
const webhookOf = (part: string): string | undefined =>
  isWebhook({ type: '', name: part }) ? part.slice(0, -suffix.length) : undefined

/** What a rule's id has to contain to belong to a webhook. */
export const ruleSuffix = suffix

export const partKinds = ['connector', 'action', 'rule'] as const
export type PartKind = (typeof partKinds)[number]

/** The parts of a webhook as far as they are there: somebody may have taken one away. */
export interface Parts<A = Action> {
  readonly connector?: Connector | undefined
  readonly action?: A | undefined
  readonly rule?: Rule | undefined
}

/** How a webhook is doing as a whole. */
export interface WebhookStatus {
  readonly status: ResourceStatus
  readonly status_reason?: string | undefined
  readonly node_status?: readonly NodeStatus[] | undefined
  /** All of it is on. */
  readonly enable: boolean
  /** Some of it is on. */
  readonly isPartlyEnabled: boolean
  readonly missing: readonly PartKind[]
}

export interface ListedWebhook extends WebhookStatus {
  readonly name: string
  readonly url: string
  readonly sql: string
  readonly description: string
  readonly parts: Parts<IntegrationSummary>
}

/** The part that knows best why it does not work: the connector says that the server refuses, the action only that it cannot. */
export function statusOf(parts: Parts<Action | IntegrationSummary>): WebhookStatus {
  const { connector, action } = parts
  const missing = partKinds.filter((kind) => parts[kind] === undefined)
  const on = partKinds.flatMap((kind) => parts[kind]?.enable ?? (parts[kind] ? [true] : []))
  const statusPart = !action || (connector && connector.status !== 'connected') ? connector : action
  return {
    status:
      missing.length > 0 && statusPart?.status === 'connected' ? 'inconsistent' : (statusPart?.status ?? 'stopped'),
    status_reason: statusPart?.status_reason,
    node_status: statusPart?.node_status,
    enable: on.every(Boolean),
    isPartlyEnabled: on.some(Boolean) && !on.every(Boolean),
    missing,
  }
}

/** The webhooks among all that there is, by name. */
export function webhooksOf(
  connectors: readonly Connector[],
  actions: readonly IntegrationSummary[],
  rules: readonly Rule[],
): readonly ListedWebhook[] {
  const http = <T extends { readonly type: string; readonly name: string }>(all: readonly T[]) =>
    byWebhook(
      all.filter(({ type }) => type === 'http'),
      ({ name }) => name,
    )
  const found = { connector: http(connectors), action: http(actions), rule: byWebhook(rules, ({ id }) => id) }
  const names = new Set(partKinds.flatMap((kind) => [...found[kind].keys()]))
  return [...names].map((name): ListedWebhook => {
    const parts = {
      connector: found.connector.get(name),
      action: found.action.get(name),
      rule: found.rule.get(name),
    }
    return { name, parts, ...statusOf(parts), ...summaryOf(parts) }
  })
}

/** What people read of it first. */
export function summaryOf({ connector, action, rule }: Parts<{ readonly description?: string | undefined }>) {
  return {
    url: typeof connector?.url === 'string' ? connector.url : '',
    sql: rule?.sql ?? '',
    description: rule?.description || connector?.description || action?.description || '',
  }
}

const byWebhook = <T>(all: readonly T[], nameOf: (one: T) => string): ReadonlyMap<string, T> =>
  new Map(
    all.flatMap((one) => {
      const name = webhookOf(nameOf(one))
      return name === undefined ? [] : [[name, one] as const]
    }),
  )
