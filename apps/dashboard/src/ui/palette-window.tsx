import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { join } from './layout.tsx'
import overlay from './overlay.module.css'
import styles from './palette.module.css'
import type { PaletteItem, PaletteProps } from './palette.tsx'

/** A combobox whose list is always open (WAI-ARIA). */
export function PaletteWindow({ opened, onClose, ...list }: PaletteProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      lockScroll={false}
      padding={0}
      size={560}
      yOffset="14vh"
      transitionProps={{ duration: 80, transition: 'fade' }}
      aria-label={list.label}
      classNames={{ overlay: overlay.backdrop ?? '', content: overlay.content ?? '' }}
    >
      <PaletteList {...list} onClose={onClose} />
    </Modal>
  )
}

function PaletteList({ onClose, onSelect, items, label, nothing }: Omit<PaletteProps, 'opened'>) {
  const id = useId()
  const [text, setText] = useState('')
  const [index, setIndex] = useState(0)
  const found = items.filter((item) => matches(item, text))
  const current = found[Math.min(index, found.length - 1)]
  const select = (item: PaletteItem | undefined) => {
    if (!item) return
    onClose()
    onSelect(item.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      setIndex((index + step + found.length) % found.length)
    }
    // While an input method composes, Enter belongs to it.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) select(current)
  }
  return (
    <>
      <div className={styles.head}>
        <IconSearch size={18} aria-hidden />
        <input
          className={styles.input}
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={current && `${id}-${current.id}`}
          placeholder={label}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setIndex(0)
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </div>
      <div role="listbox" id={`${id}-list`} aria-label={label} className={styles.list}>
        {found.map((item) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox above
          // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the combobox above
          <div
            key={item.id}
            id={`${id}-${item.id}`}
            role="option"
            aria-selected={item === current}
            className={join(styles.item, item === current && styles.current)}
            onClick={() => select(item)}
            onMouseMove={() => setIndex(found.indexOf(item))}
          >
            {item.icon}
            <span className={styles.label}>{item.label}</span>
            <span className={styles.hint}>{item.hint}</span>
          </div>
        ))}
      </div>
      {found.length === 0 && <p className={styles.nothing}>{nothing}</p>}
    </>
  )
}

function matches({ label, hint = '', words = [] }: PaletteItem, text: string): boolean {
  const haystack = [label, hint, ...words].join(' ').toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word))
}
