import { IconPlus } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useRowActions } from '../../../api/index.ts'
import { useMessages } from '../../../i18n/index.ts'
import { Button, type Column, DataTable, EmptyState, Group, Mono, Stack } from '../../../ui/index.ts'
import { ListenerDrawer } from '../listeners/listener-drawer.tsx'
import { nameOfTransport } from '../listeners/listener-state.tsx'
import { listenerMessages } from '../listeners/messages.ts'
import { setupMessages } from './messages.ts'

type Settings = Readonly<Record<string, unknown>>

interface ListenersStepProps {
  readonly gateway: string
  readonly listeners: readonly Settings[]
  readonly onChange: (listeners: readonly Settings[]) => void
  readonly onBack: () => void
  readonly onNext: () => void
}

/** The listeners of a gateway that is not created yet. */
export function ListenersStep({ gateway, listeners, onChange, onBack, onNext }: ListenersStepProps) {
  const texts = useMessages(setupMessages)
  const rowAction = useRowActions()
  const [edited, setEdited] = useState<Settings | 'new'>()
  const columns = useColumns()
  const others = listeners.filter((one) => one !== edited)
  const create = (
    <Button size="small" icon={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.newListener}
    </Button>
  )
  return (
    <Stack gap={4}>
      <span>{texts.listenersHint}</span>
      <DataTable
        label={texts.listeners}
        columns={columns}
        rows={listeners}
        rowId={idOf}
        empty={<EmptyState title={texts.noListeners} hint={texts.noListenersHint} action={create} />}
        summary=""
        actions={listeners.length > 0 && create}
        rowActions={(row) => [
          rowAction.edit(() => setEdited(row)),
          rowAction.delete(() => onChange(listeners.filter((one) => one !== row))),
        ]}
      />
      <Group justify="end">
        <Button onClick={onBack}>{texts.back}</Button>
        <Button variant="primary" onClick={onNext}>
          {texts.next}
        </Button>
      </Group>
      <ListenerDrawer
        opened={edited !== undefined}
        gateway={gateway}
        start={edited === 'new' ? undefined : edited}
        saveLabel={edited === 'new' ? texts.add : texts.apply}
        drafts={others}
        taken={(type) => others.filter((one) => one.type === type).map((one) => String(one.name))}
        onClose={() => setEdited(undefined)}
        onSave={async (listener) =>
          onChange(
            edited === 'new' ? [...listeners, listener] : listeners.map((one) => (one === edited ? listener : one)),
          )
        }
      />
    </Stack>
  )
}

const idOf = ({ type, name }: Settings) => `${String(type)}:${String(name)}`

function useColumns(): readonly Column<Settings>[] {
  const texts = useMessages(setupMessages)
  const { transports } = useMessages(listenerMessages)
  return useMemo(
    () => [
      { id: 'name', header: texts.name, width: 200, cell: ({ name }) => <Mono truncate>{String(name)}</Mono> },
      {
        id: 'type',
        header: texts.transport,
        width: 140,
        cell: ({ type }) => nameOfTransport(String(type), transports),
      },
      { id: 'bind', header: texts.bind, width: 200, cell: ({ bind }) => <Mono truncate>{String(bind)}</Mono> },
    ],
    [texts, transports],
  )
}
