import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useMessages } from '../../i18n/index.ts'
import { firstSentence } from '../../lib/text/first-sentence.ts'
import { CompactIconButton } from '../buttons/button.tsx'
import { kitMessages } from '../messages.ts'
import styles from './field-frame.module.css'

interface FieldHelpProps {
  /** Id of the control. */
  readonly id: string
  readonly children: ReactNode
}

/** The first sentence of a help text, and a button for the rest. Screen readers get all of it. */
export function FieldHelp({ id, children: help }: FieldHelpProps) {
  const texts = useMessages(kitMessages)
  const [isOpen, setOpen] = useState(false)
  const lead = typeof help === 'string' ? firstSentence(help) : help
  const hasMore = lead !== help
  return (
    <div className={styles.help}>
      {hasMore && (
        <span hidden={isOpen} aria-hidden>
          {lead}
        </span>
      )}
      <span id={`${id}-help`} hidden={hasMore && !isOpen}>
        {help}
      </span>
      {hasMore && (
        <CompactIconButton
          size={24}
          icon={<IconInfoCircle size={15} stroke={1.7} aria-hidden />}
          className={styles.more}
          label={texts.help}
          aria-describedby={`${id}-label`}
          aria-expanded={isOpen}
          aria-controls={`${id}-help`}
          onClick={() => setOpen(!isOpen)}
        />
      )}
    </div>
  )
}
