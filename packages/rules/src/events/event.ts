import type { Text } from '@mqdeck/contract'

/** An event that rules can select, as listed by `/rule_events`. */
export interface RuleEventKind {
  /** Name in FROM, such as `$events/client_connected`. Published messages are selected by topic instead. */
  readonly event: string
  /** Value of the column `event`, such as `client.connected`. */
  readonly name: string
  readonly title: Text
  readonly description: Text
  /** In the order of EMQX. */
  readonly columns: readonly string[]
  /** Default values of a test and their descriptions. EMQX has no description for two of them. */
  readonly testColumns: Readonly<Record<string, readonly [value: unknown, about: string] | string>>
  readonly example: string
}
