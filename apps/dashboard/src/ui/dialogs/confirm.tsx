import { useEffect, useState, useSyncExternalStore } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { Button } from '../buttons/button.tsx'
import { TextField } from '../fields/text-fields.tsx'
import { Group, Stack } from '../layout/layout.tsx'
import { kitMessages } from '../messages.ts'
import { Modal } from './dialogs.tsx'
import { type OpenQuestion, openQuestion } from './question.ts'

/** Shows the open confirmation; rendered once by UiProvider. */
export function ConfirmHost() {
  const current = useSyncExternalStore(openQuestion.subscribe, openQuestion.get)
  if (!current) return null
  return <ConfirmDialog key={current.question.title} {...current} />
}

function ConfirmDialog({ question, answer, origin }: OpenQuestion) {
  const texts = useMessages(kitMessages)
  const [typed, setTyped] = useState('')
  const { title, body, action, cancel = texts.cancel, danger = false, typeToConfirm, cluster } = question
  useEffect(() => () => origin?.focus(), [origin])
  const mayConfirm = typeToConfirm === undefined || typed === typeToConfirm
  return (
    <Modal opened onClose={() => answer(false)} title={title} size={440} asksBeforeClose={false}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (mayConfirm) answer(true)
        }}
      >
        <Stack gap={5}>
          {body && <div>{body}</div>}
          {cluster !== undefined && <div>{texts.onProduction(cluster)}</div>}
          {typeToConfirm !== undefined && (
            <TextField
              label={texts.typeToConfirm(typeToConfirm)}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Group justify="end">
            <Button
              onClick={() => answer(false)}
              data-autofocus={danger && typeToConfirm === undefined ? true : undefined}
            >
              {cancel}
            </Button>
            <Button
              type="submit"
              variant={danger ? 'confirm-danger' : 'primary'}
              disabled={!mayConfirm}
              data-autofocus={danger ? undefined : true}
            >
              {action}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
