// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FileTextField, TextFileButton, UiProvider } from '../index.ts'
import type { ChosenFile } from './file-fields.tsx'

// Files that the file dialog does not offer can still be dropped or chosen under "all files".
const user = userEvent.setup({ applyAccept: false })

function showButton() {
  const chosen: ChosenFile[] = []
  const { container } = render(
    <UiProvider env="test">
      <TextFileButton extensions={['json', 'hocon']} maxSize={100} onFile={(file) => chosen.push(file)} />
    </UiProvider>,
  )
  const input = container.querySelector<HTMLInputElement>('input[type=file]')
  if (!input) throw new Error('no file control')
  return { chosen, input }
}

test('a text file is read', async () => {
  const { chosen, input } = showButton()
  await user.upload(input, new File(['{"a": "ü"}'], 'Backup.JSON'))
  await expect.poll(() => chosen).toEqual([{ name: 'Backup.JSON', text: '{"a": "ü"}' }])
})

test.each([
  ['another extension', new File(['x'], 'a.exe'), 'Please upload a file with extension json, hocon'],
  ['no extension', new File(['x'], 'json'), 'Please upload a file with extension json, hocon'],
  ['too large', new File(['x'.repeat(101)], 'a.json'), /a\.json is larger than 100/],
  ['binary', new File([new Uint8Array([1, 0, 2])], 'a.json'), 'a.json is not a text file'],
])('a file with %s is refused with the reason', async (_why, file, message) => {
  const { chosen, input } = showButton()
  await user.upload(input, file)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(chosen).toEqual([])
})

test('a dropped file becomes the text of the field', async () => {
  function Form() {
    const [value, setValue] = useState('')
    return <FileTextField label="Certificate" extensions={['pem']} value={value} onChange={setValue} />
  }
  render(<Form />, { wrapper: ({ children }) => <UiProvider env="test">{children}</UiProvider> })
  const area = screen.getByLabelText<HTMLTextAreaElement>('Certificate')
  fireEvent.drop(area, { dataTransfer: { files: [new File(['-----BEGIN'], 'a.pem')] } })
  await expect.poll(() => area.value).toBe('-----BEGIN')
  fireEvent.drop(area, { dataTransfer: { files: [new File(['x'], 'a.txt')] } })
  expect(await screen.findByText('Please upload a file with extension pem')).toBeTruthy()
  expect(area.value).toBe('-----BEGIN')
})
