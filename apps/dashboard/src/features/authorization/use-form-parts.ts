import { useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { type FormGroup, useBackendGroups, useClientPlaceholders } from '../../schema-form/index.ts'
import type { Completion } from '../../ui/index.ts'
import { messages } from './messages.ts'

/** The switch stands in the list and in the heading of the page. */
export const hiddenFields = ['enable'] as const

export function useFormGroups(): readonly FormGroup[] {
  const { rules } = useMessages(messages)
  const { connection, lookup, tls, pool } = useBackendGroups()
  return useMemo(() => {
    const attributes = ['publish_attribute', 'subscribe_attribute', 'all_attribute']
    return [
      { title: rules, fields: ['rules', 'max_rules'] },
      connection,
      { ...lookup, fields: [...lookup.fields, ...attributes] },
      tls,
      pool,
    ]
  }, [rules, connection, lookup, tls, pool])
}

/** What templates and queries of sources may name. */
export function usePlaceholders(): readonly Completion[] {
  const { placeholders: texts } = useMessages(messages)
  const ofClient = useClientPlaceholders()
  return useMemo(
    () => [
      ...ofClient,
      { label: '${topic}', detail: texts.topic },
      { label: '${action}', detail: texts.action },
      { label: '${qos}', detail: texts.qos },
      { label: '${retain}', detail: texts.retain },
      { label: '${zone}', detail: texts.zone },
    ],
    [ofClient, texts],
  )
}
