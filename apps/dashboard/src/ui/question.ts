import type { ReactNode } from 'react'
import { readMessages } from '../i18n/messages.ts'
import { createValue } from '../lib/value.ts'
import { focusedControl } from './focused-control.ts'
import { formMessages } from './form-messages.ts'

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

export interface Asked {
  readonly question: Question & { readonly cluster?: string }
  readonly answer: (yes: boolean) => void
  /** Gets the focus back. */
  readonly origin: HTMLElement | undefined
}

export const asked = createValue<Asked | undefined>(undefined)

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

/** Whether what is typed in may be lost: before a page is left, or a dialog closed. */
export function askToLeave(): Promise<boolean> {
  const texts = readMessages(formMessages)
  return confirm({
    title: texts.leaveQuestion,
    body: texts.leaveNote,
    action: texts.leave,
    cancel: texts.stay,
    danger: true,
    isLocal: true,
  })
}
