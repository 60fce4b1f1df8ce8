import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useFormat, useMessages } from '../../../i18n/index.ts'
import { Button, Dim, join, Link, RelativeTime, VisuallyHidden } from '../../../ui/index.ts'
import styles from './attention.module.css'
import type { Finding } from './finding.ts'
import { attentionMessages } from './messages.ts'
import type { Attention } from './use-attention.ts'

const maxRows = 6

/** Current problems, most severe first. Later findings do not move the page. They are only counted until the user opens them. */
export function AttentionStrip({ findings, failed, muted }: Pick<Attention, 'findings' | 'failed' | 'muted'>) {
  const texts = useMessages(attentionMessages)
  const format = useFormat()
  const [firstRows] = useState(Math.min(findings.length, maxRows))
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? findings : findings.slice(0, Math.max(firstRows, 1))
  const hidden = findings.length - shown.length
  const worst = findings[0]?.severity
  return (
    <section className={join(styles.strip, worst && styles[worst])} aria-label={texts.title}>
      <header className={styles.head}>
        {worst ? <IconAlertTriangle size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />}
        <h2 className={styles.title}>{worst ? texts.count(findings.length) : texts.nothing}</h2>
        {muted > 0 && (
          <Link quiet to="/alarm/current">
            <Dim small>{texts.muted(format.number(muted))}</Dim>
          </Link>
        )}
        {failed.length > 0 && (
          <Dim small>{texts.notChecked(format.list(failed.map((name) => texts.checks[name])))}</Dim>
        )}
        {(hidden > 0 || isOpen) && (
          <span className={styles.more}>
            <Button size="small" variant="subtle" onClick={() => setOpen(!isOpen)}>
              {isOpen ? texts.fewer : texts.more(format.number(hidden))}
            </Button>
          </span>
        )}
      </header>
      {shown.length > 0 && (
        <ul className={styles.rows}>
          {shown.map((finding) => (
            <Row key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ finding: { severity, title, facts, since, target } }: { readonly finding: Finding }) {
  const { severities } = useMessages(attentionMessages)
  const text = facts.join(' · ')
  return (
    <li className={join(styles.row, styles[severity])}>
      <span className={styles.dot} aria-hidden />
      <VisuallyHidden>{severities[severity]}</VisuallyHidden>
      <span className={styles.what}>
        <Link quiet {...target}>
          {title}
        </Link>
      </span>
      <span className={styles.facts} title={text}>
        {text}
      </span>
      <span className={styles.since}>{since !== undefined && <RelativeTime time={since} />}</span>
    </li>
  )
}
