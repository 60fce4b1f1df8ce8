import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import type { SchemaDocument } from '../../schema-form/index.ts'
import { Notice } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { ZonePage } from './zone-pages.tsx'

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

/** Durable sessions can only be enabled in the configuration file, so the switch is locked. */
export default function DurableSessionsPage() {
  const { durable } = useMessages(formMessages)
  const locks = useMemo(() => ({ enable: durable.lockedEnable }), [durable])
  return (
    <ZonePage
      root="durable_sessions"
      component={component}
      groups={groups}
      note={(document) => <Notice>{isUnsupported(document) ? durable.unsupported : durable.enabledInFile}</Notice>}
      bySchema={(document) => (isUnsupported(document) ? { readOnly: true, withJson: false } : { locks })}
    />
  )
}

/** A broker without durable sessions reports every field as read-only. */
function isUnsupported({ components }: SchemaDocument): boolean {
  const fields = Object.values(components.schemas[component]?.properties ?? {})
  return fields.every(({ readOnly }) => readOnly === true)
}
