import { IconPlug, IconPlugOff } from '@tabler/icons-react'
import { useMessages } from '../../../i18n/index.ts'
import { Button, toast } from '../../../ui/index.ts'
import { connectionFieldMessages } from './connection-field-messages.ts'
import type { MqttConnection } from './mqtt-connection.ts'
import { useValue } from './use-value.ts'

/** Connects, disconnects, or stops a connection attempt. */
export function ConnectButton({
  connection,
  onConnect,
}: {
  readonly connection: Pick<MqttConnection, 'state' | 'disconnect'>
  readonly onConnect: () => void
}) {
  const texts = useMessages(connectionFieldMessages)
  const state = useValue(connection.state)
  if (state === 'disconnected')
    return (
      <Button variant="primary" icon={<IconPlug size={16} aria-hidden />} onClick={onConnect}>
        {texts.connect}
      </Button>
    )
  const disconnect = () => {
    const stop = connection.state.subscribe(() => {
      if (connection.state.get() !== 'disconnected') return
      stop()
      if (state === 'connected') toast.success(texts.disconnectDone)
    })
    connection.disconnect()
  }
  return (
    <Button icon={<IconPlugOff size={16} aria-hidden />} disabled={state === 'disconnecting'} onClick={disconnect}>
      {state === 'connecting' || state === 'reconnecting' ? texts.stopConnecting : texts.disconnect}
    </Button>
  )
}
