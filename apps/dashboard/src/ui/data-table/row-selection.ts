import type { RowSelectionState, Updater } from '@tanstack/react-table'
import { useMemo, useState } from 'react'

interface Options<Row> {
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /**
   * Rows of other pages stay selected while this value is unchanged; without it only rows of this page are selected.
   */
  readonly scope: string | undefined
}

interface RowSelection<Row> {
  readonly state: RowSelectionState
  readonly onChange: (updater: Updater<RowSelectionState>) => void
  /** Current rows of this page; rows of other pages as they were when selected. */
  readonly selected: readonly Row[]
  /** Number of selected rows on other pages. */
  readonly elsewhere: number
  readonly clear: () => void
}

/** The selected rows, including those of other pages where the table has a selection scope. */
export function useRowSelection<Row>({ rows, rowId, scope }: Options<Row>): RowSelection<Row> {
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map())
  const [pickedIn, setPickedIn] = useState(scope)
  if (pickedIn !== scope) {
    setPickedIn(scope)
    setPicked(new Map())
  }
  const here = useMemo(() => new Map(rows.map((row) => [rowId(row), row])), [rows, rowId])
  const state = useMemo(() => Object.fromEntries([...picked.keys()].map((id) => [id, true as const])), [picked])
  const onHere = [...picked.keys()].filter((id) => here.has(id)).length
  const selected = [...picked].flatMap(([id, row]) => {
    const present = here.get(id) ?? (scope === undefined ? undefined : row)
    return present === undefined ? [] : [present]
  })
  return {
    state,
    onChange: (updater) => {
      const next = typeof updater === 'function' ? updater(state) : updater
      const rowOf = (id: string) => here.get(id) ?? picked.get(id)
      const ids = Object.keys(next).filter((id) => next[id] === true)
      setPicked(new Map(ids.flatMap((id) => pair(id, rowOf(id)))))
    },
    selected,
    elsewhere: selected.length - onHere,
    clear: () => setPicked(new Map()),
  }
}

const pair = <Row>(id: string, row: Row | undefined): readonly (readonly [string, Row])[] =>
  row === undefined ? [] : [[id, row]]
