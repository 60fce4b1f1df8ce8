import { useFirstCommands } from '../../data/listeners.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, CodeBlock, EmptyState, Group, Link } from '../../ui/index.ts'
import { messages } from './messages.ts'

interface ClientsEmptyProps {
  readonly isFiltered: boolean
  /** Only a part of the clients has been compared with the filters. */
  readonly hasMore: boolean
  /** The one client that was looked for, if it was one. */
  readonly lookedFor: string | undefined
  readonly onReset: () => void
}

/** Nobody fits, or nobody is there at all: then how to connect the first one. */
export function ClientsEmpty({ isFiltered, hasMore, lookedFor, onReset }: ClientsEmptyProps) {
  const texts = useMessages(messages)
  if (isFiltered) {
    return (
      <EmptyState
        title={texts.noMatch}
        hint={hasMore ? texts.noMatchYet : texts.noMatchHint}
        action={
          <Group gap={4}>
            <Button onClick={onReset}>{texts.resetFilters}</Button>
            {lookedFor !== undefined && (
              <Link to="/clients/detail/$clientId" params={{ clientId: lookedFor }}>
                {texts.knownOf(lookedFor)}
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
      action={commands ? <CodeBlock code={commands[0]} wrap /> : <Link to="/listener">{texts.allAddresses}</Link>}
    />
  )
}
