import { type ReactNode, useState } from 'react'
import { useMessages } from '../i18n/index.ts'
import { Button, DiffView, Group, ScrollIntoView, Modal, Notice } from '../ui/index.ts'
import { toJsonText } from './json-text.ts'
import { formTexts } from './messages.ts'

/** What somebody else has saved while the form was open. */
export interface OutsideChange {
  readonly before: unknown
  readonly after: unknown
}

export interface OutsideChangeNoticeProps {
  readonly change: OutsideChange
  readonly onClose: () => void
  /** What has become of it, where that is not what forms do: the change taken over, nothing saved. */
  readonly children?: ReactNode
}

/** Says that somebody else was faster, and shows what they changed. */
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
