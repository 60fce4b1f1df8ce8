import { useMessages } from '../../../i18n/index.ts'
import { Checkbox, ListTools, SearchField, Select, ToolGroup } from '../../../ui/index.ts'
import { families, noteChoices, type SequenceFilter } from './filter-events.ts'
import { sequenceMessages } from './messages.ts'
import type { TracedConnection } from './sequence.ts'

interface SequenceToolbarProps {
  readonly filter: SequenceFilter
  readonly onFilter: (change: Partial<SequenceFilter>) => void
  readonly connections: readonly TracedConnection[]
}

/** Maximum number of connections in the select, newest last. */
const maxConnections = 100

export function SequenceToolbar({ filter, onFilter, connections }: SequenceToolbarProps) {
  const texts = useMessages(sequenceMessages)
  const { family, notes, pings, connection, find } = filter
  const all = 'all'
  return (
    <ListTools>
      <Select
        aria-label={texts.family}
        width={150}
        value={family ?? all}
        onChange={(value) => onFilter({ family: value === all ? undefined : value })}
        options={[
          { value: all, label: texts.allPackets },
          ...families.map((value) => ({ value, label: texts.families[value] })),
        ]}
      />
      <Select
        aria-label={texts.notes}
        width={180}
        value={notes}
        onChange={(value) => onFilter({ notes: value ?? 'important' })}
        options={noteChoices.map((value) => ({ value, label: texts.noteChoices[value] }))}
      />
      {connections.length > 1 && (
        <Select
          aria-label={texts.connection}
          width={210}
          value={connection === undefined ? all : String(connection)}
          onChange={(value) => onFilter({ connection: value === all ? undefined : Number(value) })}
          options={[
            { value: all, label: texts.allConnections },
            ...connections.slice(-maxConnections).map(({ number, peername = '' }) => ({
              value: String(number),
              label: texts.connectionName(String(number), peername),
            })),
          ]}
        />
      )}
      <ToolGroup>
        <Checkbox label={texts.pings} checked={pings} onChange={(checked) => onFilter({ pings: checked })} />
      </ToolGroup>
      <ToolGroup grows>
        <SearchField
          label={texts.findInPackets}
          placeholder={texts.findHint}
          value={find}
          onChange={(text) => onFilter({ find: text })}
        />
      </ToolGroup>
    </ListTools>
  )
}
