import { auditMethods, auditOrigins } from '@mqdeck/contract'
import { useMemo, useState } from 'react'
import { NodePicker } from '../../data/node-picker.tsx'
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

/** Nothing is asked before Search or Enter. */
export function AuditFilterBar({ search, onSearch, onReset }: AuditFilterBarProps) {
  const texts = useMessages(messages)
  const { filters } = texts
  const locale = useLocale()
  const [draft, change] = useDraft(useMemo(() => toDraft(search), [search]))
  const [isTried, setTried] = useState(false)
  const isGood = isWholeOrEmpty(draft.http_status_code) && isWholeOrEmpty(draft.gte_duration_ms)
  const operations = useMemo(() => operationOptions(locale, draft.operation), [locale, draft.operation])
  const numberError = (text: string) => (isTried && !isWholeOrEmpty(text) ? texts.badNumber : undefined)
  const submit = () => {
    setTried(!isGood)
    if (isGood) onSearch(fromDraft(draft))
  }
  return (
    <SearchBar
      active={Object.keys(filtersOf(search)).length}
      moreIsWrong={isTried && !isGood}
      onSearch={submit}
      onReset={onReset}
      more={
        <>
          <DateTimeField
            label={filters.since}
            value={draft.gte_created_at}
            onChange={(moment) => change({ gte_created_at: moment })}
          />
          <DateTimeField
            label={filters.until}
            value={draft.lte_created_at}
            onChange={(moment) => change({ lte_created_at: moment })}
          />
          <Select
            label={filters.origin}
            clearable
            value={draft.from}
            options={auditOrigins.map((origin) => ({ value: origin, label: texts.origins[origin] }))}
            onChange={(from) => change({ from })}
          />
          <TextField
            label={filters.ip}
            value={draft.source_ip}
            onChange={(event) => change({ source_ip: event.currentTarget.value })}
          />
          <Select
            label={filters.method}
            clearable
            value={draft.http_method}
            options={auditMethods.map((method) => ({ value: method, label: method.toUpperCase() }))}
            onChange={(method) => change({ http_method: method })}
          />
          <TextField
            label={filters.status}
            inputMode="numeric"
            value={draft.http_status_code}
            error={numberError(draft.http_status_code)}
            onChange={(event) => change({ http_status_code: event.currentTarget.value })}
          />
          <TextField
            label={filters.duration}
            inputMode="numeric"
            value={draft.gte_duration_ms}
            error={numberError(draft.gte_duration_ms)}
            onChange={(event) => change({ gte_duration_ms: event.currentTarget.value })}
          />
          <NodePicker withStopped label={filters.node} value={draft.node} onChange={(node) => change({ node })} />
        </>
      }
    >
      <Select
        label={filters.operation}
        clearable
        value={draft.operation}
        options={operations}
        onChange={(operation) =>
          change({ operation, ...(operation !== undefined && { http_method: methodOf(operation) }) })
        }
      />
      <TextFilter label={filters.source} value={draft.source} onChange={(source) => change({ source })} />
      <Select
        label={filters.result}
        clearable
        value={draft.operation_result}
        options={(['success', 'failure'] as const).map((result) => ({ value: result, label: texts.results[result] }))}
        onChange={(result) => change({ operation_result: result })}
      />
    </SearchBar>
  )
}

type Method = NonNullable<AuditFilters['http_method']>

interface Draft
  extends Pick<
    AuditSearch,
    'gte_created_at' | 'lte_created_at' | 'from' | 'http_method' | 'operation_result' | 'node'
  > {
  /** Method and path: `PUT /users/:username`; the path alone where the URL has no method. */
  readonly operation: string | undefined
  readonly source: string
  readonly source_ip: string
  readonly http_status_code: string
  readonly gte_duration_ms: string
}

function toDraft(search: AuditSearch): Draft {
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

/** Every filter, the empty ones as undefined, so that they leave the URL. */
function fromDraft({
  operation,
  source,
  source_ip,
  http_status_code,
  gte_duration_ms,
  ...others
}: Draft): AuditFilters {
  return {
    ...others,
    operation_id: operation?.slice(operation.indexOf('/')),
    source: orNothing(source),
    source_ip: orNothing(source_ip),
    http_status_code: toWhole(http_status_code),
    gte_duration_ms: toWhole(gte_duration_ms),
  }
}

const join = (method: string | undefined, path: string) =>
  method === undefined ? path : `${method.toUpperCase()} ${path}`

function methodOf(operation: string): Method | undefined {
  const name = operation.slice(0, operation.indexOf(' ')).toLowerCase()
  return auditMethods.find((method) => method === name)
}

/** By name; one that has none is there while it is chosen. */
function operationOptions(locale: Locale, chosen: string | undefined) {
  const options = Object.entries(operationNames).map(([value, names]) => ({ value, label: names[locale] }))
  if (chosen !== undefined && !operationNames[chosen]) {
    const [operation_id, http_method] = [chosen.slice(chosen.indexOf('/')), methodOf(chosen) ?? '']
    options.push({ value: chosen, label: operationName({ operation_id, http_method, operation_type: '' }, locale) })
  }
  return options.sort((a, b) => a.label.localeCompare(b.label, locale === 'zh' ? 'zh-CN' : 'en'))
}

const orNothing = (text: string) => (text.trim() === '' ? undefined : text.trim())
const isWholeOrEmpty = (text: string) => /^\s*\d*\s*$/.test(text)
const toWhole = (text: string) => (text.trim() === '' ? undefined : Number(text))
