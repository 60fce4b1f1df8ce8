// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { NumberField, NumberUnitField, sizeUnits, UiProvider, useDurationUnits } from '../index.ts'
import type { NumberFieldProps } from './number-fields.tsx'

const user = userEvent.setup()

function showNumber(initial: number | undefined, props: Partial<NumberFieldProps> = {}) {
  const heard: (number | undefined)[] = []
  function Form() {
    const [value, setValue] = useState(initial)
    const change = (next: number | undefined) => {
      heard.push(next)
      setValue(next)
    }
    return (
      <>
        <NumberField label="Max. inflight" value={value} onChange={change} {...props} />
        <button type="button" onClick={() => setValue(32)}>
          default
        </button>
      </>
    )
  }
  render(<Form />, { wrapper: ({ children }) => <UiProvider env="test">{children}</UiProvider> })
  return { heard, input: screen.getByLabelText<HTMLInputElement>('Max. inflight') }
}

test('the typed text is kept, and its number is reported', async () => {
  const { heard, input } = showNumber(undefined)
  await user.type(input, '1.50')
  expect(input.value).toBe('1.50')
  expect(heard.at(-1)).toBe(1.5)
})

test('an emptied field is undefined', async () => {
  const { heard, input } = showNumber(5)
  await user.clear(input)
  expect(heard).toEqual([undefined])
  expect(input.value).toBe('')
})

test('text that is not a number is kept, with an error', async () => {
  const { heard, input } = showNumber(5)
  await user.type(input, 'x')
  expect(heard).toEqual([Number.NaN])
  expect(input.value).toBe('5x')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Please enter a number')).toBeTruthy()
})

test('a value from outside replaces what was typed', async () => {
  const { input } = showNumber(5)
  await user.type(input, 'x')
  await user.click(screen.getByRole('button', { name: 'default' }))
  expect(input.value).toBe('32')
})

test('arrow keys step within the bounds, and 0.1 three times is 0.3', async () => {
  const { input } = showNumber(undefined, { min: 0, max: 0.3, step: 0.1 })
  await user.type(input, '{ArrowUp}{ArrowUp}{ArrowUp}')
  expect(input.value).toBe('0.2')
  await user.type(input, '{ArrowUp}{ArrowUp}')
  expect(input.value).toBe('0.3')
  await user.type(input, '{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(input.value).toBe('0')
})

test('typed values may exceed the bounds; the form checks them', async () => {
  const { heard, input } = showNumber(undefined, { max: 10 })
  await user.type(input, '99')
  expect(heard.at(-1)).toBe(99)
  expect(input.value).toBe('99')
})

function showDuration(initial: string | undefined) {
  const heard: (string | undefined)[] = []
  function Form() {
    const [value, setValue] = useState(initial)
    const units = useDurationUnits()
    return (
      <NumberUnitField
        label="Expiry"
        units={units}
        defaultUnit="s"
        value={value}
        onChange={(next) => {
          heard.push(next)
          setValue(next)
        }}
      />
    )
  }
  render(<Form />, { wrapper: ({ children }) => <UiProvider env="test">{children}</UiProvider> })
  return {
    heard,
    input: screen.getByLabelText<HTMLInputElement>('Expiry'),
    unit: screen.getByLabelText<HTMLSelectElement>('Unit of Expiry'),
  }
}

test('number and unit are one text in the value', async () => {
  const { heard, input, unit } = showDuration(undefined)
  await user.type(input, '15')
  expect(heard.at(-1)).toBe('15s')
  await user.selectOptions(unit, 'h')
  expect(heard.at(-1)).toBe('15h')
  await user.clear(input)
  expect(heard.at(-1)).toBeUndefined()
  expect(unit.value).toBe('h')
})

test('a unit typed after the number is applied on blur, not while typing', async () => {
  const { heard, input, unit } = showDuration('15s')
  await user.clear(input)
  await user.type(input, '5m')
  expect(input.value).toBe('5m')
  await user.type(input, 's')
  expect(heard.at(-1)).toBe('5ms')
  await user.tab()
  expect([input.value, unit.value]).toEqual(['5', 'ms'])
})

test('a pasted duration is parsed immediately', async () => {
  const { heard, input, unit } = showDuration('15s')
  await user.tripleClick(input)
  await user.paste('1h30m')
  expect([input.value, unit.value]).toEqual(['90', 'm'])
  expect(heard).toEqual(['90m'])
})

test('text that cannot be parsed is kept, with an error', async () => {
  const { heard, input } = showDuration('15s')
  await user.clear(input)
  await user.type(input, 'soon')
  await user.tab()
  expect(heard.at(-1)).toBe('soon')
  expect(input.value).toBe('soon')
  expect(screen.getByText('Please enter a number with a unit, such as 10s')).toBeTruthy()
})

test('size units keep their names', () => {
  render(
    <UiProvider env="test">
      <NumberUnitField label="Packet" units={sizeUnits} value="10mb" onChange={() => {}} />
    </UiProvider>,
  )
  expect(screen.getByLabelText<HTMLInputElement>('Packet').value).toBe('10')
  expect(screen.getByLabelText<HTMLSelectElement>('Unit of Packet').value).toBe('MB')
})

test('an emptied field keeps its unit', async () => {
  const { heard, input, unit } = showDuration('500ms')
  await user.clear(input)
  expect(unit.value).toBe('ms')
  await user.type(input, '99')
  expect(heard.at(-1)).toBe('99ms')
})
