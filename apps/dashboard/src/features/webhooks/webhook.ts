import type { Action, Connector, IntegrationSummary, NodeStatus, ResourceStatus, Rule } from '@mqdeck/contract'
import { isWebhook } from '../integrations/index.ts'

/**
 * Suffix of EMQX for the parts of a webhook: connector `http:N_WH_D`, action `http:N_WH_D`, rule `N_WH_D`
 * (console-behaviour 5.7).
 */
const suffix = '_WH_D'

/** Name of the parts of a webhook, such as `alerts_WH_D` for `alerts`. */
export const partName = (webhook: string): string => webhook + suffix

/** ID of both the connector and the action. */
export const partId = (webhook: string): string => `http:${partName(webhook)}`

/** Name of the webhook of a part, such as `alerts` for `alerts_WH_D`. Undefined for other names. */
const webhookOf = (part: string): string | undefined =>
  isWebhook({ type: '', name: part }) ? part.slice(0, -suffix.length) : undefined

/** Part of the IDs of all webhook rules. */
export const ruleSuffix = suffix

export const partKinds = ['connector', 'action', 'rule'] as const
export type PartKind = (typeof partKinds)[number]

/** The existing parts of a webhook. Other users may have deleted some. */
export interface Parts<A = Action> {
  readonly connector?: Connector | undefined
  readonly action?: A | undefined
  readonly rule?: Rule | undefined
}

/** Status of a webhook as a whole. */
export interface WebhookStatus {
  readonly status: ResourceStatus
  readonly status_reason?: string | undefined
  readonly node_status?: readonly NodeStatus[] | undefined
  /** All parts are enabled. */
  readonly enable: boolean
  /** Only some parts are enabled. */
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

/**
 * If the connector is not connected, its status is used, because the action only reports that it is not operational.
 */
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

/** Finds webhooks by the names of their parts. */
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

/** Summary for lists and page headers. */
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
