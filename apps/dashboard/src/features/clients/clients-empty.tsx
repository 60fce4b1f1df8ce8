import { useMessages } from '../../i18n/index.ts'
import { Button, CodeBlock, EmptyState, Group, Link } from '../../ui/index.ts'
import { useFirstCommands } from '../listeners/index.ts'
import { messages } from './messages.ts'

interface ClientsEmptyProps {
  readonly isFiltered: boolean
  /** Only part of the clients has been compared with the filters. */
  readonly hasMore: boolean
  /** The client ID that was searched for, if there was exactly one. */
  readonly searchedId: string | undefined
  readonly onReset: () => void
}

/** No client matches the filters, or no client is connected: then shows how to connect the first one. */
export function ClientsEmpty({ isFiltered, hasMore, searchedId, onReset }: ClientsEmptyProps) {
  const texts = useMessages(messages)
  if (isFiltered) {
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
