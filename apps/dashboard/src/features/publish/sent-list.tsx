import { IconReload } from '@tabler/icons-react'
import { useMessages } from '../../i18n/index.ts'
import { Dim, IconButton, Mono, RelativeTime } from '../../ui/index.ts'
import { messages } from './messages.ts'
import styles from './publish.module.css'
import type { Publishing } from './use-publishing.ts'
import { useSent } from './use-sent.ts'

/** Recent messages, for the drawer: a click copies one to the form. */
export function SentList({ change, send, isRunning }: Publishing) {
  const texts = useMessages(messages)
  const sent = useSent()
  if (sent.length === 0) return null
  return (
    <section aria-label={texts.recentMessages}>
      <h3 className={styles.heading}>{texts.recentMessages}</h3>
      <ul className={styles.sent}>
        {sent.map(({ id, at, draft, outcome }) => (
          <li key={id}>
            <button type="button" className={styles.take} title={texts.copyToForm} onClick={() => change(draft)}>
              <Mono truncate>{draft.topic}</Mono>
              <span className={styles.options}>
                <Dim small>
                  {texts.outcomes[outcome]} · <RelativeTime time={at} clock="browser" />
                </Dim>
              </span>
            </button>
            <IconButton
              size="small"
              label={`${texts.sendAgain}: ${draft.topic}`}
              icon={<IconReload size={16} aria-hidden />}
              disabled={isRunning}
              onClick={() => void send(draft)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
