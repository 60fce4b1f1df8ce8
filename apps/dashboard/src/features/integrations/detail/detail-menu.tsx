import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../../i18n/index.ts'
import { Button, IconButton, Menu } from '../../../ui/index.ts'
import { messages } from '../messages.ts'
import { isDown, type State } from '../state.ts'

interface DetailMenuProps {
  readonly state: State
  readonly onEnable: () => void
  readonly onDisable: () => void
  readonly onStart: () => void
  readonly onCopy: () => void
  readonly onRemove: () => void
  /** Additional buttons for common next steps. */
  readonly children?: ReactNode
}

/** Buttons and menu of a detail page. */
export function DetailMenu({ state, onEnable, onDisable, onStart, onCopy, onRemove, children }: DetailMenuProps) {
  const texts = useMessages(messages)
  return (
    <>
      {isDown(state) && <Button onClick={onStart}>{texts.reconnect}</Button>}
      {state === 'disabled' ? (
        <Button onClick={onEnable}>{texts.enable}</Button>
      ) : (
        <Button onClick={onDisable}>{texts.disable}</Button>
      )}
      {children}
      <Menu
        trigger={<IconButton label={texts.moreActions} icon={<IconDots size={17} aria-hidden />} />}
        items={[
          { label: texts.duplicate, onSelect: onCopy },
          { label: texts.delete, danger: true, onSelect: onRemove },
        ]}
      />
    </>
  )
}
