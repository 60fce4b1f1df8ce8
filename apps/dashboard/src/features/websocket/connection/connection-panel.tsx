import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { confirm, IconButton, Menu, Mono, Section, StatusDot } from '../../../ui/index.ts'
import {
  addressOf,
  ConnectButton,
  ConnectionProblemView,
  connectionFieldMessages,
  faultsOf,
  stateTones,
  useValue,
} from '../index.ts'
import { ConnectionForm } from './connection-form.tsx'
import { connectionMessages } from './connection-messages.ts'
import type { ConnectionTab, ConnectionTabs } from './connection-tabs.ts'
import { EstablishedView } from './established-view.tsx'
import { NameDialog } from './name-dialog.tsx'
import { PresetsMenu } from './presets-menu.tsx'
import { useTabName } from './use-tab-name.ts'

/** The settings of the connection, or its details while it is connected. */
export function ConnectionPanel({
  tab,
  connectionTabs,
}: {
  readonly tab: ConnectionTab
  readonly connectionTabs: ConnectionTabs
}) {
  const { states } = useMessages(connectionFieldMessages)
  const { connection, settings } = tab
  const state = useValue(connection.state)
  const established = useValue(connection.established)
  const currentSettings = useValue(settings)
  const name = useTabName(tab)
  // Faults are shown after the first attempt only.
  const [isSubmitted, setSubmitted] = useState(false)
  const faults = faultsOf(currentSettings)
  const connect = () => {
    setSubmitted(true)
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
          {state === 'disconnected' && <PresetsMenu tab={tab} />}
          <ConnectButton connection={connection} onConnect={connect} />
          <TabMenu tab={tab} connectionTabs={connectionTabs} name={name} />
        </>
      }
    >
      <ConnectionProblemView connection={connection} settings={settings} />
      {established ? (
        <EstablishedView established={established} />
      ) : state === 'disconnected' ? (
        <ConnectionForm tab={tab} faults={isSubmitted ? faults : undefined} onSubmit={connect} />
      ) : (
        <Mono>{addressOf(currentSettings)}</Mono>
      )}
    </Section>
  )
}

interface TabMenuProps {
  readonly tab: ConnectionTab
  readonly connectionTabs: ConnectionTabs
  readonly name: string
}

function TabMenu({ tab, connectionTabs, name }: TabMenuProps) {
  const texts = useMessages(connectionMessages)
  const [isRenaming, setRenaming] = useState(false)
  const established = useValue(tab.connection.established)
  const isOnly = useValue(connectionTabs.tabs).length === 1
  const close = async () => {
    const hasNothingToLose = tab.connection.state.get() === 'disconnected' && tab.log.end() === tab.log.first()
    const question = {
      title: texts.closeQuestion(name),
      body: texts.closeBody,
      action: texts.closeAction,
      danger: true,
      isLocal: true,
    }
    if (hasNothingToLose || (await confirm(question))) connectionTabs.remove(tab.id)
  }
  const hasWill = established?.settings.will.enabled === true && established.settings.version === '5'
  return (
    <>
      <Menu
        trigger={<IconButton label={texts.connectionActions} icon={<IconDots size={18} aria-hidden />} />}
        items={[
          { label: texts.rename, onSelect: () => setRenaming(true) },
          ...(hasWill ? [{ label: texts.disconnectWithWill, onSelect: () => tab.connection.disconnect(true) }] : []),
          ...(isOnly ? [] : [{ label: texts.closeTab, onSelect: () => void close(), danger: true }]),
        ]}
      />
      <NameDialog
        opened={isRenaming}
        onClose={() => setRenaming(false)}
        title={texts.renameTitle}
        label={texts.name}
        initial={name}
        save={texts.save}
        cancel={texts.cancel}
        onSave={tab.name.set}
      />
    </>
  )
}
