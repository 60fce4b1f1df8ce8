import { type ReactNode, useState } from 'react'
import { useMessages } from '../i18n/index.ts'
import { Button, DiffView, Group, Modal, Notice, ScrollIntoView } from '../ui/index.ts'
import { toJsonText } from './json-text.ts'
import { formTexts } from './messages.ts'

/** Changes that another user saved while the form was open. */
export interface OutsideChange {
  readonly before: unknown
  readonly after: unknown
}

export interface OutsideChangeNoticeProps {
  readonly change: OutsideChange
  readonly onClose: () => void
  /** Text to show instead of the default one. */
  readonly children?: ReactNode
}

/** Reports changes of another user and shows them. */
export function OutsideChangeNotice({ change, onClose, children }: OutsideChangeNoticeProps) {
  const texts = useMessages(formTexts)
  const [isOpen, setOpen] = useState(false)
  return (
    <ScrollIntoView trigger={change}>
      <div role="alert">
        <Notice tone="amber">
          <Group gap={3} justify="between" wrap>
            <span>{children ?? texts.changedOutside}</span>
            <Group>
              <Button size="small" onClick={() => setOpen(true)}>
                {texts.showChanges}
              </Button>
              <Button size="small" variant="subtle" onClick={onClose}>
                {texts.close}
              </Button>
            </Group>
          </Group>
        </Notice>
      </div>
      <Modal opened={isOpen} onClose={() => setOpen(false)} title={texts.otherChangesTitle} size={960}>
        {isOpen && (
          <DiffView
            before={toJsonText(change.before)}
            after={toJsonText(change.after)}
            beforeTitle={texts.before}
            afterTitle={texts.after}
          />
        )}
      </Modal>
    </ScrollIntoView>
  )
}
