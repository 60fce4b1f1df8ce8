import { useFirstCommands } from '../../data/listeners.ts'
import { useMessages } from '../../i18n/index.ts'
import { Button, CodeBlock, EmptyState, Link } from '../../ui/index.ts'
import { messages } from './messages.ts'

interface ClientsEmptyProps {
  readonly isFiltered: boolean
  readonly onReset: () => void
}

/** Nobody fits, or nobody is there at all: then how to connect the first one. */
export function ClientsEmpty({ isFiltered, onReset }: ClientsEmptyProps) {
  const texts = useMessages(messages)
  if (isFiltered) {
    return (
      <EmptyState
        title={texts.noMatch}
        hint={texts.noMatchHint}
        action={<Button onClick={onReset}>{texts.resetFilters}</Button>}
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
