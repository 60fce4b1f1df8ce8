// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { UiProvider } from '../theme/provider.tsx'
import { Drawer, Modal } from './dialogs.tsx'

const user = userEvent.setup()

function Both() {
  const [isDrawerOpen, setDrawerOpen] = useState(true)
  const [isModalOpen, setModalOpen] = useState(false)
  return (
    <>
      <Drawer opened={isDrawerOpen} onClose={() => setDrawerOpen(false)} title="Below">
        <button type="button" onClick={() => setModalOpen(true)}>
          Ask
        </button>
      </Drawer>
      <Modal opened={isModalOpen} onClose={() => setModalOpen(false)} title="Above">
        text
      </Modal>
    </>
  )
}

test('Escape closes the dialog on top, and only then the one below it', async () => {
  render(
    <UiProvider env="test">
      <Both />
    </UiProvider>,
  )
  await user.click(await screen.findByRole('button', { name: 'Ask' }))
  await screen.findByRole('dialog', { name: 'Above' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Above' })).toBeNull())
  screen.getByRole('dialog', { name: 'Below' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Below' })).toBeNull())
})

test.each<[string, () => Promise<void>]>([
  ['Escape', () => user.keyboard('{Escape}')],
  ['its close button', async () => user.click(screen.getByRole('button', { name: 'Close' }))],
])('%s asks before typed content is lost', async (_, leave) => {
  function WithForm() {
    const [isOpen, setOpen] = useState(true)
    return (
      <Modal opened={isOpen} onClose={() => setOpen(false)} title="New user">
        <input aria-label="Username" />
      </Modal>
    )
  }
  render(
    <UiProvider env="test">
      <WithForm />
    </UiProvider>,
  )
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Username' })
  await user.type(field, 'ann')
  await leave()
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(field.value).toBe('ann')
  await user.clear(field)
  await leave()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'New user' })).toBeNull())
})
