// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Drawer, Modal } from './dialogs.tsx'
import { UiProvider } from './provider.tsx'

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
