import type { Text } from '@mqdeck/contract'

/** A kind of event that rules select from, as the editor, `/rule_events` and the engine know it. */
export interface RuleEventKind {
  /** As FROM names it: `$events/client_connected`; of messages that are published, FROM names topics. */
  readonly event: string
  /** The value of its column `event`: `client.connected`. */
  readonly name: string
  readonly title: Text
  readonly description: Text
  /** In the order of EMQX. */
  readonly columns: readonly string[]
  /** What a test is filled with: the value, and what it is; EMQX leaves the latter out of two. */
  readonly testColumns: Readonly<Record<string, readonly [value: unknown, about: string] | string>>
  readonly example: string
}
