import { useCallback, useMemo, useRef, useState } from 'react'

interface Options<Row> {
  readonly rows: readonly Row[]
  readonly rowId: (row: Row) => string
  /**
   * Rows of other pages stay selected while this value is unchanged; without it only rows of this page are selected.
   */
  readonly scope: string | undefined
}

interface RowSelection<Row> {
  readonly isSelected: (id: string) => boolean
  /** Of the rows of this page. */
  readonly areAllSelected: boolean
  readonly areSomeSelected: boolean
  /** With `isRange`, also the rows between this row and the last toggled row. Stable while the rows are. */
  readonly toggle: (id: string, isRange: boolean) => void
  /** The rows of this page. */
  readonly toggleAll: () => void
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
  const lastToggled = useRef<string>(undefined)
  if (pickedIn !== scope) {
    setPickedIn(scope)
    setPicked(new Map())
  }
  const here = useMemo(() => new Map(rows.map((row) => [rowId(row), row])), [rows, rowId])
  const onHere = [...picked.keys()].filter((id) => here.has(id)).length
  const selected = [...picked].flatMap(([id, row]) => {
    const present = here.get(id) ?? (scope === undefined ? undefined : row)
    return present === undefined ? [] : [present]
  })
  const areAllSelected = here.size > 0 && onHere === here.size
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const ids = isRange ? range([...here.keys()], lastToggled.current, id) : [id]
      lastToggled.current = id
      setPicked((before) => withSelected(before, here, ids, !before.has(id)))
    },
    [here],
  )
  return {
    isSelected: (id) => picked.has(id),
    areAllSelected,
    areSomeSelected: selected.length > 0 && !areAllSelected,
    toggle,
    toggleAll() {
      lastToggled.current = undefined
      setPicked(withSelected(picked, here, [...here.keys()], !areAllSelected))
    },
    selected,
    elsewhere: selected.length - onHere,
    clear: () => setPicked(new Map()),
  }
}

function withSelected<Row>(
  picked: ReadonlyMap<string, Row>,
  rows: ReadonlyMap<string, Row>,
  ids: readonly string[],
  isSelected: boolean,
): ReadonlyMap<string, Row> {
  const next = new Map(picked)
  for (const id of ids) {
    const row = rows.get(id)
    if (isSelected && row !== undefined) next.set(id, row)
    else next.delete(id)
  }
  return next
}

/** The IDs from `from` to `to`, in the order of the page; only `to` if `from` is not on it. */
function range(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [start, end] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)]
  return start === -1 ? [to] : ids.slice(Math.min(start, end), Math.max(start, end) + 1)
}
