import { useFormat, useMessages } from '../../i18n/index.ts'
import { Link, StatusDot, VisuallyHidden } from '../../ui/index.ts'
import type { Finding } from './finding.ts'
import { messages } from './messages.ts'
import styles from './security.module.css'

/** Maximum number of names that are shown. */
const maxNames = 5

export const tones = { ok: 'accent', attention: 'amber', danger: 'red', unknown: 'grey' } as const

/** The result of one check with its reason and a link to the page where it is fixed. */
export function FindingRow({ finding: { check, state, reason, names, to } }: { readonly finding: Finding }) {
  const texts = useMessages(messages)
  const format = useFormat()
  const shown = format.list(names.slice(0, maxNames))
  const listed =
    names.length > maxNames ? `${names.slice(0, maxNames).join(', ')} ${texts.andMore(names.length - maxNames)}` : shown
  const [path = to, query] = to.split('?')
  return (
    <li className={styles.finding}>
      <span>
        <StatusDot tone={tones[state]}>{texts.states[state]}</StatusDot>
      </span>
      <div className={styles.text}>
        <h3 className={styles.title}>{texts.checks[check]}</h3>
        <p className={styles.reason}>{texts.reasons[reason](listed)}</p>
      </div>
      <span>
        <Link to={path} search={Object.fromEntries(new URLSearchParams(query))}>
          {state === 'ok' || state === 'unknown' ? texts.view : texts.fix}
          <VisuallyHidden>: {texts.checks[check]}</VisuallyHidden>
        </Link>
      </span>
    </li>
  )
}
