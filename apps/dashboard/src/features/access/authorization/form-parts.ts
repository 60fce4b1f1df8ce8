import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { isRecord } from '../../../lib/json/json-path.ts'
import { type Fault, type FormGroup, useBackendGroups, useClientPlaceholders } from '../../../schema-form/index.ts'
import type { Completion } from '../../../ui/index.ts'
import { drawnFields } from './acl/acl-field.tsx'
import { aclMessages } from './acl/acl-messages.ts'
import { messages } from './messages.ts'

export const useFormParts = () => ({
  groups: useFormGroups(),
  completions: usePlaceholders(),
  customFields: drawnFields,
  check: useRulesCheck(),
})

function useFormGroups(): readonly FormGroup[] {
  const { dataTab: rules } = useMessages(messages)
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

/** Placeholders for templates and queries of sources. */
function usePlaceholders(): readonly Completion[] {
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

type ParseAcl = typeof import('@mqdeck/access/acl').parseAcl

/**
 * Rejects ACL rules with a syntax error before they are reviewed and sent. The parser is loaded later because it is large;
 * until then, only the broker checks the rules.
 */
export function useRulesCheck(): (value: unknown) => readonly Fault[] {
  const parse = useRef<ParseAcl>(undefined)
  useEffect(() => {
    import('@mqdeck/access/acl').then(
      ({ parseAcl }) => {
        parse.current = parseAcl
      },
      () => {}, // the server has a new version of the dashboard, which is loaded with the next page
    )
  }, [])
  return useCallback((value) => {
    const rules = isRecord(value) ? value.rules : undefined
    if (typeof rules !== 'string') return []
    const [problem] = parse.current?.(rules).problems ?? []
    if (!problem) return []
    const { line, column, text } = problem
    const { en, zh } = aclMessages
    const message = { en: en.problemAt(line, column, text.en), zh: zh.problemAt(line, column, text.zh) }
    return [{ path: ['rules'], text: message }]
  }, [])
}
