import { auditMethods, auditOrigins } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { NodePicker } from '../../api/nodes/node-picker.tsx'
import { type Locale, useLocale, useMessages } from '../../i18n/index.ts'
import { DateTimeField, SearchBar, Select, TextField, TextFilter, useDraft } from '../../ui/index.ts'
import { type AuditFilters, type AuditSearch, filtersOf } from './audit-search.ts'
import { messages } from './messages.ts'
import { operationName, operationNames } from './operation-names.ts'

interface AuditFilterBarProps {
  readonly search: AuditSearch
  readonly onSearch: (filters: AuditFilters) => void
  readonly onReset: () => void
}

/** Filters of the audit log. Applied with the Search button or Enter. */
export function AuditFilterBar({ search, onSearch, onReset }: AuditFilterBarProps) {
  const texts = useMessages(messages)
  const locale = useLocale()
  const [draft, change] = useDraft(useMemo(() => toDraft(search), [search]))
  const [isSubmitted, setSubmitted] = useState(false)
  const isValid = isIntegerOrEmpty(draft.http_status_code) && isIntegerOrEmpty(draft.gte_duration_ms)
  const operations = useMemo(() => operationOptions(locale, draft.operation), [locale, draft.operation])
  const numberError = (text: string) => (isSubmitted && !isIntegerOrEmpty(text) ? texts.invalidNumber : undefined)
  const submit = () => {
    setSubmitted(!isValid)
    if (isValid) onSearch(fromDraft(draft))
  }
  return (
    <SearchBar
      active={Object.keys(filtersOf(search)).length}
      moreIsWrong={isSubmitted && !isValid}
      onSearch={submit}
      onReset={onReset}
      more={
        <>
          <DateTimeField
            label={texts.since}
            value={draft.gte_created_at}
            onChange={(moment) => change({ gte_created_at: moment })}
          />
          <DateTimeField
            label={texts.until}
            value={draft.lte_created_at}
            onChange={(moment) => change({ lte_created_at: moment })}
          />
          <Select
            label={texts.origin}
            clearable
            value={draft.from}
            options={auditOrigins.map((origin) => ({ value: origin, label: texts.origins[origin] }))}
            onChange={(from) => change({ from })}
          />
          <TextField
            label={texts.ipAddress}
            value={draft.source_ip}
            onChange={(event) => change({ source_ip: event.currentTarget.value })}
          />
          <Select
            label={texts.method}
            clearable
            value={draft.http_method}
            options={auditMethods.map((method) => ({ value: method, label: method.toUpperCase() }))}
            onChange={(method) => change({ http_method: method })}
          />
          <TextField
            label={texts.httpStatus}
            inputMode="numeric"
            value={draft.http_status_code}
            error={numberError(draft.http_status_code)}
            onChange={(event) => change({ http_status_code: event.currentTarget.value })}
          />
          <TextField
            label={texts.minDuration}
            inputMode="numeric"
            value={draft.gte_duration_ms}
            error={numberError(draft.gte_duration_ms)}
            onChange={(event) => change({ gte_duration_ms: event.currentTarget.value })}
          />
          <NodePicker withStopped label={texts.node} value={draft.node} onChange={(node) => change({ node })} />
        </>
      }
    >
      <Select
        label={texts.operation}
        clearable
        value={draft.operation}
        options={operations}
        onChange={(operation) =>
          change({ operation, ...(operation !== undefined && { http_method: methodOf(operation) }) })
        }
      />
      <TextFilter label={texts.user} value={draft.source} onChange={(source) => change({ source })} />
      <Select
        label={texts.result}
        clearable
        value={draft.operation_result}
        options={(['success', 'failure'] as const).map((result) => ({ value: result, label: texts.results[result] }))}
        onChange={(result) => change({ operation_result: result })}
      />
    </SearchBar>
  )
}

type Method = NonNullable<AuditFilters['http_method']>

interface FilterDraft
  extends Pick<
    AuditSearch,
    'gte_created_at' | 'lte_created_at' | 'from' | 'http_method' | 'operation_result' | 'node'
  > {
  /** Method and path, such as `PUT /users/:username`. Only the path if the URL has no method. */
  readonly operation: string | undefined
  readonly source: string
  readonly source_ip: string
  readonly http_status_code: string
  readonly gte_duration_ms: string
}

function toDraft(search: AuditSearch): FilterDraft {
  const { operation_id, http_method, source = '', source_ip = '', http_status_code, gte_duration_ms } = search
  const { gte_created_at, lte_created_at, from, operation_result, node } = search
  return {
    operation: operation_id === undefined ? undefined : join(http_method, operation_id),
    http_method,
    source,
    source_ip,
    http_status_code: http_status_code === undefined ? '' : String(http_status_code),
    gte_duration_ms: gte_duration_ms === undefined ? '' : String(gte_duration_ms),
    gte_created_at,
    lte_created_at,
    from,
    operation_result,
    node,
  }
}

/** All filters. Empty ones are undefined, so that they are removed from the URL. */
function fromDraft({
  operation,
  source,
  source_ip,
  http_status_code,
  gte_duration_ms,
  ...others
}: FilterDraft): AuditFilters {
  return {
    ...others,
    operation_id: operation?.slice(operation.indexOf('/')),
    source: orUndefined(source),
    source_ip: orUndefined(source_ip),
    http_status_code: toInteger(http_status_code),
    gte_duration_ms: toInteger(gte_duration_ms),
  }
}

const join = (method: string | undefined, path: string) =>
  method === undefined ? path : `${method.toUpperCase()} ${path}`

function methodOf(operation: string): Method | undefined {
  const name = operation.slice(0, operation.indexOf(' ')).toLowerCase()
  return auditMethods.find((method) => method === name)
}

/** Known operations, sorted by name, and the selected one even if it is unknown. */
function operationOptions(locale: Locale, chosen: string | undefined) {
  const options = Object.entries(operationNames).map(([value, names]) => ({ value, label: names[locale] }))
  if (chosen !== undefined && !operationNames[chosen]) {
    const [operation_id, http_method] = [chosen.slice(chosen.indexOf('/')), methodOf(chosen) ?? '']
    options.push({ value: chosen, label: operationName({ operation_id, http_method, operation_type: '' }, locale) })
  }
  return options.sort((a, b) => a.label.localeCompare(b.label, locale === 'zh' ? 'zh-CN' : 'en'))
}

const orUndefined = (text: string) => (text.trim() === '' ? undefined : text.trim())
const isIntegerOrEmpty = (text: string) => /^\s*\d*\s*$/.test(text)
const toInteger = (text: string) => (text.trim() === '' ? undefined : Number(text))
