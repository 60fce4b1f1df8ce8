import { useEffect, useState } from 'react'
import { QueryView, useData } from '../../api/index.ts'
import { useMessages } from '../../i18n/index.ts'
import { ClientLink, DescriptionList, Dim, Notice, RelativeTime, Skeleton, Stack } from '../../ui/index.ts'
import { type FormatChoice, PayloadView } from '../../ui/payload/payload-view.tsx'
import { messages } from './messages.ts'
import { retainedMessageQuery } from './queries.ts'
import styles from './topic-explorer.module.css'

/** Milliseconds before the message is requested, to skip topics that are only passed with the arrow keys. */
const requestDelayMs = 500

/** The retained message of a topic. */
export function RetainedMessage({ topic }: { readonly topic: string }) {
  const texts = useMessages(messages)
  const [isEnabled, setEnabled] = useState(false)
  const [chosen, onChoose] = useState<FormatChoice['chosen']>()
  useEffect(() => {
    const timer = setTimeout(() => setEnabled(true), requestDelayMs)
    return () => clearTimeout(timer)
  }, [])
  const loaded = useData(retainedMessageQuery, { topic }, { enabled: isEnabled })
  return (
    <div className={styles.part}>
      <h3>{texts.retainedMessage}</h3>
      <QueryView query={loaded} skeleton={<Skeleton height={80} />}>
        {(message) =>
          message === undefined ? (
            <Dim>{texts.notRetained}</Dim>
          ) : (
            <Stack gap={3}>
              <DescriptionList
                minWidth={140}
                items={[
                  { label: texts.publishedAt, value: <RelativeTime time={message.publish_at} /> },
                  { label: texts.publisher, value: <ClientLink clientid={message.from_clientid} /> },
                  { label: texts.qos, value: message.qos },
                ]}
              />
              {message.payload === undefined ? (
                <Notice>{texts.payloadTooLarge}</Notice>
              ) : (
                <PayloadView payload={message.payload} topic={topic} choice={{ chosen, onChoose }} />
              )}
            </Stack>
          )
        }
      </QueryView>
    </div>
  )
}
