import type { AuditEntry } from '@mqdeck/contract'
import { QueryView, useData } from '../../api/index.ts'
import { useFormat, useLocale, useMessages } from '../../i18n/index.ts'
import { CodeBlock, DescriptionList, Dim, Drawer, EmptyState, Mono, Skeleton, Stack } from '../../ui/index.ts'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Result, Subject } from './audit-columns.tsx'
import { subjectOf } from './entry-subject.ts'
import { bodyOf, failureOf } from './entry-values.ts'
import { messages } from './messages.ts'
import { operationName } from './operation-names.ts'
import { auditEntryQuery } from './queries.ts'

interface EntryDrawerProps {
  /** Time of the entry. Undefined while the drawer is closed. */
  readonly at: string | undefined
  /** The entry, if it is in the list of the page. */
  readonly known: AuditEntry | undefined
  readonly onClose: () => void
}

export function EntryDrawer({ at, known, onClose }: EntryDrawerProps) {
  const texts = useMessages(messages)
  const locale = useLocale()
  const query = useData(auditEntryQuery, { at: at ?? '' }, { enabled: at !== undefined && !known })
  const entry = known ?? query.data?.entry
  return (
    <Drawer
      opened={at !== undefined}
      onClose={onClose}
      title={entry ? operationName(entry, locale) : texts.entry}
      size={640}
    >
      {at === undefined ? null : known ? (
        <Entry entry={known} />
      ) : (
        <QueryView query={query} skeleton={<Skeleton height={320} />}>
          {({ entry: found }) => (found ? <Entry entry={found} /> : <EmptyState title={texts.entryGone} />)}
        </QueryView>
      )}
    </Drawer>
  )
}

function Entry({ entry }: { readonly entry: AuditEntry }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const { created_at, http_method, operation_id, operation_type, source, from, source_ip, node, duration_ms } = entry
  const body = bodyOf(entry)
  const headers = entry.http_request === '' ? undefined : entry.http_request.headers
  const request =
    operation_id === '' ? [operation_type, subjectOf(entry)].join(' ') : `${http_method.toUpperCase()} ${operation_id}`
  return (
    <Stack gap={5}>
      <DescriptionList
        minWidth={240}
        items={[
          ...(subjectOf(entry) === '' ? [] : [{ label: texts.subject, value: <Subject of={entry} /> }]),
          { label: texts.result, value: <ResultWithStatus entry={entry} /> },
          { label: texts.user, value: source === '' ? <Dim>{texts.unknown}</Dim> : <Mono>{source}</Mono> },
          { label: texts.time, value: format.dateTime(created_at) },
        ]}
      />
      {failureOf(entry) !== '' && <Part title={texts.reason} code={failureOf(entry)} />}
      {entry.http_request !== '' &&
        (body === '' ? <Dim>{texts.noBody}</Dim> : <Part title={texts.body} note={texts.bodyNote} code={body} />)}
      <Disclosure label={texts.technicalDetails}>
        <Stack gap={5}>
          <DescriptionList
            minWidth={240}
            items={[
              { label: texts.request, value: <Mono>{request}</Mono> },
              { label: texts.duration, value: format.span(duration_ms) },
              { label: texts.origin, value: texts.origins[from] ?? from },
              { label: texts.ipAddress, value: source_ip !== '' && <Mono>{source_ip}</Mono> },
              { label: texts.node, value: <Mono>{node}</Mono> },
              ...bindingsOf(entry).map(([label, value]) => ({ label, value: <Mono>{value}</Mono> })),
            ]}
          />
          {headers && Object.keys(headers).length > 0 && (
            <Part
              title={texts.headers}
              code={Object.entries(headers)
                .map(([name, value]) => `${name}: ${value}`)
                .join('\n')}
            />
          )}
        </Stack>
      </Disclosure>
    </Stack>
  )
}

function ResultWithStatus({ entry }: { readonly entry: AuditEntry }) {
  const texts = useMessages(messages)
  return (
    <>
      <Result of={entry} />
      {entry.http_status_code !== '' && <Dim> {texts.statusCode(String(entry.http_status_code))}</Dim>}
    </>
  )
}

interface PartProps {
  readonly title: string
  readonly note?: string
  readonly code: string
}

function Part({ title, note, code }: PartProps) {
  return (
    <Stack gap={2}>
      <div>
        <strong>{title}</strong>
        {note !== undefined && (
          <div>
            <Dim small>{note}</Dim>
          </div>
        )}
      </div>
      <CodeBlock code={code} wrap />
    </Stack>
  )
}

/** Path parameters by name. */
const bindingsOf = ({ http_request }: AuditEntry) =>
  http_request === ''
    ? []
    : Object.entries(http_request.bindings ?? {}).map(([name, value]) => [name, String(value)] as const)
