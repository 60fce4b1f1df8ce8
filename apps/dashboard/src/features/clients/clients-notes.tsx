import { type Loaded, QueryError, useData } from '../../api/index.ts'
import { useFormat, useMessages } from '../../i18n/index.ts'
import { Button, CodeBlock, EmptyState, Group, Link, Stack } from '../../ui/index.ts'
import { useFirstCommands } from '../listeners/index.ts'
import type { ClientFilters } from './client-search.ts'
import { messages } from './messages.ts'
import { allClientsQuery, type ClientList } from './queries.ts'
import { parseWildcard } from './wildcard.ts'

interface ClientsEmptyProps {
  readonly filters: ClientFilters
  /** Only part of the clients has been compared with the filters. */
  readonly hasMore: boolean
  readonly onReset: () => void
}

/** No client matches the filters, or no client is connected: then shows how to connect the first one. */
export function ClientsEmpty({ filters, hasMore, onReset }: ClientsEmptyProps) {
  const texts = useMessages(messages)
  const searchedId = searchedIdIn(filters)
  if (Object.keys(filters).length > 0) {
    return (
      <EmptyState
        title={texts.noMatch}
        hint={hasMore ? texts.noMatchYet : texts.noMatchHint}
        action={
          <Group gap={4}>
            <Button onClick={onReset}>{texts.resetFilters}</Button>
            {searchedId !== undefined && (
              <Link to="/clients/detail/$clientId" params={{ clientId: searchedId }}>
                {texts.timelineOf(searchedId)}
              </Link>
            )}
          </Group>
        }
      />
    )
  }
  return <NoClients />
}

/** The client ID to offer a timeline for; other filters do not name a single client. */
const searchedIdIn = ({ clientid = [], like_clientid }: ClientFilters) =>
  clientid.length > 0 ? (clientid.length === 1 ? clientid[0] : undefined) : withoutWildcard(like_clientid)

const withoutWildcard = (text: string | undefined) => (parseWildcard(text) ? undefined : text)

function NoClients() {
  const texts = useMessages(messages)
  const commands = useFirstCommands()
  return (
    <EmptyState
      title={texts.noClients}
      hint={texts.noClientsHint}
      action={commands ? <CodeBlock code={commands[0]} wrap /> : <Link to="/listener">{texts.toListeners}</Link>}
    />
  )
}

/** A list with cursors has no total. Unless all rows are on the first page, the total of all clients is shown as well. */
export function ClientCount({ list, isFirst }: { readonly list: ClientList | undefined; readonly isFirst: boolean }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const total = list?.total ?? (list && isFirst && !list.hasNext ? list.rows.length : undefined)
  const { data: all } = useData(allClientsQuery, undefined, { enabled: list !== undefined && total === undefined })
  if (!list) return null
  if (total !== undefined) return texts.total(format.number(total))
  const shown = texts.onPage(format.number(list.rows.length))
  return all === undefined ? shown : `${shown} · ${texts.inTotal(format.number(all))}`
}

/** An old cursor may be rejected permanently, so that trying again does not help. */
export function ClientsError({
  query,
  onFirstPage,
}: {
  readonly query: Loaded<unknown>
  readonly onFirstPage: (() => void) | undefined
}) {
  const texts = useMessages(messages)
  return (
    <Stack gap={3}>
      <QueryError query={query} />
      {onFirstPage && (
        <Group>
          <Button onClick={onFirstPage}>{texts.toFirstPage}</Button>
        </Group>
      )}
    </Stack>
  )
}
