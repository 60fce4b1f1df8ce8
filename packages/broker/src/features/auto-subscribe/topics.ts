import type { autoSubscribeTopic, PlainValue } from '@mqdeck/contract'
import { parseFilter } from '../../routing/index.ts'
import type { ClientInfo } from '../../types.ts'
import { splitFilter, troubleWithFilter } from '../filters.ts'

/**
 * One element of EMQX's `auto_subscribe.topics` (`PUT /mqtt/auto_subscribe`): a filter, with `${clientid}`, `${username}`,
 * `${host}` and `${port}` where the client's own belong, and the options of a subscription.
 */
export type AutoSubscribeTopic = Readonly<PlainValue<typeof autoSubscribeTopic>>

/** An invalid topic: its index, the error and the invalid value. */
export interface AutoSubscribeProblem {
  readonly index: number
  readonly field: keyof AutoSubscribeTopic
  readonly reason: string
  readonly value: string | number
}

/** Errors of the topics in their order; empty if all are valid. */
export function checkAutoSubscribe(topics: readonly AutoSubscribeTopic[]): readonly AutoSubscribeProblem[] {
  return topics.flatMap(({ topic, nl }, index): AutoSubscribeProblem[] => {
    const filled = topic.replaceAll(placeholder, 'x')
    const reason = troubleWithFilter(filled)
    if (reason !== undefined) return [{ index, field: 'topic', reason, value: topic }]
    // [MQTT-3.8.3-4]
    if (nl === 1 && parseFilter(filled).kind === 'shared')
      return [{ index, field: 'nl', reason: 'A shared subscription cannot have No Local.', value: nl }]
    return []
  })
}

/** The topic filter for one client, or why it is skipped. */
export type FilledTopic = { readonly filter: string } | { readonly missing: string }

/**
 * Fills in what is the client's own. EMQX leaves the subscription out when there is no user name; this also when a name
 * has a wildcard or a slash: with the client ID `#` it would be a subscription to everything.
 */
export function fillTopic(topic: string, client: ClientInfo): FilledTopic {
  const values: Readonly<Record<string, string | undefined>> = {
    clientid: client.clientId,
    username: client.username,
    host: client.peerhost,
    port: String(client.peerport),
  }
  let missing: string | undefined
  const filled = topic.replaceAll(placeholder, (_, name: string) => {
    const value = values[name]
    if (value === undefined) missing ??= `${name}_undefined`
    else if (/[+#]/.test(value)) missing ??= `${name}_with_wildcard`
    else if (value.includes('/')) missing ??= `${name}_with_slash`
    return value ?? ''
  })
  if (missing !== undefined) return { missing }
  const reason = troubleWithFilter(filled)
  return reason === undefined ? { filter: mounted(filled, client.mountpoint) } : { missing: reason }
}

const placeholder = /\$\{(clientid|username|host|port)\}/g

/** Adds the mountpoint as for a SUBSCRIBE packet: `$share/g/` + mountpoint + `t`. */
function mounted(text: string, mountpoint = ''): string {
  const [before, filter] = splitFilter(text)
  return before + mountpoint + filter
}
