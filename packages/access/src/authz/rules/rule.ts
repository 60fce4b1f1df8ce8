import type { ClientInfo } from '@mqdeck/broker'

/** The client that rules are checked for: a connected one, or one entered on a page. */
export type Subject = Pick<
  ClientInfo,
  'clientId' | 'username' | 'peerhost' | 'attributes' | 'certCommonName' | 'certSubject' | 'zone' | 'listener'
>

export interface AclAction {
  readonly type: 'publish' | 'subscribe'
  /** For a subscription, its topic filter without `$share/group/`. */
  readonly topic: string
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
}

/** A string that must be equal, or a regular expression (RE2) that must match part of it. */
export type TextTest = { readonly is: string } | { readonly matches: string }

export type Who =
  | { readonly kind: 'all' }
  | { readonly kind: 'username' | 'clientid' | 'zone' | 'listener'; readonly test: TextTest }
  | { readonly kind: 'client_attr'; readonly name: string; readonly test: TextTest }
  /** Addresses or networks: `10.0.0.0/8`, `::1`. */
  | { readonly kind: 'ipaddr'; readonly networks: readonly string[] }
  | { readonly kind: 'and'; readonly of: readonly Who[] }
  | { readonly kind: 'or'; readonly of: readonly Who[] }

export interface TopicPattern {
  /** May contain placeholders such as `${clientid}` and wildcards. */
  readonly topic: string
  /** Matches the topic literally, without wildcards. */
  readonly exact: boolean
}

/** A rule from any source. */
export interface AclRule {
  readonly permission: 'allow' | 'deny'
  readonly who: Who
  readonly action: 'publish' | 'subscribe' | 'all'
  readonly qos: readonly (0 | 1 | 2)[]
  /** Does not apply to subscriptions. */
  readonly retain: boolean | 'all'
  readonly topics: readonly TopicPattern[] | 'all'
}

export const everyone: Who = { kind: 'all' }
export const anyQos = [0, 1, 2] as const

/** `eq a/#` is the literal topic `a/#`. */
export const toTopic = (text: string): TopicPattern =>
  text.startsWith('eq ') ? { topic: text.slice('eq '.length), exact: true } : { topic: text, exact: false }
