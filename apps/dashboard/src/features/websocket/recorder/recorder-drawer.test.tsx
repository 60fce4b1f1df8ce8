// @vitest-environment jsdom
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { createValue } from '../../../lib/json/value.ts'
import { UiProvider } from '../../../ui/index.ts'
import type { ConnectionTab } from '../connection/connection-tabs.ts'
import { createMessageLog } from '../messages/message-log.ts'
import { createRecorder } from './recorder.ts'
import { RecorderDrawer } from './recorder-drawer.tsx'

const user = userEvent.setup()
const prefix = () => screen.findByRole('textbox', { name: 'Topic prefix' })
const question = () => screen.findByRole('dialog', { name: 'Leave without saving?' })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

/** A connected tab with a recording of one message. The drawer uses only these parts of a tab. */
function connectedTab(): ConnectionTab {
  const recorder = createRecorder(createMessageLog(), () => ({ set: () => 1, clear: () => {} }))
  recorder.load([{ topic: 'a', payload: new Uint8Array(), qos: 0, retain: false, after: 0 }])
  const connection = { state: createValue('connected'), publish: () => true }
  return { recorder, connection } as unknown as ConnectionTab
}

function OpenDrawer({ tab }: { readonly tab: ConnectionTab }) {
  const [isOpen, setOpen] = useState(true)
  return <RecorderDrawer tab={tab} opened={isOpen} onClose={() => setOpen(false)} />
}

const open = () =>
  render(
    <UiProvider env="test">
      <OpenDrawer tab={connectedTab()} />
    </UiProvider>,
  )

test('Escape closes the unchanged drawer without asking', async () => {
  open()
  await prefix()
  await user.keyboard('{Escape}')
  await isClosed()
})

test('changed replay settings ask, typed or not', async () => {
  open()
  await user.type(await prefix(), 'x/')
  await user.keyboard('{Escape}')
  await user.click(within(await question()).getByRole('button', { name: 'Stay' }))
  await user.clear(await prefix())
  await user.click(screen.getByRole('checkbox', { name: 'Repeat' }))
  await user.keyboard('{Escape}')
  await question()
})

test('after a replay, only later changes ask', async () => {
  open()
  await user.type(await prefix(), 'x/')
  await user.click(screen.getByRole('button', { name: 'Replay' }))
  await user.type(await prefix(), 'y')
  await user.keyboard('{Escape}')
  await user.click(within(await question()).getByRole('button', { name: 'Stay' }))
  await user.type(await prefix(), '{Backspace}')
  await user.keyboard('{Escape}')
  await isClosed()
})
