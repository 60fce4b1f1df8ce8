// @vitest-environment jsdom
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Button, type Column, DataTable, UiProvider } from '../index.ts'

interface Thing {
  readonly id: string
  readonly size: number
}

const columns: readonly Column<Thing>[] = [
  { id: 'id', header: 'Id', cell: ({ id }) => id },
  { id: 'size', header: 'Size', cell: ({ size }) => size, align: 'end' },
  { id: 'double', header: 'Double', cell: ({ size }) => size * 2, optional: true },
]
const rows: readonly Thing[] = [
  { id: 'a', size: 1 },
  { id: 'b', size: 2 },
  { id: 'c', size: 3 },
]
const user = userEvent.setup()

const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent)

const table = (more: Partial<React.ComponentProps<typeof DataTable<Thing>>> = {}) => (
  <UiProvider env="test">
    <DataTable label="Things" columns={columns} rows={rows} rowId={({ id }) => id} {...more} />
  </UiProvider>
)

test('selecting rows shows the bulk bar with exactly these rows and a button to clear the selection', async () => {
  const kick = vi.fn()
  render(
    table({
      bulkActions: (selected, clear) => (
        <Button
          onClick={() => {
            kick(selected.map(({ id }) => id))
            clear()
          }}
        >
          Kick
        </Button>
      ),
    }),
  )
  expect(screen.queryByRole('button', { name: 'Kick' })).toBeNull()
  await user.click(screen.getByRole('checkbox', { name: 'Select a' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select c' }))
  expect(screen.getByText('2 selected')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Kick' }))
  expect(kick).toHaveBeenCalledWith(['a', 'c'])
  expect(screen.queryByText('2 selected')).toBeNull()
})

test('the checkbox in the header selects all rows of the page and none', async () => {
  render(table({ bulkActions: () => null }))
  const all = screen.getByRole('checkbox', { name: 'Select all rows on this page' })
  await user.click(all)
  expect(screen.getByText('3 selected')).toBeTruthy()
  await user.click(all)
  expect(screen.queryByText('3 selected')).toBeNull()
})

test('a click with the Shift key selects the rows since the last click', async () => {
  render(table({ bulkActions: () => null }))
  await user.click(screen.getByRole('checkbox', { name: 'Select c' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select a' }))
  await user.keyboard('{/Shift}')
  expect(screen.getByText('3 selected')).toBeTruthy()
})

test('rows that leave the page are no longer selected', async () => {
  const { rerender } = render(table({ bulkActions: () => null }))
  await user.click(screen.getByRole('checkbox', { name: 'Select a' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select b' }))
  rerender(table({ bulkActions: () => null, rows: rows.slice(1) }))
  expect(screen.getByText('1 selected')).toBeTruthy()
})

test('with a selection scope, rows stay selected on other pages until the scope changes', async () => {
  const bulkActions = (selected: readonly Thing[]) => <p>{selected.map(({ id, size }) => `${id}${size}`).join(' ')}</p>
  const page = (shown: readonly Thing[], selectionScope = 'all') => table({ bulkActions, rows: shown, selectionScope })
  const { rerender } = render(page(rows.slice(0, 2)))
  await user.click(screen.getByRole('checkbox', { name: 'Select a' }))
  rerender(page(rows.slice(2)))
  expect(screen.getByText('1 selected, 1 on other pages')).toBeTruthy()
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }))
  expect(screen.getByText('a1 c3')).toBeTruthy()
  rerender(page([{ id: 'a', size: 7 }]))
  expect(screen.getByText('a7 c3')).toBeTruthy()
  rerender(page(rows, 'some'))
  expect(screen.queryByText(/selected/)).toBeNull()
})

test('chosen columns are stored under the given name, and the last column cannot be removed', async () => {
  const { unmount } = render(table({ columnsKey: 'thingColumns' }))
  expect(headers()).toEqual(['Id', 'Size'])
  await user.click(screen.getByRole('button', { name: 'Choose columns' }))
  await user.click(screen.getByRole('checkbox', { name: 'Double' }))
  await user.click(screen.getByRole('checkbox', { name: 'Id' }))
  expect(headers()).toEqual(['Size', 'Double'])
  expect(localStorage.getItem('thingColumns')).toBe('["size","double"]')
  await user.click(screen.getByRole('checkbox', { name: 'Size' }))
  const last = screen.getByRole('checkbox', { name: 'Double' })
  expect(last.hasAttribute('disabled')).toBe(true)

  unmount()
  render(table({ columnsKey: 'thingColumns' }))
  expect(headers()).toEqual(['Double'])
})

test('a remembered column that no longer exists does not empty the table', () => {
  localStorage.setItem('oldColumns', '["gone"]')
  render(table({ columnsKey: 'oldColumns' }))
  expect(headers()).toEqual(['Id', 'Size'])
})

test('a busy skeleton is shown before the first answer, the empty state without rows', () => {
  const { rerender } = render(table({ rows: undefined }))
  expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true')
  rerender(table({ rows: [], empty: <p>Connect a client</p> }))
  expect(screen.getByText('Connect a client')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('an error replaces the rows', () => {
  render(table({ error: <p role="alert">Broken</p> }))
  expect(screen.getByRole('alert').textContent).toBe('Broken')
  expect(screen.queryByRole('table')).toBeNull()
})

test('the row menu acts on its own row', async () => {
  const opened = vi.fn()
  render(table({ rowActions: ({ id }) => [{ label: 'Open', onSelect: () => opened(id) }] }))
  const row = screen.getByRole('row', { name: /^b/ })
  await user.click(within(row).getByRole('button', { name: /^Actions for / }))
  await user.click(await screen.findByRole('menuitem', { name: 'Open' }))
  expect(opened).toHaveBeenCalledWith('b')
})

test('above a hundred rows only visible ones are rendered, and the table has the total row count', () => {
  const many = Array.from({ length: 500 }, (_, index) => ({ id: `row-${index}`, size: index }))
  render(table({ rows: many }))
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('501')
  expect(screen.getAllByRole('row').length).toBeLessThan(100)
})

test('the header of a sortable column sorts by it, numbers in descending order first, and reverses the order', async () => {
  const onChange = vi.fn()
  const sortable = columns.map((column) => ({ ...column, sortable: column.id !== 'double' }))
  const { rerender } = render(table({ columns: sortable, sort: { column: 'id', order: 'asc', onChange } }))
  expect(screen.getByRole('columnheader', { name: 'Id' }).getAttribute('aria-sort')).toBe('ascending')
  expect(screen.getByRole('columnheader', { name: 'Size' }).hasAttribute('aria-sort')).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Size' }))
  expect(onChange).toHaveBeenLastCalledWith('size', 'desc')
  rerender(table({ columns: sortable, sort: { column: 'size', order: 'desc', onChange } }))
  await user.click(screen.getByRole('button', { name: 'Size' }))
  expect(onChange).toHaveBeenLastCalledWith('size', 'asc')
})

test('all rows of a long table are rendered while it is printed', () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ id: `row-${index}`, size: index }))
  render(
    <UiProvider env="test">
      <DataTable label="Things" columns={columns} rows={many} rowId={({ id }) => id} />
    </UiProvider>,
  )
  const countRows = () => screen.getAllByRole('row').length - 1
  expect(countRows()).toBeLessThan(100)
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(countRows()).toBe(300)
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(countRows()).toBeLessThan(100)
})
