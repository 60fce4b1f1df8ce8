// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { TextField, UiProvider } from '../ui/index.ts'
import { FormBody, useContractForm } from './contract-form.tsx'

const user = userEvent.setup()

function TestForm({ rate }: { readonly rate: number }) {
  const form = useContractForm(z.object({ name: z.string().min(1), rate: z.int().max(10) }), {
    initial: { name: '', rate },
    toBody: (values) => values,
    submit: async () => {},
  })
  return (
    <FormBody form={form} action="Create">
      <TextField label="Name" {...form.input('name')} />
    </FormBody>
  )
}

const open = (rate: number) =>
  render(
    <UiProvider env="test">
      <TestForm rate={rate} />
    </UiProvider>,
  )

test('an error is shown at its field', async () => {
  open(1)
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await screen.findByText('This value is not valid.')
  expect(document.activeElement).toBe(screen.getByLabelText('Name'))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an error of a value without a field is shown below the fields', async () => {
  open(11)
  await user.type(screen.getByLabelText('Name'), 'a')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  expect((await screen.findByRole('alert')).textContent).toBe('rate: This value is not valid.')
})
