import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import {
  addressOf,
  ConnectButton,
  connectionFieldMessages,
  faultsOf,
  stateTones,
  TroubleView,
  useValue,
} from '../../mqtt-client/index.ts'
import { confirm, IconButton, Menu, Mono, Section, StatusDot } from '../../ui/index.ts'
import { ConnectionForm } from './connection-form.tsx'
import { connectionMessages } from './connection-messages.ts'
import { EstablishedView } from './established-view.tsx'
import { NameDialog } from './name-dialog.tsx'
import { PresetsMenu } from './presets-menu.tsx'
import { useBenchName } from './use-bench-name.ts'
import type { Bench, Workbench } from './workbench.ts'

/** The settings while there is no connection, what there is to know about it while there is one. */
export function ConnectionPanel({ bench, workbench }: { readonly bench: Bench; readonly workbench: Workbench }) {
  const { states } = useMessages(connectionFieldMessages)
  const { connection, settings } = bench
  const state = useValue(connection.state)
  const established = useValue(connection.established)
  const wanted = useValue(settings)
  const name = useBenchName(bench)
  // Nobody is told of a mistake before having tried.
  const [hasTried, setTried] = useState(false)
  const faults = faultsOf(wanted)
  const connect = () => {
    setTried(true)
    if (!faultsOf(settings.get())) connection.connect(settings.get())
  }
  return (
    <Section
      title={name}
      actions={
        <>
          <span aria-live="polite">
            <StatusDot tone={stateTones[state]}>{states[state]}</StatusDot>
          </span>
          {state === 'disconnected' && <PresetsMenu bench={bench} />}
          <ConnectButton connection={connection} onConnect={connect} />
          <BenchMenu bench={bench} workbench={workbench} name={name} />
        </>
      }
    >
      <TroubleView connection={connection} settings={settings} />
      {established ? (
        <EstablishedView established={established} />
      ) : state === 'disconnected' ? (
        <ConnectionForm bench={bench} faults={hasTried ? faults : undefined} onSubmit={connect} />
      ) : (
        <Mono>{addressOf(wanted)}</Mono>
      )}
    </Section>
  )
}

interface BenchMenuProps {
  readonly bench: Bench
  readonly workbench: Workbench
  readonly name: string
}

function BenchMenu({ bench, workbench, name }: BenchMenuProps) {
  const texts = useMessages(connectionMessages)
  const [isNaming, setNaming] = useState(false)
  const established = useValue(bench.connection.established)
  const isOnly = useValue(workbench.benches).length === 1
  const close = async () => {
    const isIdle = bench.connection.state.get() === 'disconnected' && bench.log.end() === bench.log.first()
    const question = {
      title: texts.closeQuestion(name),
      body: texts.closeBody,
      action: texts.closeAction,
      danger: true,
      isLocal: true,
    }
    if (isIdle || (await confirm(question))) workbench.remove(bench.id)
  }
  const hasWill = established?.settings.will.enabled === true && established.settings.version === '5'
  return (
    <>
      <Menu
        trigger={<IconButton label={texts.actions} icon={<IconDots size={18} aria-hidden />} />}
        items={[
          { label: texts.rename, onSelect: () => setNaming(true) },
          ...(hasWill ? [{ label: texts.disconnectWithWill, onSelect: () => bench.connection.disconnect(true) }] : []),
          ...(isOnly ? [] : [{ label: texts.close, onSelect: () => void close(), danger: true }]),
        ]}
      />
      <NameDialog
        opened={isNaming}
        onClose={() => setNaming(false)}
        title={texts.renameTitle}
        label={texts.name}
        initial={name}
        save={texts.save}
        cancel={texts.cancel}
        onSave={bench.name.set}
      />
    </>
  )
}
