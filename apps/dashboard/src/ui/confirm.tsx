import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { useMessages } from '../i18n/index.ts'
import { createValue } from '../lib/value.ts'
import { Button } from './button.tsx'
import { Modal } from './dialogs.tsx'
import { TextField } from './fields.tsx'
import { focusedControl } from './focused-control.ts'
import { Group, Stack } from './layout.tsx'
import { kitMessages } from './messages.ts'

export interface Question {
  readonly title: string
  readonly body?: ReactNode
  /** The verb on the button: "Kick out", not "OK". */
  readonly action: string
  /** What the other button says; "Cancel" unless given. */
  readonly cancel?: string
  readonly danger?: boolean
  /** Nothing of it is the cluster's: what was typed in here, a connection of this page. */
  readonly isLocal?: boolean
  /** The button stays off until this name has been typed in. */
  readonly typeToConfirm?: string
}

interface Asked {
  readonly question: Question & { readonly cluster?: string }
  readonly answer: (yes: boolean) => void
  /** Gets the focus back. */
  readonly origin: HTMLElement | undefined
}

const asked = createValue<Asked | undefined>(undefined)

let protectedCluster: string | undefined

/** From now on whatever destroys something wants this name typed in: the cluster is one that others rely on. */
export function protectCluster(name: string | undefined): void {
  protectedCluster = name
}

/** Asks before something that matters. True when the user agreed. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((resolve) => {
    asked.set({
      question: guarded(question),
      origin: focusedControl(),
      answer(yes) {
        asked.set(undefined)
        resolve(yes)
      },
    })
  })
}

/** Takes the question that is open away, with a no: who was asked has gone. */
export const forgetQuestion = (): void => asked.get()?.answer(false)

function guarded(question: Question): Asked['question'] {
  const isOfCluster = question.danger === true && question.isLocal !== true
  return isOfCluster && protectedCluster !== undefined ? onCluster(question, protectedCluster) : question
}

/** Instead of the name of what is destroyed, where that had to be typed: which cluster it is matters more. */
const onCluster = (question: Question, cluster: string) => ({ ...question, cluster, typeToConfirm: cluster })

/** Shows the question that is open; rendered once by UiProvider. */
export function ConfirmHost() {
  const current = useSyncExternalStore(asked.subscribe, asked.get)
  if (!current) return null
  return <ConfirmDialog key={current.question.title} {...current} />
}

function ConfirmDialog({ question, answer, origin }: Asked) {
  const texts = useMessages(kitMessages)
  const [typed, setTyped] = useState('')
  const { title, body, action, cancel = texts.cancel, danger = false, typeToConfirm, cluster } = question
  useEffect(() => () => origin?.focus(), [origin])
  const mayConfirm = typeToConfirm === undefined || typed === typeToConfirm
  return (
    <Modal opened onClose={() => answer(false)} title={title} size={440}>
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
              variant={danger ? 'danger' : 'primary'}
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
