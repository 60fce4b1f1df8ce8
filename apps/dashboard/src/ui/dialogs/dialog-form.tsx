import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button } from '../buttons/button.tsx'
import { Group, Stack } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'

interface DialogFormProps {
  readonly onSubmit: (form: HTMLFormElement) => void
  readonly onCancel: () => void
  /** "Apply" unless given. */
  readonly submitLabel?: string
  readonly children: ReactNode
}

/** A form in a dialog, with its buttons. */
export function DialogForm({ onSubmit, onCancel, submitLabel, children }: DialogFormProps) {
  const texts = useMessages(kitMessages)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // React events of a dialog bubble to a form that contains its component.
        event.stopPropagation()
        onSubmit(event.currentTarget)
      }}
    >
      <Stack gap={5}>
        {children}
        <Group justify="end">
          <Button onClick={onCancel}>{texts.cancel}</Button>
          <Button type="submit" variant="primary">
            {submitLabel ?? texts.apply}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
