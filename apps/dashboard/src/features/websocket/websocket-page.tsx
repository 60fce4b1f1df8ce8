import { IconPlus } from '@tabler/icons-react'
import { useConnection } from '../../data/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { connectionFieldMessages, stateTones, useValue } from '../../mqtt-client/index.ts'
import { Button, PageHeader, StatusDot, Tabs } from '../../ui/index.ts'
import { BenchView } from './bench-view.tsx'
import { connectionMessages } from './connection-messages.ts'
import { useBenchName } from './use-bench-name.ts'
import { type Bench, mostBenches, workbenchOf } from './workbench.ts'

export default function WebSocketPage() {
  const texts = useMessages(connectionMessages)
  const workbench = workbenchOf(useConnection().session)
  const benches = useValue(workbench.benches)
  const open = useValue(workbench.open)
  const [first] = benches
  const shown = benches.find(({ id }) => id === open) ?? first
  if (!shown) return null
  const view = <BenchView key={shown.id} bench={shown} workbench={workbench} />
  const isFull = benches.length >= mostBenches
  return (
    <>
      <PageHeader
        title={texts.title}
        description={isFull ? `${texts.description} ${texts.enough}` : texts.description}
        actions={
          <Button icon={<IconPlus size={16} aria-hidden />} disabled={isFull} onClick={() => workbench.add()}>
            {texts.newConnection}
          </Button>
        }
      />
      {benches.length === 1 ? (
        view
      ) : (
        <Tabs
          label={texts.tabs}
          value={String(shown.id)}
          onChange={(id) => workbench.open.set(Number(id))}
          tabs={benches.map((bench) => ({ value: String(bench.id), label: <TabLabel bench={bench} /> }))}
        >
          {view}
        </Tabs>
      )}
    </>
  )
}

function TabLabel({ bench }: { readonly bench: Bench }) {
  const { states } = useMessages(connectionFieldMessages)
  const state = useValue(bench.connection.state)
  const name = useBenchName(bench)
  return (
    <StatusDot tone={stateTones[state]}>
      {name} · {states[state]}
    </StatusDot>
  )
}
