import type { SchemaDocument } from '../../schema-form/index.ts'

/** The fields of `emqx.mqtt` are on two pages, in these groups. */
export const generalFields = {
  limits: ['max_packet_size', 'max_qos_allowed', 'max_clientid_len', 'max_topic_levels', 'max_topic_alias'],
  features: [
    'retain_available',
    'wildcard_subscription',
    'exclusive_subscription',
    'shared_subscription',
    'shared_subscription_strategy',
    'shared_subscription_initial_sticky_pick',
  ],
  connection: ['server_keepalive', 'keepalive_multiplier', 'keepalive_check_interval', 'idle_timeout'],
  identity: [
    'use_username_as_clientid',
    'peer_cert_as_username',
    'peer_cert_as_clientid',
    'clientid_override',
    'client_attrs_init',
  ],
  protocol: ['ignore_loop_deliver', 'strict_mode', 'response_information'],
} as const

export const sessionFields = {
  session: ['session_expiry_interval', 'message_expiry_interval', 'max_subscriptions', 'upgrade_qos'],
  delivery: ['max_inflight', 'retry_interval', 'max_awaiting_rel', 'await_rel_timeout'],
  queue: ['max_mqueue_len', 'mqueue_store_qos0', 'mqueue_default_priority', 'mqueue_priorities'],
} as const

/** All fields of the session page. */
export const allSessionFields: readonly string[] = Object.values(sessionFields).flat()

/** The fields of the general page, including those of newer brokers. */
export function otherFields({ components }: SchemaDocument): readonly string[] {
  const all = Object.keys(components.schemas['emqx.mqtt']?.properties ?? {})
  return all.filter((field) => !allSessionFields.includes(field))
}
