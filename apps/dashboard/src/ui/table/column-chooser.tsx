import { Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useId, useMemo, useSyncExternalStore } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { createStoredValue } from '../../lib/browser/stored-value.ts'
import { createValue } from '../../lib/json/value.ts'
import { Button, IconButton } from '../buttons/button.tsx'
import { Checkbox } from '../fields/toggles.tsx'
import { join } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import overlay from '../overlays/overlay.module.css'
import styles from './column-chooser.module.css'

/** More names are shown in two columns, so that the list fits the window. */
const twoColumnsAbove = 12

interface Choosable {
  readonly id: string
  readonly header: string
  readonly optional?: boolean
}

export interface ChosenColumns {
  readonly ids: readonly string[]
  readonly set: (ids: readonly string[] | undefined) => void
}

/**
 * The shown columns: the stored choice without columns that no longer exist, otherwise all columns that are not
 * optional.
 */
export function useChosenColumns(columns: readonly Choosable[], storageKey: string | undefined): ChosenColumns {
  const stored = useMemo(
    () => (storageKey === undefined ? createValue<Stored>(undefined) : storedIds(storageKey)),
    [storageKey],
  )
  const choice = useSyncExternalStore(stored.subscribe, stored.get)
  const ids = useMemo(() => {
    const known = columns.filter(({ id }) => choice?.includes(id)).map(({ id }) => id)
    return known.length > 0 ? known : columns.filter(({ optional }) => !optional).map(({ id }) => id)
  }, [columns, choice])
  return { ids, set: stored.set }
}

export function ColumnChooser({
  columns,
  chosen,
}: {
  readonly columns: readonly Choosable[]
  readonly chosen: ChosenColumns
}) {
  const texts = useMessages(kitMessages)
  const titleId = useId()
  const only = chosen.ids.length === 1
  const toggle = (id: string, on: boolean) =>
    chosen.set(columns.map((column) => column.id).filter((other) => (other === id ? on : chosen.ids.includes(other))))
  return (
    <Popover
      position="bottom-end"
      offset={4}
      trapFocus
      transitionProps={{ duration: 80 }}
      classNames={{ dropdown: overlay.popover ?? '' }}
    >
      <Popover.Target>
        <IconButton label={texts.chooseColumns} icon={<IconColumns3 size={18} aria-hidden />} />
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId}>
        <div className={styles.head}>
          <strong id={titleId}>{texts.columns}</strong>
          <Button variant="subtle" size="small" onClick={() => chosen.set(undefined)}>
            {texts.defaultColumns}
          </Button>
        </div>
        <div className={join(styles.list, columns.length > twoColumnsAbove && styles.wide)}>
          {columns.map(({ id, header }) => {
            const on = chosen.ids.includes(id)
            return (
              <Checkbox
                key={id}
                label={header}
                checked={on}
                disabled={on && only}
                onChange={(checked) => toggle(id, checked)}
              />
            )
          })}
        </div>
        {only && <p className={styles.note}>{texts.lastColumn}</p>}
      </Popover.Dropdown>
    </Popover>
  )
}

type Stored = readonly string[] | undefined

function storedIds(name: string) {
  return createStoredValue<Stored>(name, {
    parse: (text) => parseIds(text),
    format: (ids) => JSON.stringify(ids ?? []),
  })
}

function parseIds(text: string | null): Stored {
  try {
    const value: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : undefined
  } catch {
    // The stored text was not written by this code: use the default columns.
    return undefined
  }
}
