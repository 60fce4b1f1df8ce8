import { type Loaded, QueryError, useData } from '../../../api/index.ts'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, CodeBlock, EmptyState, Group, Link, Stack } from '../../../ui/index.ts'
import { useFirstCommands } from '../../listeners/index.ts'
import { messages } from '../messages.ts'
import { allClientsQuery, type ClientList } from '../queries.ts'
import { type ClientFilters, type ClientSearch, filtersOf } from './client-search.ts'
import { trailOf } from './clients-pager.tsx'
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

/**
 * Number of clients that match the filters; undefined when it is unknown. A list with cursors has no total, unless all
 * rows are on the first page, or there are no filters.
 */
export function useTotal(list: ClientList | undefined, search: ClientSearch): number | undefined {
  const isFirst = trailOf(search).page === 1
  const isFiltered = Object.keys(filtersOf(search)).length > 0
  const counted = list?.total ?? (list && isFirst && !list.hasNext ? list.rows.length : undefined)
  const needsAll = list !== undefined && counted === undefined && !isFiltered
  const { data: all } = useData(allClientsQuery, undefined, { enabled: needsAll })
  return counted ?? (needsAll ? all : undefined)
}

interface ClientCountProps {
  readonly list: ClientList | undefined
  readonly total: number | undefined
  /** All clients are on this page, so that its columns sort them. */
  readonly isWhole: boolean
}

/** The number of clients, and their order where the columns do not sort them. */
export function ClientCount({ list, total, isWhole }: ClientCountProps) {
  const texts = useMessages(messages)
  const format = useFormat()
  if (!list || list.rows.length === 0) return null
  const count = total === undefined ? texts.onPage(format.number(list.rows.length)) : texts.total(format.number(total))
  return isWhole ? count : `${count} · ${texts.orderedById}`
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
