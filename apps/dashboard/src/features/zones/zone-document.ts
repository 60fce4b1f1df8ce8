import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import type { FormGroup, SchemaDocument, WireSchema } from '../../schema-form/index.ts'
import { messages } from './messages.ts'

/** The groups of settings that a zone can override, with their schema components. */
const zoneGroups = {
  mqtt: 'emqx.mqtt',
  force_shutdown: 'emqx.force_shutdown',
  flapping_detect: 'emqx.flapping_detect',
} as const

/** The form of a zone. Every field may be missing. */
export function zoneSchema(document: SchemaDocument, { isNew }: { readonly isNew: boolean }): WireSchema {
  const supported = Object.entries(zoneGroups).filter(([, component]) =>
    Object.hasOwn(document.components.schemas, component),
  )
  return {
    type: 'object',
    properties: {
      ...(isNew && { name: { type: 'string', maxLength: 255 } }),
      ...Object.fromEntries(supported.map(([root, name]) => [root, { $ref: `#/components/schemas/${name}` }])),
    },
    required: isNew ? ['name'] : [],
  }
}

/** MQTT settings of sessions; the others are settings of connections. */
const sessionFields = [
  'session_expiry_interval',
  'message_expiry_interval',
  'max_subscriptions',
  'upgrade_qos',
  'max_inflight',
  'retry_interval',
  'max_awaiting_rel',
  'await_rel_timeout',
  'max_mqueue_len',
  'mqueue_store_qos0',
  'mqueue_default_priority',
  'mqueue_priorities',
]

export function useZoneGroups(document: SchemaDocument): readonly FormGroup[] {
  const { groups: titles } = useMessages(messages)
  return useMemo(() => {
    const fieldsOf = (root: keyof typeof zoneGroups) =>
      Object.keys(document.components.schemas[zoneGroups[root]]?.properties ?? {}).map((field) => `${root}.${field}`)
    const sessionPaths = sessionFields.map((field) => `mqtt.${field}`)
    return [
      { title: titles.zone, fields: ['name'] },
      { title: titles.mqtt, fields: fieldsOf('mqtt').filter((field) => !sessionPaths.includes(field)) },
      { title: titles.session, fields: sessionPaths },
      { title: titles.forceShutdown, fields: fieldsOf('force_shutdown') },
      { title: titles.flapping, fields: fieldsOf('flapping_detect') },
    ]
  }, [document, titles])
}
