import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useFormat, useLocale, useMessages } from '../../i18n/index.ts'
import { Dim, join, StatusDot } from '../../ui/index.ts'
import styles from './explain.module.css'
import type { Step } from './explain-result.ts'
import { explainMessages } from './messages.ts'
import { noteText } from './note-texts.ts'
import type { Stage } from './step-names.ts'

interface StepRowProps {
  readonly stage: Stage
  readonly result: Step['result']
  readonly name: string
  readonly notes: readonly Step['notes'][number][]
  readonly took?: number | undefined
  readonly more?: ReactNode
  /** Whether the notes are shown initially. */
  readonly isOpen?: boolean
}

const tones = {
  allow: 'accent',
  deny: 'red',
  failed: 'amber',
  unknown: 'amber',
  ignore: 'grey',
  nomatch: 'grey',
  continue: 'grey',
} as const

/** One step: its result and its notes. */
export function StepRow({ stage, result, name, notes, took, more, isOpen = false }: StepRowProps) {
  const texts = useMessages(explainMessages)
  const format = useFormat()
  const id = useId()
  const [isShown, setShown] = useState(isOpen)
  const hasMore = notes.length > 0 || more
  const heading = (
    <>
      <span className={styles.result}>
        <StatusDot tone={tones[result]}>
          {(stage === 'authorization' ? texts.authorizationResults : texts.authenticationResults)[result]}
        </StatusDot>
      </span>
      <span className={styles.name}>{name}</span>
      {took !== undefined && (
        <span className={styles.took}>
          <Dim small>{took < 1 ? `< ${format.span(1)}` : format.span(took)}</Dim>
        </span>
      )}
    </>
  )
  return (
    <li className={join(styles.step, styles[tones[result]])}>
      {hasMore ? (
        <button
          type="button"
          className={styles.heading}
          aria-expanded={isShown}
          aria-controls={id}
          onClick={() => setShown(!isShown)}
        >
          {heading}
          <IconChevronRight size={15} className={styles.chevron} aria-hidden />
        </button>
      ) : (
        <div className={styles.heading}>{heading}</div>
      )}
      {hasMore && (
        <div id={id} hidden={!isShown} className={styles.notes}>
          <Notes notes={notes} />
          {more}
        </div>
      )}
    </li>
  )
}

function Notes({ notes }: Pick<StepRowProps, 'notes'>) {
  const locale = useLocale()
  return (
    <ul className={styles.noteList}>
      {notes.map(({ what, detail }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: notes have no identity but their position
        <li key={index} className={styles.note}>
          <span>{noteText(what, locale)}</span>
          {detail !== null && detail !== '' && <code>{detail}</code>}
        </li>
      ))}
    </ul>
  )
}
