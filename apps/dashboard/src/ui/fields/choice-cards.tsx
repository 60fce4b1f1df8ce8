import type { ReactNode } from 'react'
import styles from './choice-cards.module.css'

export interface ChoiceCard<Value extends string> {
  readonly value: Value
  readonly label: string
  /** Left of the label. */
  readonly mark?: ReactNode
  /** One sentence that explains the option. */
  readonly about: ReactNode
  /** Why the option is disabled. */
  readonly refusal?: string | undefined
}

interface ChoiceCardsProps<Value extends string> {
  readonly label: string
  readonly cards: readonly ChoiceCard<Value>[]
  readonly onChoose: (value: Value) => void
}

/** Choice of one of several options with an explanation each. Selecting an option proceeds immediately. */
export function ChoiceCards<Value extends string>({ label, cards, onChoose }: ChoiceCardsProps<Value>) {
  return (
    <ul className={styles.cards} aria-label={label}>
      {cards.map(({ value, label: name, mark, about, refusal }) => (
        <li key={value}>
          <button
            type="button"
            className={styles.card}
            disabled={refusal !== undefined}
            onClick={() => onChoose(value)}
          >
            {mark}
            <span className={styles.text}>
              <span className={styles.name}>{name}</span>
              <span className={styles.about}>{about}</span>
              {refusal !== undefined && <span className={styles.refusal}>{refusal}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}
