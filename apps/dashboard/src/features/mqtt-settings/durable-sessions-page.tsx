import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import type { SchemaDocument } from '../../schema-form/index.ts'
import { Notice } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { ZonePage } from './zone-page.tsx'

const component = 'emqx.durable_sessions'
const groups = [
  {
    fields: [
      'enable',
      'batch_size',
      'idle_poll_interval',
      'heartbeat_interval',
      'session_gc_interval',
      'session_gc_batch_size',
      'message_retention_period',
    ],
  },
]

/** To look at: they are turned on in the configuration file, or not at all. */
export default function DurableSessionsPage() {
  const { durable } = useMessages(formMessages)
  const locks = useMemo(() => ({ enable: durable.lock }), [durable])
  return (
    <ZonePage
      root="durable_sessions"
      component={component}
      groups={groups}
      note={(document) => <Notice>{isLocked(document) ? durable.notHere : durable.inFile}</Notice>}
      bySchema={(document) => (isLocked(document) ? { readOnly: true, withJson: false } : { locks })}
    />
  )
}

/** A broker that prints every field as read only has no such sessions. */
function isLocked({ components }: SchemaDocument): boolean {
  const fields = Object.values(components.schemas[component]?.properties ?? {})
  return fields.every(({ readOnly }) => readOnly === true)
}
