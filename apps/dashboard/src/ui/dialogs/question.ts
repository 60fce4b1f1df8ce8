import type { ReactNode } from 'react'
import { readMessages } from '../../i18n/messages.ts'
import { createValue } from '../../lib/json/value.ts'
import { focusedControl } from './focused-control.ts'
import { questionMessages } from './question-messages.ts'

export interface Question {
  readonly title: string
  readonly body?: ReactNode
  /** The button label, with a verb: "Kick out", not "OK". */
  readonly action: string
  /** Label of the other button; "Cancel" unless given. */
  readonly cancel?: string
  readonly danger?: boolean
  /** Affects only this page, not the cluster: typed content, a connection of this page. */
  readonly isLocal?: boolean
  /** The button is disabled until this text is typed. */
  readonly typeToConfirm?: string
}

export interface OpenQuestion {
  readonly question: Question & { readonly cluster?: string }
  readonly answer: (yes: boolean) => void
  /** Element that is focused after the answer. */
  readonly origin: HTMLElement | undefined
}

export const openQuestion = createValue<OpenQuestion | undefined>(undefined)

let protectedCluster: string | undefined

/** Destructive actions now require typing this name, because the cluster is a production cluster. */
export function protectCluster(name: string | undefined): void {
  protectedCluster = name
}

/** Shows a confirmation dialog. Resolves to true when the user confirms. */
export function confirm(question: Question): Promise<boolean> {
  openQuestion.get()?.answer(false)
  return new Promise((resolve) => {
    openQuestion.set({
      question: guarded(question),
      origin: focusedControl(),
      answer(yes) {
        openQuestion.set(undefined)
        resolve(yes)
      },
    })
  })
}

/** Closes the open confirmation as declined, because the page that openQuestion is gone. */
export const forgetQuestion = (): void => openQuestion.get()?.answer(false)

function guarded(question: Question): OpenQuestion['question'] {
  const isOfCluster = question.danger === true && question.isLocal !== true
  return isOfCluster && protectedCluster !== undefined ? onCluster(question, protectedCluster) : question
}

/**
 * Replaces the name to type: on a production cluster the name of the cluster is more important than the name of the
 * resource.
 */
const onCluster = (question: Question, cluster: string) => ({ ...question, cluster, typeToConfirm: cluster })

/** Confirms discarding typed content, before leaving a page or closing a dialog. */
export function askToLeave(): Promise<boolean> {
  const texts = readMessages(questionMessages)
  return confirm({
    title: texts.leaveQuestion,
    body: texts.leaveNote,
    action: texts.leave,
    cancel: texts.stay,
    danger: true,
    isLocal: true,
  })
}
