import type { RuleEvent } from '@mqdeck/contract'
import type { ValueMap } from '@mqdeck/rules/catalog'
import { Fragment, useDeferredValue, useMemo } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { isRecord } from '../../lib/json/json-path.ts'
import { Dim, Notice, Select } from '../../ui/index.ts'
import { formMessages } from './form-messages.ts'
import { previewOf } from './sample.ts'
import { useExample } from './use-example.ts'
import styles from './webhooks.module.css'

interface RequestPreviewProps {
  /** The value of the form. */
  readonly value: unknown
  readonly events: readonly RuleEvent[]
}

/** Preview of the request for an example event. */
export function RequestPreview({ value, events }: RequestPreviewProps) {
  const texts = useMessages(formMessages)
  const settings = isRecord(useDeferredValue(value)) ? (value as Readonly<Record<string, unknown>>) : {}
  const sql = typeof settings.sql === 'string' ? settings.sql : ''
  const { options, chosen, choose, data, problem } = useExample(sql, events)
  return (
    <section className={styles.preview} aria-label={texts.preview}>
      <div className={styles.previewHead}>
        <h3 className={styles.previewTitle}>{texts.preview}</h3>
        {options.length > 1 && (
          <Select label={texts.previewFor} value={chosen} onChange={choose} options={options} width={240} />
        )}
      </div>
      {problem !== undefined && <Dim>{problem}</Dim>}
      {data && <RenderedRequest settings={settings} data={data} />}
    </section>
  )
}

interface RenderedRequestProps {
  readonly settings: Readonly<Record<string, unknown>>
  readonly data: ValueMap
}

/** Renders the request with the same code as the broker. */
export function RenderedRequest({ settings: { connector, action }, data }: RenderedRequestProps) {
  const texts = useMessages(formMessages)
  const preview = useMemo(() => previewOf(connector, action, data), [connector, action, data])
  if (!isRecord(connector) || typeof connector.url !== 'string' || connector.url === '')
    return <Dim>{texts.needsUrl}</Dim>
  if ('problem' in preview)
    return (
      <Notice tone="amber">
        {texts.previewProblem}: {preview.problem}
      </Notice>
    )
  const { method, url, headers, text } = preview.request
  return (
    <>
      <div className={styles.message}>
        <span className={styles.method}>{method}</span> {url}
      </div>
      <HeaderList headers={headers} />
      {text === undefined || text === '' ? (
        <Dim small>{texts.emptyBody}</Dim>
      ) : (
        <pre className={styles.message}>{formatJson(text)}</pre>
      )}
    </>
  )
}

/** Formats JSON with line breaks. */
export function formatJson(text: string): string {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !/\d{16}/.test(text) ? JSON.stringify(value, null, 2) : text
  } catch {
    return text
  }
}

export function HeaderList({ headers }: { readonly headers: Readonly<Record<string, string>> }) {
  const entries = Object.entries(headers)
  if (entries.length === 0) return null
  return (
    <dl className={styles.headers}>
      {entries.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
