import { Menu as MantineMenu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { ReactElement, ReactNode } from 'react'
import styles from '../overlays/overlay.module.css'

export interface MenuItem {
  readonly label: string
  readonly icon?: ReactNode
  readonly onSelect: () => void
  readonly danger?: boolean
  readonly disabled?: boolean
  /** One sentence below the label: why the entry is disabled. */
  readonly note?: string | undefined
  /** The entry is one of several choices: whether it is the current one. */
  readonly checked?: boolean
}

export interface MenuProps {
  /** The button that opens the menu; must accept a ref. */
  readonly trigger: ReactElement
  readonly items: readonly MenuItem[]
  /** Heading above the entries. */
  readonly heading?: ReactNode
}

export function Menu({ trigger, items, heading }: MenuProps) {
  return (
    <MantineMenu
      position="bottom-end"
      offset={4}
      transitionProps={{ duration: 80, transition: 'fade' }}
      // The placeholder would be a child of the menu that is not an entry. Without it, the first entry has the focus.
      withInitialFocusPlaceholder={false}
      classNames={{ dropdown: styles.menu ?? '', item: styles.item ?? '', label: styles.menuLabel ?? '' }}
    >
      <MantineMenu.Target>{trigger}</MantineMenu.Target>
      <MantineMenu.Dropdown>
        {heading && <MantineMenu.Label>{heading}</MantineMenu.Label>}
        {items.map((item) => (
          <MenuEntry key={item.label} {...item} />
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  )
}

function MenuEntry({ label, icon, onSelect, danger = false, disabled = false, note, checked }: MenuItem) {
  if (checked !== undefined)
    return (
      <MantineMenu.RadioItem
        value={label}
        checked={checked}
        onChange={onSelect}
        disabled={disabled}
        checkIcon={<IconCheck size={14} aria-hidden />}
        closeMenuOnClick
      >
        {label}
      </MantineMenu.RadioItem>
    )
  return (
    <MantineMenu.Item leftSection={icon} onClick={onSelect} disabled={disabled} data-danger={danger || undefined}>
      {label}
      {note !== undefined && <div className={styles.note}>{note}</div>}
    </MantineMenu.Item>
  )
}
