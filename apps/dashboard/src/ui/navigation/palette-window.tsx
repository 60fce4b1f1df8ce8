import { Modal } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { join } from '../layout/layout.tsx'
import overlay from '../overlays/overlay.module.css'
import { VisuallyHidden } from '../text/text.tsx'
import styles from './palette.module.css'
import type { PaletteGroup, PaletteItem, PaletteProps } from './palette.tsx'

/** A combobox whose list is always open (WAI-ARIA). */
export function PaletteWindow({ opened, onClose, ...list }: PaletteProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      lockScroll={false}
      // See dialogs.tsx.
      returnFocus={false}
      padding={0}
      size={620}
      yOffset="12vh"
      transitionProps={{ duration: 80, transition: 'fade' }}
      // Set on the dialog element, because attributes of the root are on a box around it.
      attributes={{ content: { 'aria-label': list.label } }}
      classNames={{ overlay: overlay.backdrop ?? '', content: overlay.content ?? '' }}
    >
      <PaletteList {...list} />
    </Modal>
  )
}

function PaletteList({
  text,
  onTextChange,
  onSelect,
  groups,
  label,
  placeholder,
  nothing,
  keys,
  found,
}: Omit<PaletteProps, 'opened' | 'onClose'>) {
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const list = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  // Focuses immediately: the dialog focuses late, and letters typed meanwhile would be lost.
  useLayoutEffect(() => {
    input.current?.focus()
  }, [])
  const shown = groups.filter(({ items, note }) => items.length > 0 || note !== undefined)
  const items = shown.flatMap((group) => group.items)
  // The first entry until an arrow key is pressed, and when the selected entry disappears.
  const index = Math.max(
    items.findIndex((item) => item.id === chosen),
    0,
  )
  const current = items[index]
  const optionId = (item: PaletteItem) => `${id}-${items.indexOf(item)}`

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && items.length > 0) {
      event.preventDefault()
      setChosen(items[(index + step + items.length) % items.length]?.id)
    }
    // During input method composition, Enter confirms the composition.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing && current) {
      event.preventDefault()
      onSelect(current.id)
    }
  }
  const currentId = current?.id
  useEffect(() => {
    if (currentId === undefined) return
    // Scrolls to the group heading together with the first item.
    if (index > 0) list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    else if (list.current) list.current.scrollTop = 0
  }, [currentId, index])
  return (
    <>
      <div className={styles.head}>
        <IconSearch size={18} aria-hidden />
        <input
          ref={input}
          className={styles.input}
          role="combobox"
          aria-label={label}
          aria-expanded
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={current && optionId(current)}
          placeholder={placeholder}
          value={text}
          onChange={(event) => {
            onTextChange(event.currentTarget.value)
            setChosen(undefined)
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
          maxLength={500}
          data-autofocus
        />
      </div>
      <div ref={list} role="listbox" id={`${id}-list`} aria-label={label} className={styles.list}>
        {shown.map((group) => (
          <GroupOfItems
            key={group.id}
            group={group}
            headingId={`${id}-group-${group.id}`}
            current={current}
            optionId={optionId}
            onChoose={(item) => setChosen(item.id)}
            onSelect={(item) => onSelect(item.id)}
          />
        ))}
      </div>
      <VisuallyHidden live>{items.length > 0 ? found(items.length) : nothing}</VisuallyHidden>
      {shown.length === 0 && (
        <p className={styles.nothing} aria-hidden>
          {nothing}
        </p>
      )}
      <dl className={styles.keys}>
        {keys.map(({ keys: names, effect }) => (
          <div key={effect}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{effect}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

interface GroupOfItemsProps {
  readonly group: PaletteGroup
  readonly headingId: string
  readonly current: PaletteItem | undefined
  readonly optionId: (item: PaletteItem) => string
  readonly onChoose: (item: PaletteItem) => void
  readonly onSelect: (item: PaletteItem) => void
}

function GroupOfItems({ group, headingId, current, optionId, onChoose, onSelect }: GroupOfItemsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox cannot contain a fieldset
    <div role="group" aria-labelledby={headingId}>
      <div id={headingId} role="presentation" className={styles.heading}>
        {group.title}
      </div>
      {group.items.map((item) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the combobox above
        // biome-ignore lint/a11y/useFocusableInteractive: focus stays in the combobox above
        <div
          key={item.id}
          id={optionId(item)}
          role="option"
          aria-selected={item === current}
          className={join(styles.item, item === current && styles.current)}
          onClick={() => onSelect(item)}
          onMouseMove={() => item !== current && onChoose(item)}
        >
          {item.icon}
          <span className={styles.label} title={item.label}>
            {item.label}
          </span>
          <span className={styles.hint}>{item.hint}</span>
        </div>
      ))}
      {group.note !== undefined && (
        <div role="presentation" className={styles.note}>
          {group.note}
        </div>
      )}
    </div>
  )
}
