import { useMessages } from '../../i18n/index.ts'
import { Button, CodeBlock, EmptyState } from '../../ui/index.ts'
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
  const host = location.hostname.replace(/^\[|\]$/g, '')
  return (
    <EmptyState
      title={texts.noClients}
      hint={texts.noClientsHint}
      action={<CodeBlock code={`mosquitto_sub -h ${host} -p 1883 -i first-client -t 'hello/#' -v`} wrap />}
    />
  )
}
